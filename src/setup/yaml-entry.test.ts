import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { withEntry, withoutEntry } from './yaml-entry.ts';

const fields = { kind: 'command', run: ['a b', '"; reboot'] };
const textOf = (entered: ReturnType<typeof withEntry>) => (entered.kind === 'text' ? entered.text : expect.fail(entered.reason));

describe('an entry of the configuration', () => {
  it.each([
    ['in an empty file', ''],
    ['after other sections', '# mine\npause: false # stays\nroutes: []\n'],
    ['without a newline at the end', 'pause: false'],
    ['before another entry', 'notify:\n    # the desk\n    desk: { kind: desktop }\npause: true\n'],
    ['with Windows line ends', 'pause: false\r\nnotify:\r\n  desk:\r\n    kind: desktop\r\n'],
    ['in braces', 'notify: { a: { kind: desktop } } # all\n'],
    ['in a file of comments', '# nothing yet\n# at all\n'],
    ['beside long lines and texts of several lines', `a: "${'x y '.repeat(60)}" # one\n\n# two\nb: |\n  first\n    second\n\n# end\n`],
  ])('is added and removed %s; all other values and comments stay', (_, before) => {
    const after = textOf(withEntry(before, 'notify', 'mine', fields));
    expect(parse(after).notify.mine).toEqual(fields);
    expect(parse(after)).toEqual({ ...parse(before), notify: { ...parse(before)?.notify, mine: fields } });
    const again = textOf(withoutEntry(after, 'notify', 'mine'));
    expect(parse(again)).toEqual(parse(before));
    for (const text of [after, again]) {
      expect(text.match(/#.*/g)).toEqual(before.match(/#.*/g));
      expect(text.replaceAll('\r\n', '').includes('\n')).toBe(!before.includes('\r\n') && text !== '');
    }
  });

  it('is removed between others', () => {
    const before = 'notify:\n  a: { kind: desktop }\n  b:\n    kind: desktop # b\n  c: { kind: desktop }\npause: true\n';
    expect(textOf(withoutEntry(before, 'notify', 'b'))).toBe('notify:\n  a: { kind: desktop }\n  c: { kind: desktop }\npause: true\n');
    expect(textOf(withoutEntry(before, 'notify', 'c'))).toBe('notify:\n  a: { kind: desktop }\n  b:\n    kind: desktop # b\npause: true\n');
  });

  it('is left to the user if the file cannot be changed safely', () => {
    expect(withEntry('notify: []', 'notify', 'b', fields)).toMatchObject({ reason: 'its notify section has no entries' });
    expect(withEntry('- notify', 'notify', 'b', fields)).toMatchObject({ reason: 'it is not a YAML mapping' });
    expect(withEntry('notify: [', 'notify', 'b', fields)).toMatchObject({ reason: 'it is not valid YAML' });
    expect(withEntry('notify:\n  b: {}\n', 'notify', 'b', fields)).toMatchObject({ reason: 'it has a "b" in notify already' });
    expect(withoutEntry('pause: true\n', 'notify', 'b')).toMatchObject({ reason: 'it has no "b" in notify' });
  });
});
