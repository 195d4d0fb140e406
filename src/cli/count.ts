// The number of open asks, from the file that the broker keeps: no broker is asked or started.
import { readFileSync } from 'node:fs';
import { placeFrom } from '../client/place.ts';

/** 0 if there was no broker yet. */
export function openCount(env: NodeJS.ProcessEnv): number {
  try {
    return Number.parseInt(readFileSync(placeFrom(env).count, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}
