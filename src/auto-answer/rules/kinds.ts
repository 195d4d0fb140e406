// Every kind of rule. To add one: a file next to this one with one object, and an entry in this list.
import { affirm } from './affirm.ts';
import { allow } from './allow.ts';
import { choose } from './choose.ts';
import { delegate } from './delegate.ts';
import { precedent } from './precedent.ts';
import type { RuleKind } from './rule-kind.ts';
import { words } from './words.ts';

export const RULE_KINDS: readonly RuleKind[] = [allow, affirm, choose, delegate, words, precedent];
