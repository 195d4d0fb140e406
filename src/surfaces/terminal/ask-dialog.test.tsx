// The dialog inside another Ink program, which owns the screen and the keyboard.
import { PassThrough } from 'node:stream';
import { render } from 'ink';
import { expect, test } from 'vitest';
import { anAsk } from '../../../test/support/samples.ts';
import { virtualTerminal } from '../../../test/support/virtual-terminal.ts';
import type { Verdict } from '../../question/words.generated.ts';
import { AskDialog } from './ask-dialog.tsx';

test('it receives keys and pastes through Ink, and fits on the screen', async () => {
  const terminal = virtualTerminal({ columns: 60, rows: 15 });
  const raw: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => raw.push(on),
    ref: () => stdin,
    unref: () => stdin,
  }) as unknown as NodeJS.ReadStream & PassThrough;
  let decided: (verdict: Verdict) => void = () => {};
  const verdict = new Promise<Verdict>((resolve) => {
    decided = resolve;
  });
  const { output } = terminal.streams;
  const app = render(
    <AskDialog
      ask={anAsk()}
      onVerdict={async (given) => {
        decided(given);
        return { kind: 'sent' };
      }}
      onLeave={() => {}}
    />,
    // Debug mode writes whole screens; no real terminal is needed here.
    { stdout: Object.assign(output, { write: (frame: string) => terminal.show(frame) }), stdin, debug: true, patchConsole: false },
  );
  await terminal.until('❯ ( ) 1  Postgres');
  expect(raw).toEqual([true]);
  stdin.write('\u001b[B');
  await terminal.until('❯ ( ) 2  SQLite');
  stdin.write('\u001b[200~own\rwords\u001b[201~');
  await terminal.until('│ words');
  stdin.write('\r');
  expect(await verdict).toEqual({ kind: 'answers', answers: [{ kind: 'words', words: 'own\nwords' }] });
  app.unmount();
  expect(raw).toEqual([true, false]);
});
