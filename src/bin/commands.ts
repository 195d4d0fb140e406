// The half of the command line with every command but the screens (dist/commands.cjs).
import { main } from '../surfaces/cli/main.ts';

void main(process);
