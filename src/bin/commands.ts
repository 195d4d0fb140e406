// The part of the command line with all other commands, and the help (dist/commands.cjs).
import { app } from '../surfaces/cli/app.ts';
import { main } from '../surfaces/cli/main.ts';

void main(process, app);
