// ask() and the tool with a dialog in this terminal as a third presenter.
import { AskUserQuestionError, type Collected } from '../tool/outcome.ts';
import type { PresenterOptions, ShowQuestions } from '../tool/presenters.ts';
import * as tool from '../tool/tool.ts';

/** Who shows the question: the inbox (default), a dialog in this terminal, or your own function. */
export type ToolOptions = Omit<PresenterOptions, 'presenter'> & { readonly presenter?: 'inbox' | 'terminal' | ShowQuestions | undefined };
export type AskOptions = ToolOptions & {
  readonly signal?: AbortSignal | undefined;
  /** Suggested answers by header: shown as selected, never taken by themselves. */
  readonly answers?: Readonly<Record<string, string>> | undefined;
};

export function createAskUserQuestionTool(options: ToolOptions = {}): tool.AskUserQuestionTool {
  return tool.createAskUserQuestionTool(withTerminal(options));
}

/** One call for programs: asks, waits, and returns the answers. Throws AskUserQuestionError if there are none. */
export function ask(questions: readonly tool.AskedQuestion[], { signal, answers, ...options }: AskOptions = {}): Promise<Collected> {
  return tool.ask(questions, { ...withTerminal(options), signal, answers });
}

function withTerminal({ presenter, ...options }: ToolOptions): PresenterOptions {
  return { ...options, presenter: presenter === 'terminal' ? inTerminal : presenter };
}

const inTerminal: ShowQuestions = async (shown, call) => {
  if (!process.stdin.isTTY || !(process.stderr.isTTY || process.stdout.isTTY))
    throw new AskUserQuestionError(
      'unavailable',
      'The question was not asked: this program has no terminal. Use the inbox (presenter: "inbox").',
    );
  const { askInTerminal } = await import('../terminal/index.ts');
  return askInTerminal(shown, call);
};
