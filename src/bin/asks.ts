// The half of the command line that asks and answers (dist/asks.cjs).
import { main } from '../surfaces/cli/main.ts';

void main(process);
