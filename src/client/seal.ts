// Seals secret answers for the asker: X25519 with a new key per answer, HKDF-SHA256, AES-256-GCM. The private key never leaves the asker's process.
//
// With Web Crypto, which Node and browsers both have.

import type { Ask } from '../ask/schema/ask.ts';
import type { Verdict } from '../ask/schema/decision.ts';
import { isSealed, SEALED, secretKeyOf } from '../ask/sealed.ts';
import { Unavailable } from './errors.ts';

export type Opener = { readonly publicKey: string; open(sealed: string): Promise<string> };

type Bytes = Uint8Array<ArrayBuffer>;
type Keys = Awaited<ReturnType<typeof newKeys>>;

const { subtle } = crypto;
const X25519 = { name: 'X25519' };
/** A text is padded to a multiple of this, so that its length says little. */
const BLOCK = 64;
const KEY = 32;
const NONCE = 12;

/** For one ask: the public key goes into the question, the private one stays here. */
export async function createOpener(): Promise<Opener> {
  const { publicKey, privateKey } = await newKeys();
  return {
    publicKey: base64url(publicKey),
    async open(sealed) {
      const bytes = bytesOf(sealed.slice(SEALED.length));
      const from = bytes.slice(0, KEY);
      const { key, iv } = await derived(privateKey, from, joined(from, publicKey));
      const padded = new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.slice(KEY)));
      const length = new DataView(padded.buffer).getUint32(0);
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(padded.subarray(4, 4 + length));
    },
  };
}

/** The verdict as it may be sent: the words for secret questions are sealed. */
export async function sealedFor({ questions }: Pick<Ask, 'questions'>, verdict: Verdict): Promise<Verdict> {
  if (verdict.kind !== 'answers') return verdict;
  const answers = verdict.answers.map(async (answer, i) => {
    const key = secretKeyOf(questions[i]);
    if (key === undefined || answer.kind !== 'words' || isSealed(answer.words)) return answer;
    return { ...answer, words: await sealed(answer.words, key) };
  });
  return { ...verdict, answers: await Promise.all(answers) };
}

/** What is sent instead of the words. */
export async function sealed(text: string, publicKey: string): Promise<string> {
  const to = bytesOf(publicKey);
  const once = await newKeys();
  const { key, iv } = await derived(once.privateKey, to, joined(once.publicKey, to));
  const body = new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv }, key, padded(text)));
  return SEALED + base64url(joined(once.publicKey, body));
}

async function newKeys() {
  try {
    const keys = await subtle.generateKey(X25519, true, ['deriveBits']);
    if (!('publicKey' in keys)) throw new Error('X25519 has two keys');
    return { privateKey: keys.privateKey, publicKey: new Uint8Array(await subtle.exportKey('raw', keys.publicKey)) };
  } catch {
    throw new Unavailable('this browser cannot encrypt secrets', 'Answer it with `answerback inbox` or `answerback answer` in a terminal.');
  }
}

/** Both public keys are in the salt, so that a sealed text fits only the ask it was made for. The key is used once, so the nonce may be derived. */
async function derived(privateKey: Keys['privateKey'], publicKey: Bytes, salt: Bytes) {
  const theirs = await subtle.importKey('raw', publicKey, X25519, false, []);
  const shared = await subtle.deriveBits({ ...X25519, public: theirs }, privateKey, 8 * KEY);
  const base = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode('answerback secret 1');
  const bits = await subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, 8 * (KEY + NONCE));
  const key = await subtle.importKey('raw', bits.slice(0, KEY), 'AES-GCM', false, ['encrypt', 'decrypt']);
  return { key, iv: new Uint8Array(bits.slice(KEY)) };
}

function padded(text: string): Bytes {
  const bytes = new TextEncoder().encode(text);
  const whole = new Uint8Array(Math.ceil((bytes.length + 4) / BLOCK) * BLOCK);
  new DataView(whole.buffer).setUint32(0, bytes.length);
  whole.set(bytes, 4);
  return whole;
}

function joined(first: Bytes, second: Bytes): Bytes {
  const whole = new Uint8Array(first.length + second.length);
  whole.set(first);
  whole.set(second, first.length);
  return whole;
}

const bytesOf = (text: string): Bytes => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const base64url = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
