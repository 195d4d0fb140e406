// The texts of the brief. Each can be replaced by a file of the same name in the user's templates folder.
import type { Category } from '../../question/category.ts';
import { problem } from '../../question/problem.ts';
import type { Problem } from '../../question/words.generated.ts';
import type { Phase } from './phase.ts';
import { BRIEF, REPLYING, REVIEW, SENT_BACK } from './wording.ts';

export type TemplateName = 'brief.md' | 'replying.md' | 'review.md' | 'sent-back.md' | `category-${CategoryName}.md` | `phase-${Phase}.md`;
type CategoryName = 'confirmation' | 'style' | 'scope' | 'architecture' | 'open-floor' | 'delegation';

export const BUILT_IN: Readonly<Record<TemplateName, string>> = {
  'brief.md': BRIEF,
  'replying.md': REPLYING,
  'review.md': REVIEW,
  'sent-back.md': SENT_BACK,
  'category-confirmation.md':
    'Check what the state documents and your earlier decisions say. If the step follows from them, go ahead. If not, say what is missing.',
  'category-style.md':
    'Do what the project already does: look at its conventions before you choose. If they do not say, answer "You decide".',
  'category-scope.md':
    'Take what the roadmap has for the present phase, and leave the rest to a later one. If something the options do not mention belongs here, add it as a note.',
  'category-architecture.md':
    'Existing decisions come first: check every option against them, the roadmap and the context documents, and name what you relied on.',
  'category-open-floor.md':
    'Only add something if something is missing: then say it in your own words, specifically. If nothing is, say so and let the agent go on.',
  'category-delegation.md': 'Let the agent decide only if all options are equally good; otherwise choose.',
  'phase-discuss.md': 'The work is being discussed. Reason in full: what is decided here shapes everything that follows.',
  'phase-plan.md': 'The work is being planned. Check that it follows from what was discussed; then confirm it.',
  'phase-execute.md':
    'The plan is being carried out. Confirm, and go on. If a real design question appears, decide it and say so in your reason: it should have come up before.',
  'phase-verify.md': 'The work is being verified. Test what is asked about where you can, and report what you saw, not what was hoped for.',
};

export const TEMPLATE_NAMES = Object.keys(BUILT_IN) as readonly TemplateName[];

export const categoryTemplate = (category: Category): TemplateName => `category-${category === 'open floor' ? 'open-floor' : category}.md`;

/** Which placeholders each text may have. Without the `needed` ones the brief would be useless. */
const PLACEHOLDERS: Readonly<Record<string, { readonly needed: readonly string[]; readonly offered: readonly string[] }>> = {
  'brief.md': { needed: ['about', 'questions', 'replying'], offered: ['subject', 'phase', 'unsure', 'memory', 'documents', 'ask'] },
  'replying.md': { needed: [], offered: ['ask', 'count', 'pass'] },
  'sent-back.md': { needed: ['problem', 'brief'], offered: ['ask'] },
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
