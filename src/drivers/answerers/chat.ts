// A chat agent that nobody can wake: it sees what is pending in the roster when it next looks, and answers by itself, within its time or not at all.
import type { AnsweringAgent } from '../../decide/answering-agent.ts';

export function openChat(name: string): AnsweringAgent {
  return {
    name,
    async decide() {
      return { kind: 'woken', effort: { via: 'chat' } };
    },
    async tell() {
      return { kind: 'failed', reason: 'a chat agent cannot be woken; tell it yourself', again: false };
    },
    async close() {},
  };
}
