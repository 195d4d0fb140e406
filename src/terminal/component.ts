// The library's `answerback/ink`: the dialog as a component for another Ink program, using that program's React and Ink.
export type { Answer, Ask, Option, Question } from '../ask/schema/ask.ts';
export type { AnswerInput, VerdictInput } from '../ask/schema/input.ts';
export type { DialogState } from '../dialog/dialog/state.ts';
export { AskDialog, type AskDialogProps } from './ask-dialog.tsx';
export type { Sent } from './dialog/props.ts';
export type { AskInTerminal } from './whole-ask.ts';
