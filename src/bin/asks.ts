// The part of the command line that asks and answers, with the dialog (dist/asks.cjs).
import { program } from '../surfaces/cli/app/application.ts';
import { ask, wait, withdraw } from '../surfaces/cli/app/asks.ts';
import { answer, decline, redirect } from '../surfaces/cli/app/decisions.ts';
import { show } from '../surfaces/cli/app/show.ts';
import { main } from '../surfaces/cli/main.ts';

void main(process, program({ part: { show, answer, redirect, decline, ask, wait, withdraw } }), () => import('./commands.ts'));
