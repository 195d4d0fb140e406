// The broker (dist/broker.js). It reports `ready`, `taken` or what is wrong to the process that started it.
import { placeFrom } from '../client/place.ts';
import { runDaemon } from '../server/run.ts';

void runDaemon({ place: placeFrom(process.env), env: process.env, tell: (message) => process.send?.(message) });
