#!/usr/bin/env node
// The command line (dist/answerback.js).
import { programFor } from '../cli/app.ts';
import { main } from '../cli/main.ts';

void programFor(process.argv.slice(2)).then((own) => main(process, own));
