// The command line's process.
import { main } from '../surfaces/cli/main.ts';

void main(process);
