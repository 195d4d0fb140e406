// How a call of our tool looks in the conversation of another program such as pi: its title says what is asked; expanded, it has the questions with their options.
import { asObject } from '../text/json.ts';
import { printable } from '../text/printable.ts';
import { wrap } from '../text/wrap.ts';
import { TOOL_NAME } from '../tool/definition.ts';
import { fitting } from './component-screen.ts';

/** The parts of the program's theme that are used. */
export type CallTheme = { fg(colour: 'toolTitle' | 'accent' | 'toolOutput', text: string): string; bold(text: string): string };
export type CallComponent = { render(width: number): string[]; invalidate(): void };

/** It is also shown while the model still writes the arguments, so anything may be missing. */
export function callComponent(args: unknown, theme: CallTheme, isExpanded: boolean): CallComponent {
  const questions = list(asObject(args)?.questions).map((value) => asObject(value) ?? {});
  const render = (columns: number): string[] => {
    const name = shortened(TOOL_NAME, columns);
    const about = shortened(titleOf(questions), columns - TOOL_NAME.length - 1);
    const title = `${theme.fg('toolTitle', theme.bold(name))}${about === '' ? '' : ` ${theme.fg('accent', about)}`}`;
    if (!isExpanded) return [title];
    const lines = questions.flatMap(questionLines).flatMap((line) => wrap(line, columns));
    return [title, ...lines.map((line) => theme.fg('toolOutput', shortened(line, columns)))];
  };
  return { render, invalidate() {} };
}

type Fields = Readonly<Record<string, unknown>>;

/** One question as it is, several by their headers. */
function titleOf(questions: readonly Fields[]): string {
  const [first] = questions;
  if (questions.length <= 1) return text(first?.question) || text(first?.header);
  const names = questions.map(({ header, question }) => text(header) || text(question)).filter((name) => name !== '');
  return `${questions.length} questions${names.length === 0 ? '' : `: ${names.join(', ')}`}`;
}

function questionLines({ question, header, options }: Fields): string[] {
  const labels = list(options).map((option) => `- ${text(asObject(option)?.label)}`);
  return ['', [text(header), text(question)].filter((part) => part !== '').join(': '), ...labels];
}

function shortened(line: string, columns: number): string {
  const { text: fits } = fitting(line, columns);
  return fits === line ? line : `${fitting(line, columns - 1).text}…`.slice(0, Math.max(0, columns));
}

const text = (value: unknown): string => (typeof value === 'string' ? printable(value.replaceAll(/\s+/g, ' ').trim()) : '');
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
