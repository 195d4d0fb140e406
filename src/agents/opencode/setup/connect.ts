// answerback setup opencode: puts our plugin into opencode's plugin folder, and removes it.

import { planRestore } from '../../../setup/change.ts';
import type { Misuse, OutputLine, OwnFlags, Setup, SetupContext, SetupPlan, UndoPlan } from '../../../setup/connection.ts';
import { type Refusal, refused } from '../../../setup/file.ts';
import { planOwnFile } from '../../../setup/own-file.ts';
import { diffText } from '../../../text/diff.ts';
import { check, EDITED } from './check.ts';
import { opencodeVersion, pluginFile, pluginPath, type Scope } from './plugin-file.ts';

export const setup: Setup = { plan, planUndo, check };

async function plan(at: SetupContext, flags: OwnFlags): Promise<SetupPlan | Refusal | Misuse> {
  const scope = scopeOf(flags);
  if (typeof scope !== 'string') return scope;
  const version = await opencodeVersion(at.env);
  const file = pluginFile(scope, at);
  const planned = planOwnFile(file);
  if (planned.kind === 'refused') return planned;
  if (planned.kind === 'edited') return refused(file.path, EDITED, 'To get our version, move it away and try again.');
  const change = 'change' in planned ? planned.change : undefined;
  return {
    kind: 'plan',
    heading: `${version ? `opencode ${version}` : 'opencode'}, ${file.path}`,
    warnings: version ? [] : ['There is no `opencode` on the PATH.'],
    changes: change ? [change] : [],
    afterwards: AFTERWARDS,
    tryIt: 'start `opencode`, let it ask something, and run: answerback list',
    report: { file: file.path, changed: change !== undefined, diff: diffText(change?.diff ?? []), opencodeVersion: version ?? null },
  };
}

const AFTERWARDS: readonly OutputLine[] = [
  { kind: 'done', text: 'Questions from opencode now appear in the inbox.' },
  { kind: 'gap' },
  {
    kind: 'text',
    text: 'Restart opencode. Its first start with a plugin can take up to a minute, because it then installs its plugin package.',
  },
];

async function planUndo(at: SetupContext, flags: OwnFlags): Promise<UndoPlan | Refusal | Misuse> {
  const scope = scopeOf(flags);
  if (typeof scope !== 'string') return scope;
  const file = pluginPath(scope, at);
  const planned = planRestore(file, at.place.undo);
  if (planned.kind === 'refused') return planned;
  if (planned.kind !== 'reversal') {
    const why =
      planned.kind === 'edited'
        ? `${file} was changed since setup and is left as it is.`
        : `Nothing to undo: no plugin of ours in ${file}.`;
    return {
      kind: 'plan',
      changes: [],
      afterwards: [],
      nothing: [{ kind: 'text', text: why }],
      report: { file, changed: false, diff: '' },
    };
  }
  const { reversal } = planned;
  return {
    kind: 'plan',
    changes: [reversal],
    afterwards: [{ kind: 'done', text: `Our plugin was removed from opencode. Restart any running opencode to unload it.` }],
    nothing: [],
    report: { file, changed: true, diff: diffText(reversal.diff) },
  };
}

function scopeOf({ user, project }: OwnFlags): Scope | Misuse {
  if (user && project)
    return { kind: 'misuse', message: '--user and --project cannot be combined', fix: 'Choose one; --user is the default.' };
  return project ? 'project' : 'user';
}
