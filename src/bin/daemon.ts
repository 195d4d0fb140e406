// The broker's process. Whoever starts it (the command line, by fork) is told `ready`, `taken` or what is wrong.
import { placeFrom } from '../client/place.ts';
import { runDaemon } from '../daemon/run.ts';

void runDaemon({ place: placeFrom(process.env), env: process.env, tell: (message) => process.send?.(message) });
