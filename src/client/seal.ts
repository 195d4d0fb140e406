// Seals secret answers for the asker: X25519 with a new key per answer, HKDF-SHA256, AES-256-GCM. The private key never leaves the asker's process.
import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';
import { isSealed, SEALED, secretKeyOf } from '../question/sealed.ts';
import type { Ask, Verdict } from '../question/words.generated.ts';

export type Opener = { readonly publicKey: string; open(sealed: string): string };

/** A text is padded to a multiple of this, so that its length says little. */
const BLOCK = 64;
const TAG = 16;
const KEY = 32;

/** For one ask: the public key goes into the question, the private one stays here. */
export function createOpener(): Opener {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const own = rawOf(publicKey);
  return {
    publicKey: own.toString('base64url'),
    open(sealed) {
      const bytes = Buffer.from(sealed.slice(SEALED.length), 'base64url');
      const theirs = bytes.subarray(0, KEY);
      const { key, nonce } = derived(diffieHellman({ privateKey, publicKey: keyOf(theirs) }), theirs, own);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(bytes.subarray(-TAG));
      const padded = Buffer.concat([decipher.update(bytes.subarray(KEY, -TAG)), decipher.final()]);
      return padded.subarray(4, 4 + padded.readUInt32BE(0)).toString('utf8');
    },
  };
}

/** What is sent instead of the words. */
export function sealed(text: string, publicKey: string): string {
  const to = Buffer.from(publicKey, 'base64url');
  const once = generateKeyPairSync('x25519');
  const from = rawOf(once.publicKey);
  const { key, nonce } = derived(diffieHellman({ privateKey: once.privateKey, publicKey: keyOf(to) }), from, to);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const body = Buffer.concat([cipher.update(padded(text)), cipher.final()]);
  return SEALED + Buffer.concat([from, body, cipher.getAuthTag()]).toString('base64url');
}

/** The verdict with the words for secret questions sealed. */
export function sealedVerdict<V extends Verdict>({ questions }: Pick<Ask, 'questions'>, verdict: V): V {
  if (verdict.kind !== 'answers') return verdict;
  const answers = verdict.answers.map((answer, i) => {
    const key = secretKeyOf(questions[i]);
    return key === undefined || answer.kind !== 'words' || isSealed(answer.words)
      ? answer
      : { ...answer, words: sealed(answer.words, key) };
  });
  return { ...verdict, answers };
}

function padded(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  const whole = Buffer.alloc(Math.ceil((bytes.length + 4) / BLOCK) * BLOCK);
  whole.writeUInt32BE(bytes.length, 0);
  bytes.copy(whole, 4);
  return whole;
}

/** Both public keys are part of it, so that a sealed text fits only the ask it was made for. The key is used once, so the nonce may be derived. */
function derived(shared: Buffer, from: Buffer, to: Buffer): { readonly key: Buffer; readonly nonce: Buffer } {
  const bytes = Buffer.from(hkdfSync('sha256', shared, Buffer.concat([from, to]), 'answerback secret 1', KEY + 12));
  return { key: bytes.subarray(0, KEY), nonce: bytes.subarray(KEY) };
}

const rawOf = (key: KeyObject): Buffer => Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
const keyOf = (raw: Buffer): KeyObject =>
  createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x: raw.toString('base64url') }, format: 'jwk' });
