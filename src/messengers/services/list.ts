// Every chat service in which people can answer. To add one: a folder here with one entry, a line in this list, and a section in docs/MESSENGERS.md.
import type { MessengerKind } from '../messenger-kind.ts';
import { discord } from './discord/kind.ts';
import { slack } from './slack/kind.ts';
import { telegram } from './telegram/kind.ts';

export const MESSENGERS: readonly MessengerKind[] = [telegram, slack, discord];
