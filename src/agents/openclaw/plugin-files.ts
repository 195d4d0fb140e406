// Our plugin as files in OpenClaw's folder of extensions, and its entry in OpenClaw's settings.
import { join } from 'node:path';
import { VERSION } from '../../client/version.ts';
import { type Change, changeTo, planRestore, type Restore, reversal } from '../../setup/change.ts';
import { find, notUtf8, type Refusal, refused, refusedAt, textOf } from '../../setup/file.ts';
import { jsonFormat } from '../../setup/json-format.ts';
import { withoutBom } from '../../setup/json-settings.ts';
import { asObject } from '../../text/json.ts';

export const CHAT_ANSWERER = 'openclaw-chat';
const ID = 'answerback';

const FORMAT = jsonFormat(['plugins', 'entries'], { program: 'OpenClaw', comments: true, trailingCommas: true, json5: true });

/** `code` is the built plugin. */
export function pluginFiles(folder: string, code: string): readonly { readonly path: string; readonly content: string }[] {
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  const manifest = {
    id: ID,
    name: 'Answerback',
    description: 'Answers the questions of coding agents in the conversation of your agent.',
    version: VERSION,
    activation: { onStartup: true },
    contracts: { tools: ['answer_question'] },
    configSchema: {
      type: 'object',
      additionalProperties: false,
      required: ['folder', 'agents'],
      properties: {
        folder: { type: 'string' },
        agents: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            additionalProperties: false,
            required: ['as'],
            properties: { as: { type: 'string' }, session: { type: 'string' }, deliver: { type: 'boolean' } },
          },
        },
      },
    },
  };
  const pack = {
    name: 'answerback-openclaw-plugin',
    version: VERSION,
    private: true,
    type: 'module',
    openclaw: { extensions: ['./index.js'] },
  };
  return [
    { path: join(folder, 'index.js'), content: code },
    { path: join(folder, 'openclaw.plugin.json'), content: json(manifest) },
    { path: join(folder, 'package.json'), content: json(pack) },
  ];
}

/** `agent` is the agent of OpenClaw that gets the questions. An entry of ours that is there already is kept: it may name more agents. */
export function planPluginEntry(
  file: string,
  { folder, agent }: { readonly folder: string; readonly agent: string },
): Change | Refusal | undefined {
  const target = find(file);
  if (target.kind === 'refused') return target;
  const before = target.kind === 'existing' ? textOf(target.bytes) : '';
  if (target.kind === 'existing' && before === undefined) return notUtf8(target);
  const { bom, text } = withoutBom(before ?? '');
  const read = FORMAT.read(text);
  if ('reason' in read) return refusedAt(file, text, read.offset, read.reason, read.fix);
  const known = asObject(asObject(read.entry)?.config)?.folder;
  if (known === folder) return undefined;
  if (read.entry !== undefined && known === undefined)
    return refused(file, `there is a plugin "${ID}" that is not ours`, 'Remove it from plugins.entries, and try again.');
  const entry = { enabled: true, hooks: { allowConversationAccess: true }, config: { folder, agents: { [agent]: { as: CHAT_ANSWERER } } } };
  return changeTo(target, Buffer.from(bom + FORMAT.write(text, entry)), { update: read.entry !== undefined });
}

/** Restores the settings if nobody has changed them since setup, else removes only our entry. */
export function planPluginEntryUndo(file: string, undo: string): Restore | Refusal {
  const restore = planRestore(file, undo);
  if (restore.kind !== 'edited') return restore;
  const { bom, text } = withoutBom(textOf(restore.target.bytes) ?? '');
  const original = restore.backup.original && textOf(restore.backup.original);
  const after = FORMAT.remove(text, original === undefined ? undefined : withoutBom(original).text);
  if (after === text) return { kind: 'nothing' };
  return { kind: 'reversal', reversal: reversal('remove', restore.target, Buffer.from(bom + after), restore.backup) };
}

/** OpenClaw loads only the plugins in this list, if there is one. */
export function isKeptOut(settings: unknown): boolean {
  const { allow, enabled } = asObject(asObject(settings)?.plugins) ?? {};
  return enabled === false || (Array.isArray(allow) && !allow.includes(ID));
}
