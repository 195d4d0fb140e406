// A chat agent. It is told through its feed (auto-answer/chats.ts) or reads the roster whenever it likes, and answers by itself or not at all.
import type { AnsweringAgent } from '../answering-agent.ts';

export function openChat(name: string, listens: () => boolean): AnsweringAgent {
  return {
    name,
    async decide() {
      return { kind: 'woken', effort: { via: 'chat' } };
    },
    async tell() {
      // The record of this is what the feed passes on.
      if (listens()) return { kind: 'told' };
      return { kind: 'failed', reason: 'this chat agent is not connected (answerback chat); tell it yourself', again: false };
    },
    async close() {},
  };
}
