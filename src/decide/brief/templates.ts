// The texts of the brief. Each can be replaced by a file of the same name in the user's templates folder.
import type { Category } from '../../question/category.ts';
import { type Problem, problem } from '../../question/problem.ts';
import type { Phase } from './phase.ts';
import { BRIEF, REPLYING, REVIEW } from './wording.ts';

export type TemplateName = 'brief.md' | 'replying.md' | 'review.md' | `category-${CategoryName}.md` | `phase-${Phase}.md`;
type CategoryName = 'confirmation' | 'style' | 'scope' | 'architecture' | 'open-floor' | 'delegation';

export const BUILT_IN: Readonly<Record<TemplateName, string>> = {
  'brief.md': BRIEF,
  'replying.md': REPLYING,
  'review.md': REVIEW,
  'category-confirmation.md':
    'The agent asks for a go-ahead. If the step follows from the work so far, affirm it. If it does not, say what is wrong.',
  'category-style.md': 'A matter of style. Do what the code base already does; look there before you choose.',
  'category-scope.md':
    'A matter of scope. Take everything that belongs to the present phase of the work, and leave out what belongs to a later one.',
  'category-architecture.md':
    "A matter of architecture. Check every option against the project's roadmap, state and context documents before you choose, and name what you relied on.",
  'category-open-floor.md':
    'The agent asks what else there is. If no option fits, answer in your own words with the specific requirement; do not choose an empty option to be done.',
  'category-delegation.md': 'The agent offers to decide by itself. Let it decide only when all options are equally good; otherwise choose.',
  'phase-discuss.md': 'The work is being discussed. Reason in full: what is decided here shapes everything that follows.',
  'phase-plan.md': 'The work is being planned. Confirm what follows from what was discussed, and go on.',
  'phase-execute.md':
    'The plan is being carried out. Confirm, and go on. If a real design question appears, say so in your reason: it should have come up before.',
  'phase-verify.md':
    'The work is being verified. Test what is asked about where you can, and report honestly what you saw, not what was hoped for.',
};

export const TEMPLATE_NAMES = Object.keys(BUILT_IN) as readonly TemplateName[];

export const categoryTemplate = (category: Category): TemplateName => `category-${category === 'open floor' ? 'open-floor' : category}.md`;

/** Which placeholders each text may have. Without the `needed` ones the brief would be useless. */
const PLACEHOLDERS: Readonly<Record<string, { readonly needed: readonly string[]; readonly offered: readonly string[] }>> = {
  'brief.md': { needed: ['about', 'questions', 'replying'], offered: ['subject', 'phase', 'documents', 'ask'] },
  'replying.md': { needed: [], offered: ['ask', 'count'] },
  'review.md': { needed: ['questions', 'proposal', 'policy'], offered: ['about', 'subject', 'ask'] },
};
const NONE = { needed: [], offered: [] };

export function templateProblems(templates: Readonly<Record<string, string>>): Problem[] {
  return Object.entries(templates).flatMap(([name, text]) => {
    if (!(name in BUILT_IN))
      return [problem('template-name', name, name, `there is no template ${name}; there are ${TEMPLATE_NAMES.join(', ')}`)];
    const { needed, offered } = PLACEHOLDERS[name] ?? NONE;
    const used = placeholders(text);
    const known = [...needed, ...offered];
    const list = known.length === 0 ? 'it takes none' : `it takes ${known.map((each) => `{{${each}}}`).join(', ')}`;
    return [
      ...used
        .filter((each) => !known.includes(each))
        .map((each) => problem('template-placeholder', name, each, `${name}: {{${each}}} is unknown; ${list}`)),
      ...needed
        .filter((each) => !used.includes(each))
        .map((each) => problem('template-needed', name, each, `${name}: {{${each}}} is missing; without it nobody could answer`)),
    ];
  });
}

/** In one pass: inserted text is not searched again, so that foreign text cannot bring its own placeholders. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const placeholders = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
