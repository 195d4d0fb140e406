// answerback demo: a small agent asks, you answer here or on any other surface, and you see the answer arrive.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createInterface } from 'node:readline';
import { AGENTS } from '../../agents/list.ts';
import { typedAnswers } from '../../ask/choice.ts';
import type { AskView, JournalEvent } from '../../ask/schema/history.ts';
import type { ToolResult } from '../../ask/schema/result.ts';
import { answerLine, decisionLine } from '../../ask/summary.ts';
import { shortId } from '../../dialog/words/words.ts';
import { asObject, parsedJson } from '../../text/json.ts';
import { printable } from '../../text/printable.ts';
import { command } from '../app/command.ts';
import { printCard } from '../card.ts';
import { answererFrom, type Context, EXIT } from '../context.ts';

const demoCommand = command(demo, {
  people: true,
  parameters: { flags: {} },
});
export const commands = { demo: demoCommand };

const QUESTIONS = {
  questions: [
    {
      text: 'Which database should the new project use?',
      header: 'Database',
      options: [
        { label: 'SQLite', description: 'one file, nothing to run' },
        { label: 'PostgreSQL', description: 'a server, many writers at once' },
        { label: 'Plain files', description: 'JSON in a folder, simple but slow' },
      ],
    },
  ],
};

/** Uses the same commands and the same broker as any agent and any person. */
async function demo(this: Context, _flags: Record<never, never>): Promise<void> {
  const { out } = this;
  const client = this.client();
  const { events: head } = await client.call('GET /v1/status');
  const session = `demo-${randomUUID().slice(0, 8)}`;
  const leaving = new AbortController();
  const agent = startAgent(this, session);
  agent.say('hello! I am setting up a project and have a question for you.');

  let ask: AskView | undefined;
  let prompt: ReturnType<typeof askPerson> | undefined;
  const leave = async () => {
    out.line();
    if (ask)
      await client
        .call('POST /v1/asks/:id/withdraw', { params: { id: ask.id }, body: { reason: 'the demo was interrupted' } })
        .catch(() => {});
    agent.stop();
    this.process.exit(EXIT.interrupted);
  };
  this.process.once('SIGINT', () => void leave());

  for await (const item of client.events({ after: head, signal: leaving.signal })) {
    if (item.kind !== 'event') continue;
    const { event } = item;
    if ('ask' in event && event.happening.kind === 'asked' && event.view.session === session) {
      ask = event.view;
      out.line(out.style('\nIt is in your inbox, saved to disk:\n', 'dim'));
      printCard(out, ask, this.now());
      out.line();
      prompt = askPerson(this, ask, () => void leave());
    }
    if (!ask || !('ask' in event) || event.ask !== ask.id) continue;
    if (tell(this, ask, event)) {
      prompt?.close();
      if (event.happening.kind === 'receipt' || event.happening.kind === 'withdrawn') break;
    }
  }
  leaving.abort();
  await agent.over;
  await client.call('POST /v1/sessions/:id/end', { params: { id: session }, body: { reason: 'the demo is over' } });
  printNext(this);
}

/** True when the event means that the question no longer needs an answer. */
function tell({ out }: Context, ask: AskView, { happening }: JournalEvent): boolean {
  if (happening.kind === 'settled') {
    const { by } = happening.decision;
    out.line(
      `\n${out.style('✓', 'green')} decided by ${printable(by.name)} (${printable(by.surface)}): ${out.style(printable(decisionLine(ask, happening.decision)), 'bold')}`,
    );
    return true;
  }
  if (happening.kind === 'receipt') {
    out.line(`${out.style('✓', 'green')} ${happening.receipt.verdict}: what the agent received is what was decided`);
    return true;
  }
  return happening.kind === 'withdrawn';
}

/** The agent is a separate process that runs `answerback ask` and continues with the answer. */
function startAgent({ out, process: me }: Context, session: string) {
  const say = (text: string) => out.line(`${out.style('demo agent │', 'magenta')} ${text}`);
  const args = [me.argv[1] as string, 'ask', '--json', '--from', '-', '--program', 'demo-agent', '--session', session];
  const child = spawn(me.execPath, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.end(JSON.stringify(QUESTIONS));
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const over = new Promise<void>((resolve) => {
    child.on('close', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      const result = asObject(parsedJson(text));
      if (result && 'answers' in result) say(reaction(result as ToolResult));
      resolve();
    });
  });
  return { say, over, stop: () => child.kill() };
}

function reaction(result: ToolResult): string {
  const [answer] = result.answers;
  if (answer) return `you said “${printable(answerLine(answer))}”. Thank you, I will use that.`;
  return result.outcome === 'redirect'
    ? `you say the question is wrong: “${printable(result.message ?? '')}”. Let me think again.`
    : 'you declined to answer. I will decide myself.';
}

function askPerson(context: Context, ask: AskView, leave: () => void): { close(): void } {
  const { out, process, env } = context;
  const client = context.client();
  const lines = createInterface({ input: process.stdin, output: process.stdout, terminal: out.terminal });
  lines.setPrompt(`${out.style('Your answer', 'bold')} (a number, or your own words) › `);
  if (out.terminal) lines.prompt();
  else out.line(`This is not a terminal. Answer from another one:  npx answerback answer ${shortId(ask.id)} 1`);
  let closing = false;
  lines.on('line', (line) => {
    const text = line.trim();
    if (text === '') {
      out.line('Please type an answer. There is no time limit.');
      return lines.prompt();
    }
    const chosen = typedAnswers({ choices: [text], words: [], notes: [] }, ask);
    const typed = chosen.kind === 'ok' || /^#?\d+$/.test(text) ? chosen : typedAnswers({ choices: [], words: [text], notes: [] }, ask);
    if (typed.kind === 'invalid') {
      out.line(typed.problems.map((p) => printable(p.message)).join('\n'));
      return lines.prompt();
    }
    client
      .decide(ask.id, { kind: 'answers', answers: typed.value }, { by: { ...answererFrom(undefined, env), surface: 'demo' } })
      .catch((error: Error) => out.line(printable(error.message)));
  });
  lines.on('SIGINT', leave);
  lines.on('close', () => {
    if (!closing && out.terminal) leave();
  });
  return {
    close() {
      closing = true;
      lines.close();
    },
  };
}

function printNext({ out }: Context): void {
  out.line();
  out.line(out.style('That is how a question is answered. Next:', 'bold'));
  const rows = [
    ['npx answerback ask "Ship it?" -o Yes -o No', 'ask from any script; the answer is printed on stdout'],
    ['npx answerback', 'the inbox: all open asks, live'],
    ['npx answerback web', 'the same in your browser'],
    ['npx answerback log', 'who decided what, and whether it arrived'],
    ['npx answerback --help', 'everything else'],
  ];
  for (const [command = '', what = ''] of rows) out.line(`  ${out.style(command.padEnd(46), 'cyan')} ${out.style(what, 'dim')}`);
  out.line();
  for (const { name, title } of [...AGENTS, { name: 'mcp', title: 'other agents' }])
    out.line(`${out.style(`To connect ${title}:`.padEnd(24), 'bold')} ${out.style(`npx answerback setup ${name}`, 'cyan')}`);
  out.line(out.style('It shows the changes before it writes them.', 'dim'));
}
