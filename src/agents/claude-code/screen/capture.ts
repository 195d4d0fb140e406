// Turns a dialog on a screen into an ask, with the text of the tool call in the transcript if there is one, else with what the screen shows.

import type { Draft } from '../../../ask/new-ask.ts';
import type { Question as AskQuestion, Option } from '../../../ask/schema/ask.ts';
import { allowText } from '../../draft.ts';
import { draftOf } from '../capture.ts';
import { PLAN_TOOL, QUESTION_TOOL } from '../format/permission.ts';
import { aboutOf, isAbout } from '../keys/about.ts';
import { isOneOf } from '../keys/question.ts';
import type { Call } from '../transcript/read.ts';
import { type Dialog, type Permission, type Plan, QUESTION_NOT_SHOWN, type Question } from './state.ts';

/** `call` is the id of the tool call that the dialog is about. Without it, everything was read from the screen, where texts may be cut off. */
export type FromScreen = { readonly draft: Draft; readonly call?: string };

/** Undefined when the screen shows too little for an ask. */
export function fromScreen(dialog: Dialog, pending: readonly Call[]): FromScreen | undefined {
  const call = pending.find((each) => isAboutCall(dialog, each));
  const known = call && draftOf({ tool_name: call.tool, tool_input: call.input });
  const { id } = call ?? {};
  const named = id === undefined ? {} : { call: id };
  switch (dialog.kind) {
    case 'question': {
      const questions = questionsOn(dialog);
      const draft = known ?? (questions && ({ kind: 'question', questions } as const));
      return draft && { draft, ...named };
    }
    case 'review':
      return known ? { draft: known, ...named } : undefined;
    case 'permission':
      return { draft: permissionOn(dialog, known), ...named };
    case 'plan':
      return { draft: planOn(known, dialog), ...named };
  }
}

/** Whether the dialog is still the one that the ask is about. */
export function isSame(dialog: Dialog, { kind, questions, detail }: Draft): boolean {
  if (dialog.kind === 'question') return kind === 'question' && isOneOf(dialog, questions);
  if (dialog.kind === 'permission') return detail?.kind === 'permission' && isAbout(dialog, detail);
  return dialog.kind === 'review' ? kind === 'question' : kind === 'plan';
}

function isAboutCall(dialog: Dialog, call: Call): boolean {
  if (dialog.kind === 'plan') return call.tool === PLAN_TOOL;
  const isQuestion = call.tool === QUESTION_TOOL;
  if (dialog.kind === 'review') return isQuestion;
  const draft = draftOf({ tool_name: call.tool, tool_input: call.input });
  if (dialog.kind === 'question') return isQuestion && draft !== undefined && isOneOf(dialog, draft.questions);
  return !isQuestion && call.tool !== PLAN_TOOL && isAbout(dialog, call);
}

// ── from the screen alone ───────────────────────────────────────────────────────────────────────────────────────────────

/** Of a form, only the current tab shows more than its header. Undefined when the tabs are scrolled away. */
function questionsOn(seen: Question): readonly AskQuestion[] | undefined {
  if (seen.tabs.length < 2 && seen.form !== false) return undefined;
  const current = askedOn(seen);
  if (seen.tabs.length < 2) return [current];
  return seen.tabs.map((tab, i) =>
    i === seen.currentTab
      ? { ...current, header: tab.header }
      : { text: `(“${tab.header}” is not on the screen)`, header: tab.header, options: [], multiSelect: false, unseen: true },
  );
}

/** The current question, as far as it is on the screen. */
export function askedOn(seen: Question): AskQuestion {
  return {
    text: seen.question.text || QUESTION_NOT_SHOWN,
    ...(seen.header === undefined ? {} : { header: seen.header }),
    options: optionsOn(seen),
    multiSelect: seen.layout === 'multi',
    ...(seen.question.cut || seen.scrolled.above || seen.scrolled.below ? { cut: true } : {}),
  };
}

/** Whether questions or options of the ask were not on the screen. */
export const isPartial = ({ questions }: Pick<Draft, 'questions'>): boolean =>
  questions.some(({ cut, unseen, options }) => cut === true || unseen === true || options.some((option) => option.unseen === true));

export const optionCount = ({ rows, chatNumber, layout }: Question): number =>
  layout === 'preview' || chatNumber === undefined ? (rows.at(-1)?.number ?? 0) : chatNumber - 2;

/** One option per number, also for those that are scrolled away. */
function optionsOn(seen: Question): readonly Option[] {
  const { rows, layout } = seen;
  return Array.from({ length: optionCount(seen) }, (_, i): Option => {
    const row = rows.find(({ number }) => number === i + 1);
    if (!row) return { label: `(option ${i + 1} is not on the screen)`, unseen: true };
    const { label, description, preview = '(its preview is not on the screen)' } = row;
    return { label, ...(description === undefined ? {} : { description }), ...(layout === 'preview' ? { preview } : {}) };
  });
}

/** The options come from the screen, because only the screen says what "don't ask again" would cover. */
function permissionOn(seen: Permission, known: Draft | undefined): Draft {
  const detail = known?.detail?.kind === 'permission' ? known.detail : undefined;
  const title = seen.title ?? 'Permission';
  const question: AskQuestion = {
    text: known?.questions[0]?.text ?? (seen.subject === undefined ? `${title}: ${seen.question}` : allowText(title, seen.subject)),
    header: 'Permission',
    options: seen.rows.map(({ label }): Option => ({ label })),
    multiSelect: false,
  };
  const { tool, input } = detail ?? { tool: seen.title ?? '(not on the screen)', input: { screen: aboutOf(seen) } };
  return { kind: 'permission', questions: [question], detail: { kind: 'permission', tool, input } };
}

/** The plan is in a file. If the call does not contain it, the text on the screen is used. */
function planOn(known: Draft | undefined, { plan }: Plan): Draft {
  const draft = known ?? (draftOf({ tool_name: PLAN_TOOL, tool_input: {} }) as Draft);
  if (draft.detail?.kind !== 'plan' || draft.detail.plan !== '') return draft;
  const questions = draft.questions.map((question): AskQuestion => ({ ...question, cut: true }));
  return { ...draft, questions, detail: { ...draft.detail, plan } };
}
