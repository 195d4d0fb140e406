#!/usr/bin/env node
// The command line (dist/answerback.js).
import { COMMANDS } from '../cli/commands.ts';
import { main } from '../cli/main.ts';

void main(process, COMMANDS);
