// tmux's output is parsed correctly, whatever the chunks and the content.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Command, frames, type Notice, type Reply } from './frames.ts';

function listen(commands: Command[]) {
  const replies: Reply[] = [];
  const foreign: Reply[] = [];
  const notices: Notice[] = [];
  const feed = frames({
    expected: () => commands[0],
    replied: (reply) => {
      commands.shift();
      replies.push(reply);
    },
    foreign: (reply) => foreign.push(reply),
    noticed: (notice) => notices.push(notice),
  });
  return { feed, replies, foreign, notices };
}

const one: Command = { line: '', blocks: 1 };

describe('frames', () => {
  it('reads replies, notifications and foreign blocks the same, however the bytes are split', () => {
    const said = Buffer.from(
      '%begin 1 1 0\n%end 1 1 0\n%session-changed $3 ä\n%output %12 a\\015\\012%end 1 2 1\n%begin 1 2 1\nx ü\n%end 1 2 1\n' +
        '%begin 1 3 0\nhook\n%end 1 3 0\n%begin 1 4 1\nno such pane\n%error 1 4 1\n%layout-change @1 x\n%subscription-changed answerback $0 @0 0 %7 : z\n',
    );
    fc.assert(
      fc.property(fc.array(fc.nat(said.length), { maxLength: 30 }), (cuts) => {
        const heard = listen([one, one]);
        const at = [0, ...cuts.sort((a, b) => a - b), said.length];
        for (let i = 1; i < at.length; i += 1) heard.feed(said.subarray(at[i - 1], at[i]));
        expect(heard.replies).toEqual([
          { kind: 'done', blocks: [['x ü']] },
          { kind: 'failed', message: 'no such pane' },
        ]);
        expect(heard.foreign).toHaveLength(2);
        expect(heard.notices).toEqual([
          { kind: 'attached', session: '$3' },
          { kind: 'pane', pane: '%12', process: false },
          { kind: 'windows' },
          { kind: 'pane', pane: '%7', process: true },
        ]);
      }),
    );
  });

  it('reads a screen by its number of lines, whatever it shows', () => {
    const look: Command = { line: '', blocks: 2, lines: (before) => (before.length === 1 ? Number(before[0]?.[0]) : undefined) };
    const evil = fc.constantFrom('%end 9 6 1', '%error 9 6 1', '%begin 9 7 1', '%exit', '%output %1 x', '', 'text');
    fc.assert(
      fc.property(fc.array(evil, { minLength: 1, maxLength: 12 }), (rows) => {
        const heard = listen([look, one]);
        const screen = ['%begin 9 6 1', ...rows, '%end 9 6 1'];
        heard.feed(Buffer.from(['%begin 9 5 1', `${rows.length}`, '%end 9 5 1', ...screen, '%begin 9 7 1', '%end 9 7 1', ''].join('\n')));
        expect(heard.replies).toEqual([
          { kind: 'done', blocks: [[`${rows.length}`], rows] },
          { kind: 'done', blocks: [[]] },
        ]);
        expect(heard.notices).toEqual([]);
      }),
    );
  });

  it('ends a line of commands at the first failure', () => {
    const heard = listen([{ line: '', blocks: 3 }, one]);
    heard.feed(Buffer.from('%begin 1 1 1\n%end 1 1 1\n%begin 1 2 1\nbad\n%error 1 2 1\n%begin 1 3 1\nnext\n%end 1 3 1\n'));
    expect(heard.replies).toEqual([
      { kind: 'failed', message: 'bad' },
      { kind: 'done', blocks: [['next']] },
    ]);
  });

  it('throws on a reply without a command, or on a screen of the wrong size', () => {
    expect(() => listen([]).feed(Buffer.from('%begin 1 1 1\n'))).toThrow('not sent');
    expect(() => listen([{ ...one, lines: () => 1 }]).feed(Buffer.from('%begin 1 1 1\na\nb\n'))).toThrow('rows');
  });
});
