// The small files of chats and conversations, as they may be after damage: each is read as a whole or not at all, and never throws.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { aMegabyte, expectQuick, hostileText } from '../../test/support/hostile-json.ts';
import { runs } from '../../test/support/runs.ts';
import { conversationFiles } from '../auto-answer/answerers/conversation-files.ts';
import { openCursors } from '../auto-answer/chat-agents/cursors.ts';
import { type ChatData, chatDataFile, createChatStore, isChatData } from './store.ts';

const COUNT = runs(300);
const CHAT: ChatData = {
  people: [{ chat: 'c', id: '1', name: 'ada', shownAs: '@ada', at: 1 }],
  invitation: { code: 'c', name: 'ben', until: 1, wrong: { '2': 1 } },
  posts: [
    {
      chat: 'c',
      message: 'm',
      key: 'k',
      ask: 'a',
      talk: {
        state: { conversation: { drafts: [], page: 0, mode: 'list', confirms: false }, said: {} },
        stamp: 's',
        page: 'p',
        print: 'x',
      },
    },
  ],
  handled: ['e1'],
};

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'answerback-files-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
}

it(`${COUNT} hostile files of a chat: it has what was written, or nobody, and says so`, () => {
  const file = join(folder(), 'chat.json');
  fc.assert(
    fc.property(hostileText([CHAT]), (text) => {
      writeFileSync(file, text);
      let damage = 0;
      const opened = chatDataFile(file, () => {
        damage += 1;
      });
      const store = createChatStore(opened);
      const { people, posts, handled } = store.get();
      if (damage > 0) expect([people, posts, handled]).toEqual([[], [], []]);
      for (const { chat, id, name } of people) expect([typeof chat, typeof id, typeof name]).toEqual(['string', 'string', 'string']);
      expect(store.post({ chat: 'nowhere', message: 'm' })).toBeUndefined();
      store.isHandled('e1');
    }),
    { numRuns: COUNT },
  );
});

it(`${COUNT} hostile files of cursors and conversations are read as far as they are sound`, async () => {
  const at = folder();
  const [cursors, kept] = [join(at, 'chats.json'), conversationFiles(join(at, 'conversations'))];
  await kept.write('key', { id: 'c1' });
  await fc.assert(
    fc.asyncProperty(hostileText([{ claw: 7, other: 12 }]), hostileText([{ key: 'key', kept: { id: 'c1' } }]), async (a, b) => {
      writeFileSync(cursors, a);
      for (const name of ['claw', 'toString', '__proto__']) {
        const seq = openCursors(cursors).get(name);
        expect(seq === undefined || Number.isSafeInteger(seq)).toBe(true);
      }
      const { createHash } = await import('node:crypto');
      writeFileSync(join(at, 'conversations', `${createHash('sha256').update('key').digest('hex').slice(0, 40)}.json`), b);
      await kept.read('key');
    }),
    { numRuns: COUNT },
  );
});

it('a megabyte of such a file is read in no time', () => {
  fc.assert(
    fc.property(aMegabyte([CHAT]), (text) =>
      expectQuick('isChatData', () => {
        try {
          const read = JSON.parse(text);
          if (typeof read === 'object' && read !== null) isChatData(read);
        } catch {}
      }),
    ),
    { numRuns: 20 },
  );
});
