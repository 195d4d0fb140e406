// What criteria need to know about an ask, computed once.
import { type Category, category } from '../../question/category.ts';
import { commandOf } from '../../question/permission.ts';
import { firstWarning } from '../../question/warning.ts';
import type { Ask } from '../../question/words.ts';

export type Facts = {
  readonly ask: Ask;
  readonly categories: readonly Category[];
  /** The warning in the ask; undefined if there is none. */
  readonly warning?: string | undefined;
  /** For a permission: the tool, and its command as one text if it has one. */
  readonly tool?: string | undefined;
  readonly command?: string | undefined;
};

export function factsOf(ask: Ask): Facts {
  const permission = ask.detail?.kind === 'permission' ? ask.detail : undefined;
  const command = commandOf(permission?.input)?.trim();
  return {
    ask,
    categories: ask.questions.map((question) => category(question)),
    warning: firstWarning(ask),
    ...(permission === undefined ? {} : { tool: permission.tool }),
    ...(command === undefined ? {} : { command }),
  };
}
