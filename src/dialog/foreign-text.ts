// Text from agents for pages and chats: what could hide or reorder it is made visible, and a blank is said to be one.

import { printable, printableLines } from '../text/printable.ts';
import { isVisible } from '../text/visible.ts';

export const oneLine = (text: string): string => (isVisible(text) ? printable(text.trim()) : '‹blank›');
export const manyLines = (text: string): string => (isVisible(text) ? printableLines(text).join('\n') : '‹blank›');
