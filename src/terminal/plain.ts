// A conversation on two streams: prints a question and a prompt, reads a line, prints. For screen readers, dumb terminals and pipes.
import type { Readable, Writable } from 'node:stream';
import type { Ask } from '../ask/schema/ask.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import { isSecret } from '../ask/sealed.ts';
import type { Block } from '../dialog/card.ts';
import { type Conversation, isChosen, onReview, openConversation, questionOf, say } from '../dialog/conversation/conversation.ts';
import { type Look, pageBlocks } from '../dialog/conversation/shown.ts';
import { nameOf } from '../dialog/dialog/verdict.ts';
import { oneLine } from '../dialog/foreign-text.ts';
import type { Sent } from './dialog/props.ts';
import { type Lines, linesOf } from './lines.ts';

/** `stopped`: by the signal. Ctrl-C is left to the process, because there is no raw mode. */
type PlainEnd = 'sent' | 'left' | 'stopped';

type PlainOptions = {
  /** Lines are shared with other readers before and after; a stream is read by this call alone. */
  readonly input: Readable | Lines;
  readonly output: Writable;
  onVerdict(verdict: Verdict): Promise<Sent>;
  /** Aborted when the ask is over: stop asking. */
  readonly signal?: AbortSignal | undefined;
};

/** At the end of the input the ask stays open. */
export async function runPlain(ask: Ask, { input, output, onVerdict, signal }: PlainOptions): Promise<PlainEnd> {
  const print = (lines: readonly string[]) => void output.write(lines.map((each) => `${each}\n`).join(''));
  if (isSecret(ask)) {
    print([
      'This asks for a secret, which these prompts would show while you type.',
      `Send it from a program: … | answerback answer ${ask.id} -m -`,
    ]);
    return 'left';
  }
  const lines = 'next' in input ? input : linesOf(input);
  const prompted = (prompt: string) => {
    output.write(prompt);
    return lines.next(signal);
  };
  try {
    let state = openConversation(ask, true);
    let shown: number | undefined;
    for (;;) {
      if (state.page !== shown) print(pageLines(ask, state));
      shown = state.page;
      let line = await prompted(promptOf(ask, state));
      while (state.mode !== 'list' && line?.endsWith('\\')) {
        const next = await prompted('… ');
        line = next === undefined ? undefined : `${line.slice(0, -1)}\n${next}`;
      }
      if (signal?.aborted) return 'stopped';
      if (line === undefined) {
        output.write('\n');
        return 'left';
      }
      const typed = state.mode === 'list' ? line.trim().toLowerCase() : '';
      if (typed === 'q') return 'left';
      if (typed === '?') {
        print(HELP);
        continue;
      }
      const { state: next, tell, verdict } = say(ask, state, textOf(ask, state, line));
      if (tell !== undefined) print([tell]);
      else if (next.drafts[state.page]?.note !== state.drafts[state.page]?.note) print(['Noted.']);
      if (!verdict) {
        state = next;
        continue;
      }
      const sent = await onVerdict(verdict);
      if (sent.kind === 'sent') return 'sent';
      print([sent.message]);
    }
  } finally {
    if (lines !== input) lines.close();
  }
}

// ── what is read ───────────────────────────────────────────────────────────────────────────────────────────────────

const HELP: readonly string[] = [
  'A number chooses that option; several, where allowed, as 1,3.',
  'o answers in your own words: o, or o and the words, or simply the words.',
  'n adds a note. s skips the question. b goes back. Enter keeps what is chosen.',
  'r redirects: the agent reads your message instead of an answer. d declines to answer. q leaves the question open.',
  'End a line with a backslash to continue the text on the next line.',
];

const ON_REVIEW: Readonly<Record<string, string>> = { b: '/back', r: '/redirect', d: '/decline' };
const ON_QUESTION: Readonly<Record<string, string>> = { ...ON_REVIEW, o: '/words', n: '/note', s: '/skip' };

/** A line as the conversation takes it: letters are short for commands, and Enter alone keeps what there is. */
function textOf(ask: Ask, state: Conversation, line: string): string {
  const typed = line.trim();
  if (state.mode === 'decline') return typed === '' ? '/send' : typed.toLowerCase() === 'b' ? '/back' : line;
  if (state.mode !== 'list') return line;
  const isReview = onReview(ask, state);
  if (typed === '') return isReview ? '' : '/next';
  const [, letter = '', words = ''] = /^([a-z])(?:\s+(.*))?$/is.exec(typed) ?? [];
  const command = (isReview ? ON_REVIEW : ON_QUESTION)[letter.toLowerCase()];
  return command !== undefined && (words === '' || command === '/words') ? `${command} ${words}`.trim() : typed;
}

// ── what is printed ────────────────────────────────────────────────────────────────────────────────────────────────

function pageLines(ask: Ask, state: Conversation): readonly string[] {
  const look: Look = {
    option: (number, label, description) =>
      `${number}. ${label}${description === '' ? '' : `: ${oneLine(description)}`}${isChosen(state, number) ? ' (chosen)' : ''}`,
    other: 'o. Other: answer in your own words',
    plan: Number.POSITIVE_INFINITY,
  };
  return ['', titleOf(ask, state), ...pageBlocks(ask, state, look).flatMap(linesOfBlock)];
}

function titleOf(ask: Ask, state: Conversation): string {
  const question = questionOf(ask, state);
  if (!question) return 'Your answer:';
  const count = ask.questions.length > 1 ? `Question ${state.page + 1} of ${ask.questions.length}` : 'Question';
  const name = oneLine(nameOf(question, state.page));
  const how = question.options.length === 0 ? 'answer in your own words' : question.multiSelect ? 'choose any' : 'choose one';
  return `${count === name ? count : `${count}, ${name}`} (${how}):`;
}

/** Previews and commands are indented, so that they cannot be mistaken for what is printed here. */
const linesOfBlock = ({ kind, text }: Block): readonly string[] =>
  text.split('\n').map((each) => (kind === 'code' ? `      ${each}` : each));

function promptOf(ask: Ask, state: Conversation): string {
  switch (state.mode) {
    case 'words':
      return 'Your own words: ';
    case 'note':
      return 'Note for the agent: ';
    case 'redirect':
      return 'What the agent should read instead of an answer: ';
    case 'decline':
      return 'Declining. A reason, or Enter for none, or b to go back: ';
    case 'list':
      if (onReview(ask, state)) return 'Submit? (y, n): ';
      return `${questionOf(ask, state)?.options.length === 0 ? 'Your answer' : 'Your choice'} (? for help): `;
  }
}
