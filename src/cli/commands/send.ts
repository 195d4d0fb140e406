// answerback send: the next prompt for an agent, sent when it is idle; waiting prompts can be listed and cancelled.
import type { Risk } from '../../ask/schema/route.ts';
import type { Prompt } from '../../ask/schema/session.ts';
import { newKey } from '../../client/key.ts';
import { shortId, span } from '../../dialog/words/words.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { examples, flag, json, optionalText, text } from '../app/parameters.ts';
import { signFlags } from '../app/sign-flags.ts';
import { answererFrom, type Context, EXIT, forPeople, UsageError } from '../context.ts';
import { findSession } from '../find-session.ts';
import type { Style } from '../output.ts';
import { type Cell, printTable } from '../table.ts';

const sendCommand = command(send, {
  parameters: {
    flags: {
      json,
      list: flag('List waiting prompts'),
      all: flag('With --list: include prompts that were sent'),
      cancel: optionalText('Cancel a waiting prompt', 'id'),
      by: signFlags.by,
      reason: signFlags.reason,
      risk: signFlags.risk,
    },
    positional: {
      kind: 'array',
      parameter: {
        parse: text,
        brief: 'The session (the beginning of its id, its tmux session, or the name of its project), then prompts or /slash-commands',
        placeholder: 'session text',
      },
    },
  },
  docs: {
    fullDescription: examples(
      'It is sent when the agent is idle: one per turn, in order. In a tmux pane it is never typed into a draft or a dialog.',
      [
        'answerback send shop "run the tests again"',
        'answerback send shop /clear "/gsd:plan-phase 3"',
        'answerback send warden-main-4 "go on"',
        'answerback send --list',
        'answerback send --cancel k3f9',
      ],
    ),
  },
});
export const commands = { send: sendCommand };

type SendFlags = {
  readonly json: boolean;
  readonly list: boolean;
  readonly all: boolean;
  readonly cancel?: string;
  readonly by?: string;
  readonly reason?: string;
  readonly risk?: Risk;
};

async function send(this: Context, flags: SendFlags, ...given: readonly string[]): Promise<void> {
  if (flags.list || flags.all) return list(this, flags);
  if (flags.cancel !== undefined) return cancel(this, flags, flags.cancel);
  const [session, text, ...nextPrompts] = given;
  if (session === undefined || text === undefined)
    throw new UsageError('say to which session, and what', 'For example: answerback send shop "run the tests again"');
  const client = this.client();
  const target = findSession(session, (await client.call('GET /v1/sessions', { query: { now: true } })).sessions);
  if (!target)
    throw new UsageError(`no running session "${session}"`, '`answerback sessions` lists them, by id, tmux session and project.');
  const { reason, risk } = flags;
  const prompt = await client.call('POST /v1/sessions/:id/prompts', {
    params: { id: target.id },
    body: { text, ...(nextPrompts.length === 0 ? {} : { nextPrompts }), by: answererFrom(flags.by, this.env), key: newKey(), reason, risk },
  });
  if (prompt.notSent) this.process.exitCode = EXIT.failed;
  if (flags.json) return this.out.json(prompt);
  if (prompt.ask !== undefined)
    return this.out.line(
      `${this.out.style('✓', 'green')} answered ${this.out.style(shortId(prompt.ask), 'cyan')}, which asked for the next prompt`,
    );
  const ids = [prompt, ...(prompt.nextPrompts ?? [])].map(({ id }) => this.out.style(shortId(id), 'cyan'));
  const when = ids.length === 1 ? 'it will be sent when the agent is idle' : 'each will be sent when the agent is idle, in this order';
  this.out.line(
    `${this.out.style('✓', 'green')} queued as ${ids.join(', ')}; ${when}  ${this.out.style('(answerback send --list)', 'dim')}`,
  );
  for (const each of prompt.notSent?.prompts ?? [])
    this.out.line(this.out.style(`✗ not sent: ${printable(each)} (${printable(prompt.notSent?.reason ?? '')})`, 'red'));
  if (typeof target.cannotPrompt === 'string')
    this.out.line(this.out.style(`! Right now it cannot be sent: ${printable(target.cannotPrompt)}.`, 'yellow'));
}

const STYLES: Readonly<Record<Prompt['state'], Style>> = {
  queued: 'yellow',
  sending: 'blue',
  sent: 'green',
  failed: 'red',
  cancelled: 'dim',
};

async function list({ client, out, now }: Context, { json, all }: SendFlags): Promise<void> {
  const { prompts } = await client().call('GET /v1/prompts', { query: { all } });
  if (json) return out.json(prompts);
  if (prompts.length === 0) return out.line(all ? 'No prompts yet.' : 'No prompts are waiting. (--all shows those that were sent)');
  const rows = prompts.map((prompt): Cell[] => [
    { text: shortId(prompt.id), style: ['cyan'] },
    { text: span(now() - prompt.queuedAt), style: ['dim'] },
    { text: prompt.state, style: [STYLES[prompt.state]] },
    { text: printable(prompt.session).slice(0, 12), style: ['dim'] },
    { text: `${printable(prompt.text)}${prompt.reason ? ` (${printable(prompt.reason)})` : ''}` },
  ]);
  printTable(out, rows, { flexible: 4 });
}

async function cancel({ client, out, env }: Context, { json }: SendFlags, id: string): Promise<void> {
  forPeople(env);
  const prompt = await client().call('POST /v1/prompts/:id/cancel', { params: { id } });
  if (json) return out.json(prompt);
  out.line(`Cancelled: ${printable(prompt.text)}`);
}
