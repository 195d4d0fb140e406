// A dialog on a screen as an ask: from what the agent has written down about its call, else from what can be read.

import type { Draft } from '../../../question/new-ask.ts';
import type { Question as Asked, Option } from '../../../question/words.ts';
import { draftOf, PLAN_TOOL, QUESTION_TOOL } from '../capture.ts';
import { aboutOf, isAbout } from '../keys/plan.ts';
import { isOneOf } from '../keys/question.ts';
import type { Call } from '../transcript/read.ts';
import type { Dialog, Permission, Question } from './state.ts';

/** `call` is the tool call the dialog is about; without one, all there is was read off the screen, where texts may be cut. */
export type FromScreen = { readonly draft: Draft; readonly call?: string };

/** Undefined when too little is on the screen to ask somebody else. `visible` is all the text there is. */
export function fromScreen(dialog: Dialog, pending: readonly Call[], visible: string): FromScreen | undefined {
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
      return { draft: planOn(known, visible), ...named };
  }
}

/** Whether the dialog is still the one that was asked about. */
export function isSame(dialog: Dialog, { kind, questions, detail }: Draft): boolean {
  if (dialog.kind === 'question') return kind === 'question' && isOneOf(dialog, questions);
  if (dialog.kind === 'permission') return detail?.kind === 'permission' && isAbout(dialog, detail.input);
  return dialog.kind === 'review' ? kind === 'question' : kind === 'plan';
}

function isAboutCall(dialog: Dialog, call: Call): boolean {
  if (dialog.kind === 'plan') return call.tool === PLAN_TOOL;
  const isQuestion = call.tool === QUESTION_TOOL;
  if (dialog.kind === 'review') return isQuestion;
  const draft = draftOf({ tool_name: call.tool, tool_input: call.input });
  if (dialog.kind === 'question') return isQuestion && draft !== undefined && isOneOf(dialog, draft.questions);
  return !isQuestion && call.tool !== PLAN_TOOL && isAbout(dialog, call.input);
}

// ── what can be read ───────────────────────────────────────────────────────────────────────────────────────────────

/** Of a form only the present tab shows more than its header. Undefined when the tabs are scrolled away. */
function questionsOn(seen: Question): readonly Asked[] | undefined {
  if (seen.tabs.length < 2 && seen.footer.includes('Tab')) return undefined;
  const present: Asked = {
    text: seen.question.text,
    ...(seen.header === undefined ? {} : { header: seen.header }),
    options: optionsOn(seen),
    multiSelect: seen.layout === 'multi',
    ...(seen.question.cut || seen.scrolled.above || seen.scrolled.below ? { cut: true } : {}),
  };
  if (seen.tabs.length < 2) return [present];
  return seen.tabs.map((tab, i) =>
    i === seen.currentTab
      ? { ...present, header: tab.header }
      : { text: `(“${tab.header}” is not on the screen)`, header: tab.header, options: [], multiSelect: false, unseen: true },
  );
}

/** By their numbers: a list that does not fit shows only some. */
function optionsOn({ rows, chatNumber, layout }: Question): readonly Option[] {
  const count = layout === 'preview' || chatNumber === undefined ? (rows.at(-1)?.number ?? 0) : chatNumber - 2;
  return Array.from({ length: count }, (_, i): Option => {
    const row = rows.find(({ number }) => number === i + 1);
    if (!row) return { label: `(option ${i + 1} is not on the screen)` };
    return { label: row.label, ...(row.description === undefined ? {} : { description: row.description }) };
  });
}

/** The choices are those on the screen: what "don't ask again" would cover stands nowhere else. */
function permissionOn(seen: Permission, known: Draft | undefined): Draft {
  const detail = known?.detail?.kind === 'permission' ? known.detail : undefined;
  const question: Asked = {
    text: known?.questions[0]?.text ?? `${seen.title ?? 'Permission'}: ${seen.question}`,
    header: 'Permission',
    options: seen.rows.map(({ label }): Option => ({ label })),
    multiSelect: false,
  };
  const { tool, input } = detail ?? { tool: seen.title ?? '(not on the screen)', input: { screen: aboutOf(seen) } };
  return { kind: 'permission', questions: [question], detail: { kind: 'permission', tool, input } };
}

/** The plan itself is in a file; where the call does not hold it, what is on the screen has to do. */
function planOn(known: Draft | undefined, visible: string): Draft {
  const draft = known ?? (draftOf({ tool_name: PLAN_TOOL, tool_input: {} }) as Draft);
  if (draft.detail?.kind !== 'plan' || draft.detail.plan !== '') return draft;
  const questions = draft.questions.map((question): Asked => ({ ...question, cut: true }));
  return { ...draft, questions, detail: { ...draft.detail, plan: visible } };
}
