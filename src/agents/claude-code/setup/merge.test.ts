// For any settings in any layout: setup keeps all other values, a second setup changes nothing, and undo leaves no trace.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../../../../test/support/claude-code/settings-sandbox.ts';
import { hostileText } from '../../../../test/support/hostile-json.ts';
import { eventsOf } from '../facts/versions.ts';
import { hasHooks, withHooks, withoutHooks } from './merge.ts';
import { isOurs, problemIn, wantedHooks } from './settings.ts';

const URL = 'http://127.0.0.1:4807';
const wanted = (version = '2.1.325', url = URL) =>
  wantedHooks(eventsOf(version), url, { kind: 'file', token: 'secret' }, { node: '/n', program: '/d/hook.cjs' }, 'beside');

// ── any settings ───────────────────────────────────────────────────────────────────────────────────────────────────

const RESERVED = ['hooks', 'disableAllHooks', 'allowedHttpHookUrls', 'httpHookAllowedEnvVars', '__proto__'];
const key = fc.string({ unit: 'grapheme' }).filter((name) => !RESERVED.includes(name));
const theirHook = fc.record(
  { type: fc.constant('command'), command: fc.string(), timeout: fc.integer({ min: 1 }) },
  { requiredKeys: ['type'] },
);
const ourHook = fc.record({
  type: fc.constant('http'),
  url: fc.constantFrom('http://127.0.0.1:1/v1/channels/claude-code', `${URL}/v1/channels/claude-code`),
});
const entry = fc.record(
  {
    matcher: fc.string(),
    hooks: fc.array(fc.oneof({ weight: 4, arbitrary: theirHook }, { weight: 1, arbitrary: ourHook }), { maxLength: 3 }),
  },
  { requiredKeys: ['hooks'] },
);
const event = fc.constantFrom('PreToolUse', 'Stop', 'SessionStart', 'PostToolBatch', 'SubagentStop', 'PreCompact');
const hooks = fc.dictionary(event, fc.array(entry, { maxLength: 3 }));
const settings = fc
  .tuple(
    fc.dictionary(key, fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 }),
    fc.option(hooks),
    fc.dictionary(key, fc.jsonValue({ maxDepth: 1 }), { maxKeys: 2 }),
  )
  .map(([first, theirs, last]) => ({ ...first, ...(theirs ? { hooks: theirs } : {}), ...last }) as Record<string, unknown>);
const layout = fc.record({
  indent: fc.constantFrom('', ' ', '  ', '    ', '\t', '\t\t'),
  eol: fc.constantFrom('\n', '\r\n'),
  mark: fc.constantFrom('', '\ufeff'),
  end: fc.constantFrom('', '\n', '\n\n'),
});
const rendered = fc.tuple(settings, layout).map(([value, { indent, eol, mark, end }]) => ({
  value,
  mark,
  text: (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
}));

/** The settings without our hooks, and without lists that are empty then. */
function foreignPart(value: Record<string, unknown>): unknown {
  const lists = Object.entries((value.hooks ?? {}) as Record<string, { hooks: unknown[] }[]>).map(([name, entries]) => {
    const theirs = entries.map((one) => ({ ...one, hooks: one.hooks.filter((hook) => !isOurs(hook)), had: one.hooks.length }));
    return [name, theirs.filter((one) => one.hooks.length > 0 || one.had === 0).map(({ had, ...one }) => one)] as const;
  });
  return { ...value, hooks: Object.fromEntries(lists.filter(([, entries]) => entries.length > 0)) };
}

describe('any settings in any layout', () => {
  it('keep all other values and the order of the keys', () => {
    fc.assert(
      fc.property(rendered, ({ value, text }) => {
        fc.pre(problemIn(text, URL, 'file') === undefined);
        const after = JSON.parse(withHooks(text, wanted()));
        expect(foreignPart(after)).toEqual(foreignPart(JSON.parse(text)));
        const keys = Object.keys(JSON.parse(text));
        expect(Object.keys(after).filter((name) => name !== 'hooks' || 'hooks' in value)).toEqual(keys);
        for (const [name, want] of Object.entries(wanted()))
          expect(after.hooks[name].filter((one: { hooks: unknown[] }) => one.hooks.some(isOurs))).toEqual([want]);
      }),
      { numRuns: 300 },
    );
  });

  it('are not changed by a second setup', () => {
    fc.assert(
      fc.property(rendered, ({ text }) => {
        const once = withHooks(text, wanted());
        expect(withHooks(once, wanted())).toBe(once);
      }),
    );
  });

  it('have the same values again when our entries are removed one by one', () => {
    fc.assert(
      fc.property(rendered, ({ text }) => {
        const back = withoutHooks(withHooks(text, wanted()), text);
        expect(hasHooks(back)).toBe(false);
        expect(foreignPart(JSON.parse(back))).toEqual(foreignPart(JSON.parse(text)));
        if (!hasHooks(text)) expect(JSON.parse(back)).toEqual(JSON.parse(text));
      }),
      { numRuns: 300 },
    );
  });

  it('are restored byte for byte on disk by undo', () => {
    fc.assert(
      fc.property(rendered, fc.constantFrom(0o600, 0o644, 0o664), ({ text, mark }, mode) => {
        const at = sandbox();
        try {
          at.given(mark + text, mode);
          const before = at.everything();
          const { changed } = at.setup();
          if (changed) expect(at.undoSetup()).toBe('restore');
          expect(at.everything()).toEqual(before);
        } finally {
          at.close();
        }
      }),
      { numRuns: 50 },
    );
  });
});

/** A project's settings come with the project. */
const hostileSettings = hostileText([
  { hooks: withHooksOf('{}'), allowedHttpHookUrls: [`${URL}/*`], httpHookAllowedEnvVars: ['A'], disableAllHooks: false },
  { hooks: { Stop: [{ matcher: 'x', hooks: [{ type: 'command', command: 'echo', timeout: 1 }] }] }, permissions: { allow: ['Bash'] } },
]);

function withHooksOf(text: string): unknown {
  return JSON.parse(withHooks(text, wanted())).hooks;
}

describe('settings that a stranger wrote', () => {
  it('are refused in words, or take our hooks and lose them again', () => {
    fc.assert(
      fc.property(hostileSettings, (text) => {
        const problem = problemIn(text, URL, 'file');
        if (problem) {
          expect(problem.reason).not.toBe('');
          expect(typeof hasHooks(text)).toBe('boolean');
          return;
        }
        const once = withHooks(text, wanted());
        expect(withHooks(once, wanted())).toBe(once);
        expect(hasHooks(withoutHooks(once, text))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

// ── by example ─────────────────────────────────────────────────────────────────────────────────────────────────────

describe('adding our hooks', () => {
  it('replaces an old entry of ours in place', () => {
    const old = { type: 'http', url: 'http://127.0.0.1:1/v1/channels/claude-code' };
    const text = JSON.stringify(
      { hooks: { Stop: [{ hooks: [{ type: 'command' }] }, { matcher: '*', hooks: [old] }, { matcher: 'X', hooks: [] }] } },
      null,
      2,
    );
    const { Stop } = JSON.parse(withHooks(text, wanted())).hooks;
    expect(Stop).toEqual([{ hooks: [{ type: 'command' }] }, wanted().Stop, { matcher: 'X', hooks: [] }]);
  });

  it("moves our hook out of somebody else's entry into its own", () => {
    const old = { type: 'http', url: 'http://127.0.0.1:1/v1/channels/claude-code' };
    const text = JSON.stringify({ hooks: { Stop: [{ matcher: 'M', hooks: [{ type: 'command' }, old] }] } });
    expect(JSON.parse(withHooks(text, wanted())).hooks.Stop).toEqual([{ matcher: 'M', hooks: [{ type: 'command' }] }, wanted().Stop]);
  });

  it('removes an event that the version does not know', () => {
    const text = withHooks('{}', wanted('2.1.325'));
    expect(JSON.parse(withHooks(text, wanted('2.1.100'))).hooks).not.toHaveProperty('PostToolBatch');
  });

  it('keeps a file on one line', () => {
    expect(withHooks('{"a":1}', wanted())).toMatch(/^\{"a":1,"hooks": \{"PreToolUse":\[.*\}$/);
  });

  it('leaves every line that others wrote as it is', () => {
    const text = '{\n\t"a": [1, 2],\n\t"hooks": {\n\t\t"Stop": [\n\t\t\t{ "hooks": [ { "type": "command" } ] }\n\t\t]\n\t}\n}\n';
    for (const eol of ['\n', '\r\n']) {
      const lines = withHooks(text.replaceAll('\n', eol), wanted()).split(eol);
      for (const line of text.split('\n')) expect(lines.map((each) => each.replace(/,$/, ''))).toContain(line.replace(/,$/, ''));
      expect(lines.join('')).not.toContain('\n');
    }
  });
});
