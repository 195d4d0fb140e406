// The dialog inside another Ink program, which owns the screen and the keyboard.
import { PassThrough } from 'node:stream';
import { render } from 'ink';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { anAsk } from '../../test/support/samples.ts';
import { virtualTerminal } from '../../test/support/virtual-terminal.ts';
import type { VerdictInput } from '../ask/schema/input.ts';
import type { ShowQuestions } from '../tool/presenters.ts';
import { ask } from '../tool/tool.ts';
import { AskDialog } from './ask-dialog.tsx';

/** Ink on a virtual terminal. */
function inInk(dialog: ReactElement) {
  const terminal = virtualTerminal({ columns: 60, rows: 15 });
  const raw: boolean[] = [];
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: (on: boolean) => raw.push(on),
    ref: () => stdin,
    unref: () => stdin,
  }) as unknown as NodeJS.ReadStream & PassThrough;
  const { output } = terminal.streams;
  // Debug mode writes whole screens; no real terminal is needed here.
  const stdout = Object.assign(output, { write: (frame: string) => terminal.show(frame) });
  const app = render(dialog, { stdout, stdin, debug: true, patchConsole: false });
  return { terminal, stdin, raw, app };
}

test('it receives keys and pastes through Ink, and fits on the screen', async () => {
  let decided: (verdict: VerdictInput) => void = () => {};
  const verdict = new Promise<VerdictInput>((resolve) => {
    decided = resolve;
  });
  const { terminal, stdin, raw, app } = inInk(
    <AskDialog
      ask={anAsk()}
      onVerdict={async (given) => {
        decided(given);
        return { kind: 'sent' };
      }}
      onLeave={() => {}}
    />,
  );
  await terminal.until('❯ ( ) 1  Postgres');
  expect(raw).toEqual([true]);
  stdin.write('\u001b[B');
  await terminal.until('❯ ( ) 2  SQLite');
  stdin.write('\u001b[200~own\rwords\u001b[201~');
  await terminal.until('│ words');
  stdin.write('\r');
  expect(await verdict).toEqual({ kind: 'answers', answers: [{ words: 'own\nwords' }] });
  app.unmount();
  expect(raw).toEqual([true, false]);
});

test('it is the dialog of a presenter: it takes what that is shown, and returns what that returns', async () => {
  const options = [
    { label: 'Postgres', description: 'a server' },
    { label: 'SQLite', description: 'one file' },
  ];
  let opened: (ink: ReturnType<typeof inInk>) => void = () => {};
  const isOpen = new Promise<ReturnType<typeof inInk>>((resolve) => {
    opened = resolve;
  });
  const presenter: ShowQuestions = (shown) =>
    new Promise((resolve) => {
      const onVerdict = async (verdict: VerdictInput) => {
        resolve(verdict);
        return { kind: 'sent' } as const;
      };
      opened(inInk(<AskDialog ask={shown} onVerdict={onVerdict} onLeave={() => resolve(undefined)} />));
    });
  const collected = ask([{ question: 'Which database?', header: 'Database', options }], { presenter });
  const { terminal, stdin, app } = await isOpen;
  await terminal.until('❯ ( ) 1  Postgres');
  stdin.write('\u001b[B');
  await terminal.until('❯ ( ) 2  SQLite');
  stdin.write('\r');
  expect((await collected).answers).toEqual({ Database: 'SQLite' });
  app.unmount();
});
