// `answerback mcp` alone (dist/mcp-command.cjs): it runs as long as its agent, and needs less memory without the other commands.
import { setFlagsFromString } from 'node:v8';
import { program } from '../surfaces/cli/app/application.ts';
import { mcp } from '../surfaces/cli/app/mcp.ts';
import { main } from '../surfaces/cli/main.ts';

// It waits nearly all the time: the compiler for hot code and room for many young objects would only take memory. Versions of Node that are
// not known yet might complain about a flag that is gone.
const NEWEST_KNOWN = 24;
if (Number.parseInt(process.versions.node, 10) <= NEWEST_KNOWN)
  for (const flag of ['--no-opt', '--optimize-for-size', '--semi-space-growth-factor=1']) setFlagsFromString(flag);

void main(process, program({ part: { mcp } }), () => import('./commands.ts'));
