// Sealed answers: only the asker can open them, and they say nothing about the text.
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createOpener, sealed, sealedFor } from './seal.ts';

test('any text is read by the one it was sealed for, and by nobody else', async () => {
  const [asker, other] = [await createOpener(), await createOpener()];
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme' }), async (text) => {
      const closed = await sealed(text, asker.publicKey);
      expect(await asker.open(closed)).toBe(text);
      await expect(other.open(closed)).rejects.toThrow();
    }),
    { numRuns: 50 },
  );
});

test('the same short text looks different each time, and as long as another', async () => {
  const { publicKey } = await createOpener();
  expect(await sealed('yes', publicKey)).not.toBe(await sealed('yes', publicKey));
  expect(await sealed('yes', publicKey)).toHaveLength((await sealed('a much longer password', publicKey)).length);
});

test('a changed text is refused', async () => {
  const asker = await createOpener();
  const closed = await sealed('hunter2', asker.publicKey);
  await expect(asker.open(`${closed.slice(0, -2)}${closed.endsWith('AA') ? 'BB' : 'AA'}`)).rejects.toThrow();
});

test('only answers to secret questions are sealed', async () => {
  const { publicKey, open } = await createOpener();
  const question = { text: 'Token?', options: [], multiSelect: false };
  const words = { kind: 'words', words: 'hunter2' } as const;
  const asked = { questions: [question, { ...question, secret: publicKey }] };
  const verdict = await sealedFor(asked, { kind: 'answers', answers: [words, words] });
  const [plain, secret] = verdict.kind === 'answers' ? verdict.answers : [];
  expect(plain).toEqual(words);
  expect(await open((secret as typeof words).words)).toBe('hunter2');
  expect(await sealedFor(asked, verdict)).toEqual(verdict);
});

describe("with Node's own crypto, as this was written before", () => {
  const rawOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
  const keyOf = (raw: Buffer) => createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });
  const derived = (privateKey: KeyObject, theirs: Buffer, salt: Buffer) => {
    const shared = diffieHellman({ privateKey, publicKey: keyOf(theirs) });
    const bytes = Buffer.from(hkdfSync('sha256', shared, salt, 'answerback secret 1', 44));
    return [bytes.subarray(0, 32), bytes.subarray(32)] as const;
  };
  const text = 'hunter2 ü 🗝';
  const padded = Buffer.alloc(64);
  padded.writeUInt32BE(Buffer.byteLength(text));
  padded.write(text, 4);

  test('what is sealed here is opened there', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const own = rawOf(publicKey);
    const closed = await sealed(text, own.toString('base64url'));
    expect(closed).toMatch(/^sealed:1:[\w-]+$/);
    const bytes = Buffer.from(closed.slice('sealed:1:'.length), 'base64url');
    const theirs = bytes.subarray(0, 32);
    const decipher = createDecipheriv('aes-256-gcm', ...derived(privateKey, theirs, Buffer.concat([theirs, own])));
    decipher.setAuthTag(bytes.subarray(-16));
    expect(Buffer.concat([decipher.update(bytes.subarray(32, -16)), decipher.final()])).toEqual(padded);
  });

  test('what is sealed there is opened here', async () => {
    const asker = await createOpener();
    const to = Buffer.from(asker.publicKey, 'base64url');
    const once = generateKeyPairSync('x25519');
    const from = rawOf(once.publicKey);
    const cipher = createCipheriv('aes-256-gcm', ...derived(once.privateKey, to, Buffer.concat([from, to])));
    const bytes = Buffer.concat([from, cipher.update(padded), cipher.final(), cipher.getAuthTag()]);
    expect(await asker.open(`sealed:1:${bytes.toString('base64url')}`)).toBe(text);
  });
});
