// The answerer "chat". Nobody can wake it: it is told through its feed (chats.ts) or reads `answerback roster` whenever it likes, and answers through
// `answerback reply` or `answerback answer`, or not at all.
import { defineAnswerer } from './answerer.ts';

export const chat = defineAnswerer({
  kind: 'chat',
  brief: 'a chat agent that is connected with `answerback chat` ([CHAT-AGENTS.md](CHAT-AGENTS.md))',
  settings: {},
  cannotReview: 'a chat agent looks when it likes and cannot review',
  describe: () => 'polls the roster',
  open: (_, { name, listens }) => ({
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
  }),
});
