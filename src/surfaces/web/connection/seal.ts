// Seals secret answers in the browser, exactly as client/seal.ts does with Node: X25519, HKDF-SHA256, AES-256-GCM.
import { Unavailable } from '../../../client/errors.ts';
import { isSealed, SEALED, secretKeyOf } from '../../../question/sealed.ts';
import type { Ask, Verdict } from '../../../question/words.generated.ts';

const BLOCK = 64;
const KEY = 32;
const NONCE = 12;

type Bytes = Uint8Array<ArrayBuffer>;

/** The verdict with the words for secret questions sealed. */
export async function sealedVerdict({ questions }: Pick<Ask, 'questions'>, verdict: Verdict): Promise<Verdict> {
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
  const once = (await crypto.subtle.generateKey({ name: 'X25519' }, true, ['deriveBits']).catch(cannotSeal)) as CryptoKeyPair;
  const from = new Uint8Array(await crypto.subtle.exportKey('raw', once.publicKey));
  const theirs = await crypto.subtle.importKey('raw', to, { name: 'X25519' }, false, []);
  const shared = await crypto.subtle.deriveBits({ name: 'X25519', public: theirs }, once.privateKey, 8 * KEY);
  const { key, nonce } = await derived(shared, joined(from, to));
  const body = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, key, padded(text)));
  return SEALED + base64url(joined(from, body));
}

/** Both public keys are part of it, so that a sealed text fits only the ask it was made for. */
async function derived(shared: ArrayBuffer, salt: Bytes): Promise<{ readonly key: CryptoKey; readonly nonce: Bytes }> {
  const base = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveBits']);
  const info = new TextEncoder().encode('answerback secret 1');
  const bits = new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, base, 8 * (KEY + NONCE)));
  const key = await crypto.subtle.importKey('raw', bits.slice(0, KEY), 'AES-GCM', false, ['encrypt']);
  return { key, nonce: bits.slice(KEY) };
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

function cannotSeal(): never {
  throw new Unavailable('this browser cannot encrypt secrets', 'Answer it with `answerback inbox` or `answerback answer` in a terminal.');
}
