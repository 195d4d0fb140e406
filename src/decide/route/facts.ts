// What routes ask about an ask, worked out once.
import { type Category, category } from '../../question/category.ts';
import { commandOf } from '../../question/permission.ts';
import { firstWarning } from '../../question/warning.ts';
import type { Ask } from '../../question/words.ts';

export type Facts = {
  readonly ask: Ask;
  readonly categories: readonly Category[];
  /** Why people should look twice; undefined where no word of the list was found. */
  readonly warning?: string | undefined;
  /** For a permission: the tool, and its command as one text where it has one. */
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
