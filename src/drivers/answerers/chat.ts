// A chat agent that cannot be notified: it reads the roster whenever it likes, and answers by itself or not at all.
import type { AnsweringAgent } from '../../decide/answering-agent.ts';

export function openChat(name: string): AnsweringAgent {
  return {
    name,
    async decide() {
      return { kind: 'woken', effort: { via: 'chat' } };
    },
    async tell() {
      return { kind: 'failed', reason: 'a chat agent cannot be notified; tell it yourself', again: false };
    },
    async close() {},
  };
}
