// The library: `import … from 'answerback'`.
export * from '../client/index.ts';
export { AskUserQuestionError, type Collected, type ToolErrorKind, type ToolOutcome } from '../tool/outcome.ts';
export type { Shown, ShowQuestions } from '../tool/presenters.ts';
export {
  type AskedQuestion,
  type AskUserQuestionInput,
  type AskUserQuestionTool,
  forAi,
  forOpenAI,
  type ToolContent,
} from '../tool/tool.ts';
export { type AskOptions, ask, createAskUserQuestionTool, type ToolOptions } from './ask.ts';
