// The library's `answerback/ink`: the dialog as a component for somebody else's Ink program, with that program's React and Ink.
export type { DialogState } from '../../question/dialog/state.ts';
export type { Answer, Ask, Option, Question, Verdict } from '../../question/words.ts';
export { Dialog as AskDialog } from './dialog/dialog.tsx';
export type { DialogProps as AskDialogProps, Sent } from './dialog/props.ts';
