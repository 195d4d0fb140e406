// The broker (dist/broker.js). It reports `ready`, `taken` or what is wrong to the process that started it.
import { placeFrom } from '../client/place.ts';
import { runBroker } from '../server/run.ts';

void runBroker({ place: placeFrom(process.env), env: process.env, tell: (message) => process.send?.(message) });
