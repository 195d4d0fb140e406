// The library's `answerback/pi`: ask_user_question as an extension of pi. The question is in the inbox and in a dialog in pi's own window; the
// first answer wins. Nothing of pi is imported.
import { userName } from '../system/user.ts';
import { showOnScreen } from '../terminal/ask-in-terminal.ts';
import { type CallComponent, type CallTheme, callComponent } from '../terminal/call-component.ts';
import { type LinesComponent, screenComponent } from '../terminal/component-screen.ts';
import { answerOnScreen } from '../terminal/dialog/live.ts';
import type { RunScreen } from '../terminal/loop.ts';
import { oneDialog } from '../tool/one-dialog.ts';
import type { ShowBeside, ShowQuestions } from '../tool/presenters.ts';
import { type AskUserQuestionInput, type AskUserQuestionTool, answered, createAskUserQuestionTool } from '../tool/tool.ts';

type Tui = { requestRender(): void; readonly terminal: { readonly rows: number } };
/** The parts of pi's context that are used. */
export type PiContext = {
  /** Only `tui` has a window: elsewhere the question is asked in the inbox alone. */
  readonly mode?: string;
  readonly cwd: string;
  readonly ui: {
    custom<T>(make: (tui: Tui, theme: unknown, keys: unknown, done: (result: T) => void) => LinesComponent): Promise<T>;
    setStatus(key: string, text: string | undefined): void;
  };
};
export type PiTool = Pick<AskUserQuestionTool, 'name' | 'label' | 'description' | 'parameters'> & {
  execute(
    id: string,
    args: unknown,
    signal: AbortSignal | undefined,
    onUpdate: unknown,
    ctx: PiContext,
  ): ReturnType<AskUserQuestionTool['execute']>;
  renderCall(args: unknown, theme: CallTheme, context: { readonly expanded: boolean }): CallComponent;
};

const PROGRAM = 'pi';
/** The conversation above stays in view, and so do pi's own lines below. */
const MOST_ROWS = 24;
const OWN_ROWS = 4;

// biome-ignore lint/style/noDefaultExport: this is what pi loads
export default function answerback(pi: { registerTool(tool: PiTool): void }): void {
  const { name, label, description, parameters } = createAskUserQuestionTool();
  pi.registerTool({
    name,
    label,
    description,
    parameters,
    renderCall: (args, theme, { expanded }) => callComponent(args, theme, expanded),
    async execute(id, given, signal, _onUpdate, ctx) {
      const args = given as AskUserQuestionInput;
      const asker = { program: PROGRAM, project: ctx.cwd };
      if (ctx.mode !== 'tui') return createAskUserQuestionTool(asker).execute(id, args, signal);
      const outcome = await createAskUserQuestionTool({ ...asker, beside: besideInbox(ctx) }).call(id, args, signal);
      if (outcome.kind === 'error' && outcome.error === 'unavailable') {
        // Without a broker there is still the person at the keyboard.
        return createAskUserQuestionTool({ presenter: alone(ctx), concurrent: 'queue' }).execute(id, args, signal);
      }
      const { text, details } = answered(outcome);
      return { content: [{ type: 'text', text }], details };
    },
  });
}

/** Somebody who leaves the dialog can still answer in the inbox. */
const besideInbox =
  (ctx: PiContext): ShowBeside =>
  async (client, view, over) => {
    const by = { kind: 'person', name: userName(), surface: PROGRAM } as const;
    const ending = await oneDialog('queue', over, () => answerOnScreen(runIn(ctx), { client, view, by, over }));
    if (ending?.kind !== 'left' || over.aborted) return;
    ctx.ui.setStatus('answerback', `Waiting for an answer: answerback answer ${view.id}`);
    over.addEventListener('abort', () => ctx.ui.setStatus('answerback', undefined), { once: true });
  };

const alone =
  (ctx: PiContext): ShowQuestions =>
  (shown, { signal }) =>
    showOnScreen(runIn(ctx), shown, signal);

const runIn =
  (ctx: PiContext): RunScreen =>
  (open) =>
    ctx.ui.custom((tui, _theme, _keys, done) => {
      const rows = () => Math.max(1, Math.min(tui.terminal.rows - OWN_ROWS, MOST_ROWS));
      return screenComponent({ rows, requestRender: () => tui.requestRender(), done }, open);
    });
