// answerback service install|uninstall|status: lets systemd or launchd keep the broker's port open.
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { AGENTS } from '../../agents/list.ts';
import { Unavailable } from '../../client/errors.ts';
import { BROKER_PROGRAM, ensureBroker, presenceOf, serviceOf, stopBroker } from '../../client/start.ts';
import { type Change, carryOut, carryOutUndo, planRestore, type Reversal, reversal } from '../../setup/change.ts';
import type { Finding } from '../../setup/connection.ts';
import { type Refusal, refused } from '../../setup/file.ts';
import { planOwnFile } from '../../setup/own-file.ts';
import { launchdService } from '../../setup/service/launchd.ts';
import type { Service } from '../../setup/service/service.ts';
import { systemdService } from '../../setup/service/systemd.ts';
import { printable } from '../../text/printable.ts';
import { command, group } from '../app/command.ts';
import { examples, flag, json } from '../app/parameters.ts';
import { type Context, EXIT } from '../context.ts';
import { isWanted, refuse, showChanges, warn } from '../setup-words.ts';

const parameters = {
  flags: { json, dryRun: flag('Show what would be done, and do nothing'), yes: flag('Do not ask before writing') },
  aliases: { y: 'yes' },
} as const;

const serviceCommands = group({
  commands: {
    install: command(install, {
      people: true,
      parameters,
      docs: {
        brief: 'Let systemd or launchd keep the port open',
        fullDescription: examples(
          'Without a broker, agents whose hooks use its port print errors. With systemd the port is always open, and the first connection starts the broker; launchd keeps the broker running. Shows what it will do and asks first; without a terminal, or with --json, it does not ask.',
          ['answerback service install --dry-run', 'answerback service install', 'answerback service uninstall'],
        ),
      },
    }),
    uninstall: command(uninstall, {
      people: true,
      parameters,
      docs: { brief: 'Remove the service' },
    }),
    status: command(status, {
      parameters: { flags: { json } },
      docs: { brief: 'Show whether a service is installed and works' },
    }),
  },
});
export const commands = { service: serviceCommands };

type Flags = { readonly dryRun: boolean; readonly yes: boolean; readonly json: boolean };

/** Variables that the broker needs from your shell, because a service does not get them. */
const KEPT = ['PATH', 'TMUX_TMPDIR', 'ANSWERBACK_LOG', ...AGENTS.flatMap(({ env = [] }) => env)];
const DRY_RUN = 'This was a dry run: nothing was written.';
const MOST_TRIES = 3;

async function install(this: Context, flags: Flags): Promise<void> {
  const { out, place, now } = this;
  const { url, portProblem } = await this.client().call('GET /v1/status');
  if (portProblem) throw new Unavailable(portProblem, 'Free the port, restart the broker (answerback broker stop), and try again.');
  const service = serviceHere(this, Number(new URL(url).port));
  const changes = plannedFiles(service, place.undo);
  if ('kind' in changes) return refuse(this, changes, flags.json);
  const isInstalled = changes.length === 0 && serviceOf(place) === BROKER_PROGRAM && succeeds(service.probe);
  if (!flags.json) {
    if (isInstalled) return out.line(`Already installed: ${service.does}.`);
    if (BROKER_PROGRAM.includes('/_npx/'))
      warn(this, 'This program runs from the cache of npx, which may be emptied. Install it first: npm install -g answerback');
    showChanges(this, changes);
    for (const words of service.load) out.line(`$ ${printable(words.join(' '))}`);
    if (flags.dryRun) return out.line(DRY_RUN);
    if (!(await isWanted(this, flags, 'Install this?'))) return out.line('Nothing was written.');
  }
  if (!flags.dryRun && !isInstalled) {
    const written = carryOut(changes, place.undo, now());
    if (written.kind === 'refused') return refuse(this, written, flags.json);
    try {
      await handOver(this, service);
    } catch (error) {
      await remove(this, service, plannedRemoval(service, place.undo));
      await ensureBroker({ place });
      throw error;
    }
  }
  if (flags.json) return out.json({ manager: service.manager, changed: !isInstalled, files: service.files.map(({ path }) => path) });
  out.line(`${out.style('✓', 'green')} Installed: ${printable(service.does)}.`);
  if (service.manager === 'systemd') out.line('To keep it while you are logged out (agents in tmux on a server): loginctl enable-linger');
  out.line(`${out.style('Undo it', 'bold')}  answerback service uninstall`);
}

async function uninstall(this: Context, flags: Flags): Promise<void> {
  const { out, place } = this;
  const service = serviceHere(this, 0);
  const changes = plannedRemoval(service, place.undo);
  const isInstalled = changes.length > 0 || serviceOf(place) !== undefined;
  if (isInstalled && !flags.json) {
    showChanges(this, changes);
    for (const words of [...service.unload, ...service.forget]) out.line(`$ ${printable(words.join(' '))}`);
    if (flags.dryRun) return out.line(DRY_RUN);
    if (!(await isWanted(this, flags, 'Uninstall this?'))) return out.line('Nothing was written.');
  }
  if (isInstalled && !flags.dryRun) {
    const removed = await remove(this, service, changes);
    if (removed.kind === 'refused') return refuse(this, removed, flags.json);
  }
  if (flags.json) return out.json({ manager: service.manager, changed: isInstalled });
  if (!isInstalled) return out.line('Nothing to undo: no service is installed for this folder.');
  out.line(`${out.style('✓', 'green')} Uninstalled. The broker starts when a command or a new agent session needs it.`);
}

/** Exit code 1 if it is not installed, or does not work. */
async function status(this: Context, { json }: { readonly json: boolean }): Promise<void> {
  const { out, place } = this;
  const program = serviceOf(place);
  const service = program === undefined ? undefined : serviceHere(this, 0);
  const active = service !== undefined && succeeds(service.probe);
  if (!active) this.process.exitCode = EXIT.failed;
  if (json) return out.json({ installed: service !== undefined, active, manager: service?.manager ?? null, program: program ?? null });
  if (!service || program === undefined) return out.line('No service is installed. To install one: answerback service install');
  out.line(`${out.style(active ? 'active' : 'not active', active ? 'green' : 'red')}, ${service.manager} runs ${printable(program)}`);
  if (!active) out.line('To repair it: answerback service install');
  else if (program !== BROKER_PROGRAM) out.line('That is another installation of Answerback. To use this one: answerback service install');
}

/** Whether one is needed depends on the hooks, so that is said with the agent that has them. */
export function check(context: Context): Finding {
  const program = serviceOf(context.place);
  if (program === undefined) return { state: 'off', message: 'not installed' };
  const { manager, probe } = serviceHere(context, 0);
  if (!succeeds(probe))
    return { state: 'problem', message: `installed, but ${manager} has not loaded it`, fix: 'Repair it: answerback service install' };
  if (program !== BROKER_PROGRAM)
    return {
      state: 'warning',
      message: `${manager} runs another installation: ${program}`,
      fix: 'To use this one: answerback service install',
    };
  return { state: 'ok', message: `${manager} keeps the port open` };
}

/** Throws if nothing on this computer can keep the port open. */
function serviceHere({ env, place, process: me }: Context, port: number): Service {
  const kept = KEPT.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const managed = {
    command: [me.execPath, BROKER_PROGRAM],
    env: { ...Object.fromEntries(kept), ANSWERBACK_HOME: place.folder, ANSWERBACK_CONFIG: place.config },
    folder: place.folder,
    port,
  };
  if (me.platform === 'darwin') return launchdService(managed, env, me.getuid?.() ?? 0);
  const { error, status: code, stderr } = spawnSync('systemctl', ['--user', 'show-environment'], { encoding: 'utf8' });
  if (code === 0) return systemdService(managed, env);
  throw new Unavailable(
    `systemd does not run here for your user: ${error ? 'there is no systemctl' : printable(stderr.trim())}`,
    'In a container, run `answerback broker start` when it starts. Or let the hooks use the socket instead of the port (the flag --socket of `answerback setup`): then no port needs to stay open.',
  );
}

function plannedFiles({ files }: Service, undo: string): readonly Change[] | Refusal {
  const changes: Change[] = [];
  for (const { path, content } of files) {
    const planned = planOwnFile({ path, content, undo, what: 'service' });
    if (planned.kind === 'refused') return planned;
    if (planned.kind === 'edited')
      return refused(path, 'the file was changed since it was installed', 'Run `answerback service uninstall`, and try again.');
    if (planned.kind !== 'current') changes.push(planned.change);
  }
  return changes;
}

function plannedRemoval({ files }: Service, undo: string): readonly Reversal[] {
  return files.flatMap(({ path }) => {
    const planned = planRestore(path, undo);
    if (planned.kind === 'reversal') return [planned.reversal];
    return planned.kind === 'edited' ? [reversal('remove', planned.target, undefined, planned.backup)] : [];
  });
}

/** The running broker makes room for the service. Somebody may start it again at that moment (an inbox does), so this may take more than one try. */
async function handOver({ place }: Context, { load }: Service): Promise<void> {
  writeFileSync(place.service, `${BROKER_PROGRAM}\n`, { mode: 0o600 });
  for (let left = MOST_TRIES; ; left -= 1) {
    await stopBroker(place);
    try {
      for (const words of load) run(words);
      break;
    } catch (error) {
      if (left === 1) throw error;
    }
  }
  await ensureBroker({ place });
}

/** A broker that was running keeps running, without the service. */
async function remove(
  { place }: Context,
  { unload, forget }: Service,
  changes: readonly Reversal[],
): Promise<ReturnType<typeof carryOutUndo>> {
  const wasRunning = (await presenceOf(place)).kind !== 'none';
  rmSync(place.service, { force: true });
  // It may have been unloaded by hand.
  for (const words of unload) succeeds(words);
  const removed = carryOutUndo(changes);
  for (const words of forget) succeeds(words);
  if (wasRunning) {
    // The service's own broker may not have ended yet, and would be taken for the next one.
    await stopBroker(place);
    await ensureBroker({ place });
  }
  return removed;
}

const succeeds = ([program = '', ...args]: readonly string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

function run([program = '', ...args]: readonly string[]): void {
  const { error, status: code, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (code === 0) return;
  throw new Unavailable(
    `${[program, ...args].join(' ')} failed: ${printable(error?.message ?? stderr.trim())}`,
    'Everything that was installed was removed again.',
  );
}
