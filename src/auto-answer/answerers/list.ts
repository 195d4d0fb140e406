// Every kind of answerer. To add one: an object with everything about it, a line here, and a section in docs/RECIPES.md.
import { openclaw } from '../../agents/openclaw/answerer.ts';
import type { AnswererKind } from './answerer.ts';
import { chat } from './chat.ts';
import { command } from './command/command.ts';
import { model } from './model/model.ts';

export const ANSWERERS: readonly AnswererKind[] = [command, model, openclaw, chat];
