// The texts of the brief. Each can be replaced by a file of the same name in the user's templates folder.

import type { Phase } from '../../ask/phase.ts';
import { problem } from '../../ask/problem.ts';
import type { Problem } from '../../ask/schema/problem.ts';
import { BRIEF, CATEGORIES, REPLYING, REVIEW, SENT_BACK } from './wording.ts';

export type TemplateName = 'brief.md' | 'categories.md' | 'replying.md' | 'review.md' | 'sent-back.md' | `phase-${Phase}.md`;

export const BUILT_IN: Readonly<Record<TemplateName, string>> = {
  'brief.md': BRIEF,
  'categories.md': CATEGORIES,
  'replying.md': REPLYING,
  'review.md': REVIEW,
  'sent-back.md': SENT_BACK,
  'phase-discuss.md': 'The work is being discussed. Reason in full: what is decided here shapes everything that follows.',
  'phase-plan.md': 'The work is being planned. Check that it follows from what was discussed; then confirm it.',
  'phase-execute.md':
    'The plan is being carried out. Confirm, and go on. If a real design question appears, decide it and say so in your reason: it should have come up before.',
  'phase-verify.md': 'The work is being verified. Test what is asked about where you can, and report what you saw, not what was hoped for.',
};

export const TEMPLATE_NAMES = Object.keys(BUILT_IN) as readonly TemplateName[];

/** Which placeholders each text may have. Without the `needed` ones the brief would be useless. */
const PLACEHOLDERS: Readonly<Record<string, { readonly needed: readonly string[]; readonly offered: readonly string[] }>> = {
  'brief.md': {
    needed: ['about', 'questions', 'replying'],
    offered: ['categories', 'subject', 'phase', 'unsure', 'risks', 'memory', 'documents', 'ask'],
  },
  'replying.md': { needed: [], offered: ['ask', 'count', 'pass'] },
  'sent-back.md': { needed: ['problem', 'brief'], offered: ['ask'] },
  'review.md': { needed: ['questions', 'proposal', 'policy'], offered: ['about', 'subject', 'ask'] },
};
const NONE = { needed: [], offered: [] };

export function templateProblems(templates: Readonly<Record<string, string>>): Problem[] {
  return Object.entries(templates).flatMap(([name, text]) => {
    if (!(name in BUILT_IN)) return [problem('template-name', name, name, `there is no template ${name}; ${insteadOf(name)}`)];
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

const insteadOf = (name: string): string =>
  name.startsWith('category-') ? 'all categories are in categories.md now' : `there are ${TEMPLATE_NAMES.join(', ')}`;

/** In one pass: inserted text is not searched again, so that foreign text cannot bring its own placeholders. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  return template.replaceAll(PLACEHOLDER, (whole, name: string) => values[name] ?? whole);
}

const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;
const placeholders = (text: string): string[] => [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? ''))];
