// The question's text, and what the ask is about (the command, the plan, the agent's last message).
import { shownInput } from '../../ask/permission.ts';
import type { Detail } from '../../ask/schema/ask.ts';
import { type DialogState, questionAt } from '../../dialog/dialog/state.ts';
import { isVisible } from '../../text/visible.ts';
import { blank, type Line, line, span } from '../canvas.ts';
import { label, quoted, wrapped } from './agent-text.ts';

/** The question, and what it is about. */
export function textLines(state: DialogState, columns: number, roomy: boolean): { question: Line[]; detail: Line[] } {
  const question = questionAt(state, state.page);
  if (!question) return { question: [], detail: [] };
  const how = question.multiSelect ? [line('Choose any number.', 'dim')] : [];
  const [gap, ...detail] = state.ask.detail ? detailLines(state.ask.detail, columns) : [];
  return { question: [...wrapped(question.text, columns, 'bold'), ...how], detail: [...(roomy && gap ? [gap] : []), ...detail] };
}

function detailLines(detail: Detail, columns: number): Line[] {
  switch (detail.kind) {
    case 'permission': {
      const { text, remark } = shownInput(detail.input);
      const about = remark === undefined ? [] : wrapped(remark, columns, 'dim');
      return [blank, [span(label(detail.tool), 'accent')], ...about, ...quoted(text, columns)];
    }
    case 'plan':
      return isVisible(detail.plan) ? [blank, ...quoted(detail.plan, columns), ...fileLine(detail.file)] : [];
    case 'file':
      return [blank, ...fileLine(detail.name), ...quoted(detail.text, columns)];
    case 'idle':
      return detail.lastMessage !== undefined && isVisible(detail.lastMessage)
        ? [blank, line('The agent’s last message', 'dim'), ...quoted(detail.lastMessage, columns)]
        : [];
  }
}

const fileLine = (file: string | undefined): Line[] => (file === undefined ? [] : [line(label(file), 'dim')]);
