// The rule "words": the same words for every question.

import { words as text } from '../../ask/match/fields.ts';
import { shortened } from '../../text/shortened.ts';
import { defineRuleKind } from './rule-kind.ts';

export const words = defineRuleKind<{ readonly words: string }>({
  name: 'words',
  brief: 'answers every question in these words',
  example: 'words: "Follow CLAUDE.md."',
  schema: () => text.transform((said) => ({ words: said })),
  describe: (settings) => `words ${JSON.stringify(shortened(settings.words, MOST))}`,
  isSame: (users, projects) => users.words === projects.words,
  decide: (_, settings) => ({
    kind: 'answer',
    answer: { kind: 'words', words: settings.words },
    why: 'answered in the words of the rule',
  }),
});

const MOST = 40;
