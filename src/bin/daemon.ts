// The broker's process. Most of its start is V8 reading code, so the code that was compiled the last time is used.
import { join } from 'node:path';
import { load } from './load.ts';

const STARTED_AFTER_MS = 2_000;

load(join(__dirname, 'broker.cjs'), 'broker', (save) => setTimeout(save, STARTED_AFTER_MS).unref());
