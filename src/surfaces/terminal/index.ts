// The library's `answerback/terminal`: dist/terminal.mjs.
export type { Answer, Ask, Option, Question, Verdict } from '../../question/words.generated.ts';
export { type AskInTerminal, type AskInTerminalOptions, askInTerminal, showInTerminal } from './ask-in-terminal.ts';
