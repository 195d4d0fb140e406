// answerback backup: a copy of the journal, made by the broker while it works.
import { resolve } from 'node:path';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, json, text } from '../app/parameters.ts';
import type { Context } from '../context.ts';

const backupCommand = command(backup, {
  people: true,
  parameters: {
    flags: { json },
    positional: {
      kind: 'tuple',
      parameters: [{ parse: text, brief: 'Where to write it; the file must not exist yet', placeholder: 'file' }],
    },
  },
  docs: {
    fullDescription: examples('The copy is complete and consistent, whatever happens in the meantime.', [
      'answerback backup ~/answerback-2026-11-16.db',
    ]),
  },
});
export const commands = { backup: backupCommand };

async function backup(this: Context, flags: { readonly json: boolean }, file: string): Promise<void> {
  const made = await this.client().call('POST /v1/backup', { body: { file: resolve(file) }, timeoutMs: 600_000 });
  if (flags.json) return this.out.json(made);
  const { out } = this;
  out.line(`${out.style('✓', 'green')} ${printable(made.file)}, ${(made.bytes / 1e6).toFixed(1)} MB`);
  out.line(out.style('To use it, stop the broker and put it in the place of journal.db (answerback status shows where).', 'dim'));
}
