// How well the categories and the guess at what cannot be undone do on the labelled examples: precision and recall.
import { type Category, category } from '../category.ts';
import { irreversibleAsk } from '../irreversible.ts';
import { PERMISSIONS } from './permissions.ts';
import { type Example, QUESTIONS } from './questions.ts';

/** `right`: said and labelled; `said`: how often the classifier said it; `labelled`: how often it is so. */
export type Score = { readonly name: string; readonly right: number; readonly said: number; readonly labelled: number };

export const EXAMPLES: readonly Example[] = [...QUESTIONS, ...PERMISSIONS];

const CATEGORIES: readonly Category[] = ['confirmation', 'style', 'scope', 'architecture', 'open floor', 'delegation'];

/** Of questions alone: a permission and a plan have no category. */
export function categoryScores(examples: readonly Example[] = EXAMPLES): readonly Score[] {
  const pairs = examples.flatMap(({ ask: { questions }, category: labelled }) =>
    labelled === undefined ? [] : questions.map((question) => ({ labelled, said: category(question).category })),
  );
  return CATEGORIES.map((name) => ({
    name,
    right: pairs.filter((pair) => pair.labelled === name && pair.said === name).length,
    said: pairs.filter((pair) => pair.said === name).length,
    labelled: pairs.filter((pair) => pair.labelled === name).length,
  }));
}

/** Option by option. */
export function irreversibleScore(examples: readonly Example[] = EXAMPLES): Score {
  const found = examples.map(({ ask, irreversible }) => ({
    said: irreversibleAsk(ask).map(({ option }) => option),
    labelled: irreversible,
  }));
  return {
    name: 'irreversible',
    right: sum(found.map(({ said, labelled }) => said.filter((option) => labelled.includes(option)).length)),
    said: sum(found.map(({ said }) => said.length)),
    labelled: sum(found.map(({ labelled }) => labelled.length)),
  };
}

export const precision = ({ right, said }: Score): number => (said === 0 ? 1 : right / said);
export const recall = ({ right, labelled }: Score): number => (labelled === 0 ? 1 : right / labelled);

export function scoreTable(scores: readonly Score[]): string {
  const rows = scores.map((score) => `| ${score.name} | ${score.labelled} | ${percent(precision(score))} | ${percent(recall(score))} |`);
  return ['| | labelled | precision | recall |', '|---|---|---|---|', ...rows].join('\n');
}

/** What the classifiers got wrong, one line each. */
export function mistakes(examples: readonly Example[] = EXAMPLES): readonly string[] {
  return examples.flatMap(({ ask, category: labelled, irreversible }) => {
    const [question] = ask.questions;
    const text = ask.detail === undefined ? (question?.text ?? '') : JSON.stringify(ask.detail);
    const said = question === undefined || labelled === undefined ? undefined : category(question);
    const marked = irreversibleAsk(ask);
    const numbers = marked.map(({ option }) => option);
    return [
      ...(said === undefined || said.category === labelled
        ? []
        : [`${text.slice(0, 80)}: ${said.category} (${said.reason}), labelled ${labelled}`]),
      ...(numbers.join() === irreversible.join()
        ? []
        : [`${text.slice(0, 80)}: irreversible [${numbers}] (${marked[0]?.reason ?? 'nothing'}), labelled [${irreversible}]`]),
    ];
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
