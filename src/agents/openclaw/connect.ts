// `answerback setup openclaw`: configures OpenClaw as an answerer, or removes it.

import type { OutputLine, OwnFlags, Setup, SetupContext, SetupPlan, UndoPlan } from '../../setup/connection.ts';
import type { Refusal } from '../../setup/file.ts';
import { diffText } from '../../text/diff.ts';
import { check } from './check.ts';
import {
  ANSWERER,
  type OpenClawPlan,
  type OpenClawRequest,
  type OpenClawUndo,
  planOpenClaw,
  planOpenClawUndo,
  requestFrom,
} from './plan.ts';
import { CHAT_ANSWERER } from './plugin-files.ts';

export const setup: Setup = { plan, planUndo, check };

async function plan(at: SetupContext, flags: OwnFlags): Promise<SetupPlan | Refusal> {
  const request = requestFrom(at, flags);
  if ('kind' in request) return request;
  const planned = planOpenClaw(request);
  if (planned.kind === 'refused') return planned;
  const { changes, left, paste } = planned;
  const { url, file, token } = request.openclaw;
  return {
    kind: 'plan',
    heading: `OpenClaw, gateway ${url}, ${file}`,
    warnings: request.openclaw.keepsOut ? [KEPT_OUT] : [],
    changes,
    left,
    byHand: paste !== undefined,
    afterwards: [...manualSteps(request, planned), ...NEXT_STEPS],
    tryIt: 'run answerback doctor, and then: answerback ask "Which one?" -o One -o Two',
    report: { ...report(planned), paste: paste?.text ?? null, token: token === undefined ? 'missing' : 'copied' },
  };
}

function manualSteps({ openclaw, config, tokenFile }: OpenClawRequest, { paste }: OpenClawPlan): readonly OutputLine[] {
  const lines: OutputLine[] = [];
  if (paste)
    lines.push(
      { kind: 'warning', text: `${config} was not changed, because ${paste.reason}. Paste this into it:` },
      ...code(paste.text.trimEnd().split('\n')),
    );
  if (openclaw.token === undefined)
    lines.push(
      {
        kind: 'warning',
        text: `The settings of OpenClaw do not contain the gateway's token as plain text. Put it into a file that only you can read:`,
      },
      { kind: 'code', text: `(umask 077; cat > ${tokenFile})   # paste the token, then Ctrl-D` },
    );
  return lines;
}

const KEPT_OUT = `The settings of OpenClaw do not let our plugin be loaded. Add "answerback" to plugins.allow, and see that plugins.enabled is not false.`;

const ROUTE = [
  'routes:',
  '  - name: at night',
  '    when: { hours: "22:00-07:00", kind: question }',
  `    decide: [{ agent: ${ANSWERER}, within: 5m }, people]`,
];

const NEXT_STEPS: readonly OutputLine[] = [
  {
    kind: 'done',
    text: `OpenClaw is configured as the answerer "${ANSWERER}", asked in conversations of its own, and "${CHAT_ANSWERER}", told in its ordinary one. It answers nothing until a route names one of them, for example:`,
  },
  { kind: 'gap' },
  ...code(ROUTE),
  { kind: 'gap' },
  { kind: 'text', text: 'Restart the gateway of OpenClaw, so that it loads the plugin.' },
];

async function planUndo(at: SetupContext, flags: OwnFlags): Promise<UndoPlan | Refusal> {
  const request = requestFrom(at, flags, 'orGone');
  if ('kind' in request) return request;
  const planned = planOpenClawUndo(request);
  if (planned.kind === 'refused') return planned;
  const { changes, left } = planned;
  const leftAlone = left.map((file): OutputLine => ({ kind: 'text', text: isLeftAlone(file) }));
  return {
    kind: 'plan',
    changes,
    afterwards: [
      {
        kind: 'done',
        text: `OpenClaw is removed as an answerer. If your routes name "${ANSWERER}" or "${CHAT_ANSWERER}", remove them there too. A running gateway keeps the plugin until it is restarted.`,
      },
      ...leftAlone,
    ],
    nothing: [{ kind: 'text', text: 'Nothing to undo.' }, ...leftAlone],
    report: { ...report(planned), left },
  };
}

const isLeftAlone = (file: string): string => `${file} was changed since setup, so it stays as it is.`;

function code(lines: readonly string[]): readonly OutputLine[] {
  return lines.map((text) => ({ kind: 'code', text }));
}

function report({ changes }: Pick<OpenClawPlan | OpenClawUndo, 'changes'>) {
  return {
    changed: changes.length > 0,
    files: changes.map(({ part, target, diff }) => ({ part, file: target.path, diff: diffText(diff) })),
  };
}
