// The library's `answerback/ink`: the dialog as a component for another Ink program, using that program's React and Ink.
export type { Answer, Ask, Option, Question, Verdict } from '../../question/words.generated.ts';
export type { DialogState } from '../views/dialog/state.ts';
export { AskDialog } from './ask-dialog.tsx';
export type { DialogProps as AskDialogProps, Sent } from './dialog/props.ts';
