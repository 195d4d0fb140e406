// answerback mcp: checks the flags and hands over to the server. With --url it says how to reach the broker's own.
import { elicitKey, readOrMakeToken, readToken, sameToken } from '../../client/token.ts';
import { command } from '../app/command.ts';
import { examples, json, optionalText } from '../app/parameters.ts';
import { type Context, UsageError } from '../context.ts';
import { timeOf } from '../time-range.ts';

const mcpCommand = command(mcp, {
  parameters: {
    flags: {
      json,
      hold: optionalText('How long one call may wait before it returns "pending" (default: by client, 50s to 580s)', 'time'),
      timeout: optionalText('Questions expire after this, for example 2h (default: never)', 'time'),
      project: optionalText('The project that asks (default: the current folder)', 'folder'),
      elicit: {
        kind: 'boolean',
        brief: "Show questions in the agent's own dialog too (MCP elicitation); the first answer wins",
        default: false,
      },
      url: {
        kind: 'boolean',
        brief: "Print the address and header of the broker's own MCP server, for agents that use HTTP",
        default: false,
      },
      answers: {
        kind: 'boolean',
        brief: 'For an agent that answers: list_questions, answer_question, route_explain (needs a token of its own)',
        default: false,
      },
      as: optionalText('With --answers: the name that its decisions are signed with (default: mcp)', 'name'),
      keep: { kind: 'boolean', brief: 'Leave questions open when the agent closes the connection', default: false },
    },
  },
  docs: {
    fullDescription: examples('An MCP server on standard input and output, with the tools ask_user_question and check_question.', [
      'answerback setup mcp codex',
      'answerback mcp --hold 280s --timeout 8h',
      'answerback mcp --url --project /srv/app',
      'answerback mcp --answers --url',
    ]),
  },
});
export const commands = { mcp: mcpCommand };

type McpFlags = {
  readonly json: boolean;
  readonly url: boolean;
  readonly answers: boolean;
  readonly as?: string;
  readonly hold?: string;
  readonly timeout?: string;
  readonly project?: string;
  readonly keep: boolean;
  readonly elicit: boolean;
};

const TOKEN_VARIABLE = 'ANSWERBACK_ANSWER_TOKEN';

async function mcp(this: Context, flags: McpFlags): Promise<void> {
  const { hold, timeout, project, keep, elicit, answers, as = 'mcp' } = flags;
  const times = { holdMs: timeOf('--hold', hold), timeoutMs: timeOf('--timeout', timeout) };
  if (flags.url) return address(this, flags);
  if (this.process.stdin.isTTY)
    throw new UsageError(
      'this command talks to a program, not to a person',
      'Add it to your agent, for example: answerback setup mcp codex. For any agent: answerback setup mcp --print',
    );
  if (answers) checkToken(this);
  const { serveOverStdio } = await import('../../mcp/stdio.ts');
  await serveOverStdio(this.process, {
    ...times,
    project,
    elicit,
    ...(answers ? { answerAs: as } : {}),
    onClose: keep ? 'keep' : 'withdraw',
  });
}

/** How to reach the broker's own server. Makes the token for answering if there is none: that is how a person allows it. */
async function address({ client, place, out, process }: Context, flags: McpFlags): Promise<void> {
  const { url } = await client().call('GET /v1/status');
  const target = new URL(flags.answers ? '/mcp/answers' : '/mcp', url);
  const given = flags.answers
    ? { as: flags.as }
    : {
        project: flags.project ?? process.cwd(),
        hold: flags.hold,
        timeout: flags.timeout,
        elicit: flags.elicit && elicitKey(place.token),
        keep: flags.keep,
      };
  for (const [name, value] of Object.entries(given))
    if (value !== undefined && value !== false) target.searchParams.set(name, value === true ? '1' : value);
  const headers = { Authorization: `Bearer ${readOrMakeToken(flags.answers ? place.answerToken : place.askToken)}` };
  if (flags.json) return out.json({ url: target.href, headers });
  out.line(`${out.style('Address', 'bold')}  ${target.href}`);
  out.line(`${out.style('Header', 'bold')}   Authorization: ${headers.Authorization}`);
  out.line('');
  out.line(
    flags.answers
      ? `Whoever has this token can answer in your place, where a route names ${flags.as ?? 'mcp'}.`
      : flags.elicit
        ? 'This token is for asking only. With this address, what comes from the dialog of the agent counts as your answer.'
        : 'This token is for asking only.',
  );
}

/** An agent that asks has the command too, but not the token. */
function checkToken({ env, place }: Context): void {
  const token = readToken(place.answerToken);
  if (token !== '' && sameToken(env[TOKEN_VARIABLE] ?? '', token)) return;
  throw new UsageError(
    token === '' ? 'agents may not answer over MCP yet' : `${TOKEN_VARIABLE} does not have the token for answering`,
    `Get the token with: answerback mcp --answers --url. Then set ${TOKEN_VARIABLE} in the settings of the agent that answers.`,
  );
}
