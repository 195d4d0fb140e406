// answerback doctor: runs every check, asks and answers a test question, and suggests fixes.
import { command } from '../app/command.ts';
import { examples, json } from '../app/parameters.ts';
import type { Check } from '../checks/list.ts';
import { type Context, EXIT } from '../context.ts';
import { type Named, printFinding } from '../finding.ts';

/** `commands` is what the list of commands looks for in each file. */
export const commandsFor = (checks: readonly Check[]) => ({ commands: { doctor: doctorWith(checks) } });

export function doctorWith(checks: readonly Check[]) {
  async function doctor(this: Context, flags: { readonly json: boolean }): Promise<void> {
    const { out, process } = this;
    const findings: Named[] = [];
    for (const check of checks) {
      const finding = await attempt(check, this);
      findings.push(finding);
      if (!flags.json) printFinding(this, finding);
      if (finding.state === 'problem' && check.vital) break;
    }
    const problems = findings.filter((f) => f.state === 'problem').length;
    const warnings = findings.filter((f) => f.state === 'warning').length;
    if (problems > 0) process.exitCode = EXIT.failed;
    if (flags.json) return out.json({ ok: problems === 0, findings });
    out.line();
    if (problems > 0) return out.line(out.style(`${problems} ${problems === 1 ? 'problem' : 'problems'} found.`, 'red'));
    out.line(
      warnings === 0
        ? out.style('Everything works.', 'green')
        : out.style(`It works, with ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}.`, 'yellow'),
    );
  }
  return command(doctor, {
    people: true,
    parameters: { flags: { json } },
    docs: {
      fullDescription: examples('Checks the installation, and asks and answers a test question.', ['answerback doctor']),
    },
  });
}

async function attempt({ name, run }: Check, context: Context): Promise<Named> {
  try {
    return { name, ...(await run(context)) };
  } catch (error) {
    const { message, fix } = error as Error & { fix?: string };
    return { name, state: 'problem', message, ...(fix ? { fix } : {}) };
  }
}
