// A chat with people (dist/people-chat.cjs): how conversations go, and the wiring. The broker loads it when a chat is configured.
import { type ChatParts, openChat } from '../daemon/people-chat.ts';
import { talks } from '../surfaces/chat/talks.ts';

export const open = (parts: ChatParts) => openChat(parts, talks);
