// The broker (dist/broker.cjs), as loaded by daemon.ts. It reports `ready`, `taken` or what is wrong to the process that started it.
import { placeFrom } from '../client/place.ts';
import { runDaemon } from '../daemon/run.ts';

void runDaemon({
  place: placeFrom(process.env),
  env: process.env,
  tell: (message) => process.send?.(message),
  openChat: async (parts) => (await import('./people-chat.ts')).open(parts),
});
