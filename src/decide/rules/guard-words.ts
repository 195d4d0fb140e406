// What a machine says in its own words: words, notes, messages, prompts, reasons. They are orders too, and read as an option with that label would be.

import { stance } from '../../question/category-words.ts';
import { irreversible, readsIrreversible } from '../../question/irreversible.ts';
import { actInName } from '../../question/irreversible-arguments.ts';
import { isRefusal } from '../../question/refusal.ts';
import { hiding } from '../../question/spelling.ts';
import type { Question } from '../../question/words.ts';
import { beginsOrdinarily, unknownOrder, unknownProposal } from './known-orders.ts';
import { isReadable } from './language.ts';
import { namesSecret } from './secret-places.ts';

/** `risky`: something in the ask cannot be undone. Then words could point to it without naming it ("the first one"), and only a plain refusal passes. */
export function wordsReason(text: string, question: Question, risky: boolean): string | undefined {
  if (text.trim() === '' || isRefusal(text)) return undefined;
  const hidden = hiding(text);
  if (hidden !== undefined) return `they hide letters: ${hidden}`;
  if (risky) return 'something in this ask looks irreversible, and own words could point to it';
  const verdict = irreversible({ label: text }, question);
  if (verdict.irreversible) return verdict.reason;
  const everything = text.trim().split(/\s+/).length <= FEW ? EVERYTHING.exec(text)?.[0] : undefined;
  if (everything !== undefined) return `"${everything}" in a few words could mean anything`;
  const order = unknownOrder(text) ?? (stance(text) === 'yes' ? unknownProposal(question.text) : undefined);
  if (order !== undefined) return `"${order.slice(0, 40)}" is not known to be ordinary work`;
  return isReadable(text) || beginsOrdinarily(text)
    ? undefined
    : 'they are in a language that cannot be read here for what cannot be undone';
}

const FEW = 4;
/** "All of it" in languages that nobody here reads, and in those that somebody does. */
const EVERYTHING =
  /\b(?:everything|all of (?:it|them)|alles|alle|tutto|tutti|todo|todos|tudo|tout|tous|wszystko|allt|alt|kaikki|semua|totul|mindent|hepsi|rasa)\b/iu;

/** The next prompt of an idle agent: as own words are, and never what the agent's program takes as something else than a prompt. */
export function promptReason(text: string, question: Question, lastMessage: string): string | undefined {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.some((line) => /^[!！&]/u.test(line))) return 'a line that begins with "!" or "&" is run without asking';
  if (lines.some((line) => /^[#＃]/u.test(line))) return 'a line that begins with "#" may be remembered for good';
  if (/(?:^|\s)@(?:[/~]|\S*\.\.\/)/.test(text)) return 'it attaches a file from outside the project';
  for (const line of lines) {
    const [, name = ''] = /^[/／]([\w:.-]*)/u.exec(line) ?? [];
    if (SETTINGS.has(name.toLowerCase())) return `/${name} changes settings, permissions or accounts, or drops the conversation`;
    if (name !== '' && actInName(name) !== undefined) return `the slash command is called "/${name.slice(0, 60)}"`;
  }
  const beyond = BEYOND.exec(text)?.[0];
  if (beyond !== undefined) return `"${beyond.slice(0, 40)}" reaches further than the next turn`;
  if (namesSecret(text) || /(?:^|\s)(?:~|\/(?:etc|root|proc|home|var))\//.test(text))
    return "it points to where keys or other people's files may be";
  const named = irreversible({ label: text.replace(/^\s*[/／]/u, '') }, question);
  if (named.irreversible) return named.reason;
  // "Yes, go on" means what the agent said last.
  const risky = !/^\s*\//.test(text) && readsIrreversible({ ...question, text: lastMessage.slice(-MOST_MESSAGE) });
  return wordsReason(text.replace(/^\s*[/／][\w:.-]+/u, ''), question, risky);
}
const MOST_MESSAGE = 3000;

/** Orders that take the next decision away from whoever would have it. */
const BEYOND =
  /\b(?:from now on|(?:never|no longer|don['’]t|do not|stop) (?:ask|asking|prompt|prompting)(?: me| us)?|without (?:asking|approval|confirmation)|(?:answer|say|answering|saying) yes to|yes to (?:all|every)|allow (?:all|every)|auto-?(?:accept|approve)|skip permissions|answerback)\b/i;

/** Commands that come with Claude Code, Codex and Gemini. A command of the user's own is what a prompt is for, and passes. */
const SETTINGS = new Set(
  'add-dir agents allowed-tools approvals auth bash bashes bug chat checkpoint clear config connect continue delete directory effort exit export extra-usage fast feedback fork hooks ide install-github-app install-slack-app login logout marketplace mcp memory model new output-style passes permissions plugin plugins privacy-settings quit rc remote-control remote-env reset restore resume rewind sandbox settings setup-bedrock setup-token share statusline teleport terminal-setup theme tools tp undo unshare upgrade vim yolo'.split(
    ' ',
  ),
);
