#!/usr/bin/env node
// The command line (dist/answerback.js).
import { app } from '../cli/app.ts';
import { main } from '../cli/main.ts';

void main(process, app);
