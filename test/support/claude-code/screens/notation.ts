// For tests: writes a screen state as one line that can be compared with the screen by eye.
import type { OptionRow, Question, ScreenState, Tab } from '../../../../src/agents/claude-code/screen/state.ts';

/**
 * `single [Database] "Which?" ❯1 Postgres · 2 Redis ✔ · text "mine" · chat 5`: ❯ is before the part with the pointer, `+` is a tick, `(…)`
 * a description; `↑` and `↓` mean that the list continues, `…` that the beginning of the question is cut off.
 */
export function inWords(state: ScreenState): string {
  switch (state.kind) {
    case 'nothing':
      return 'nothing';
    case 'unknown':
      return `unknown: ${state.why}`;
    case 'idle':
      return `idle${state.shell ? ' shell' : ''} ${JSON.stringify(state.draft)}`;
    case 'busy':
      return `busy ${state.doing} ${JSON.stringify(state.draft)}`;
    case 'plan': {
      const rows = state.rows.map((row) => `${row.pointer ? '❯' : ''}${row.number} ${JSON.stringify(row.label)}`);
      const feedback = state.feedback;
      const words =
        feedback === undefined
          ? ''
          : ` feedback ${feedback.number} ${JSON.stringify(feedback.content)}${feedback.focused ? ' focused' : ''}`;
      return `plan ${rows.join(' · ')}${words}`;
    }
    case 'permission': {
      const rows = state.rows.map((row) => `${row.pointer ? '❯' : ''}${row.number} ${row.label}`);
      return `permission [${state.title ?? ''}] ${JSON.stringify(state.question)} ${rows.join(' · ')}${state.editing ? ' editing' : ''}`;
    }
    case 'review': {
      const answers = state.answers.map(({ question, answer }) => `${short(question)} → ${JSON.stringify(answer)}`);
      const end = `${state.cut ? ' cut' : ''}${state.countdown === undefined ? '' : ` ${state.countdown}s`}`;
      return `review [${tabsOf(state.tabs)}]${state.warning ? ' ⚠' : ''} ${answers.join(' · ')} ❯${state.pointer === state.submit ? 'submit' : 'cancel'}${end}`;
    }
    case 'question':
      return questionInWords(state);
  }
}

function questionInWords(state: Question): string {
  const on = state.pointer?.on;
  const parts = state.rows.map(rowInWords);
  if (state.textRow !== undefined) {
    const { content, ticked, answered, cut, focused } = state.textRow;
    parts.push(`${focused ? '❯' : ''}text${ticked ? '+' : ''} ${cut ? '…' : ''}${JSON.stringify(content)}${answered ? ' ✔' : ''}`);
  }
  if (state.submit !== undefined) parts.push(`${on === 'submit' ? '❯' : ''}${state.submit}`);
  parts.push(`${on === 'chat' ? '❯' : ''}chat ${state.chatNumber ?? ''}`.trimEnd());
  if (state.notes !== undefined) parts.push(`notes ${JSON.stringify(state.notes.content)}${state.notes.open ? ' open' : ''}`);
  if (state.countdown !== undefined) parts.push(`${state.countdown}s`);
  const { above, below } = state.scrolled;
  const head = state.tabs.length > 0 ? tabsOf(state.tabs, state.currentTab) : (state.header ?? '');
  const text = `${state.question.cut ? '…' : ''}${short(state.question.text)}`;
  return `${state.layout} [${head}] ${JSON.stringify(text)} ${above ? '↑ ' : ''}${parts.join(' · ')}${below ? ' ↓' : ''}`;
}

function rowInWords(row: OptionRow): string {
  const description = row.description === undefined ? '' : ` (${short(row.description)})`;
  return `${row.pointer ? '❯' : ''}${row.number}${row.ticked ? '+' : ''} ${row.label}${row.answered ? ' ✔' : ''}${description}`;
}

function tabsOf(tabs: readonly Tab[], current?: number): string {
  return tabs.map(({ header, answered }, index) => `${index === current ? '>' : ''}${answered ? '☒' : '☐'}${header}`).join(' ');
}

/** Shortens long texts to their beginning and end. */
function short(text: string): string {
  return text.length <= 44 ? text : `${text.slice(0, 20)}…${text.slice(-20)}`;
}
