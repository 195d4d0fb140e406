// The receiving end of web push, as a push service and a browser would be: checks the sender's signature (RFC 8292) and decrypts the message (RFC 8291).
// Written from the RFCs with node:crypto only, so that a mistake of the sender's library is not repeated here.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { PushMessage } from '../../src/ask/push-message.ts';
import type { Received } from './fake-service.ts';

const hkdf = (salt: Buffer, key: Buffer, info: Buffer, length: number) => Buffer.from(hkdfSync('sha256', key, salt, info, length));
const json = (part: string | undefined) => JSON.parse(Buffer.from(part ?? '', 'base64url').toString('utf8'));

export function pushBrowser() {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const auth = randomBytes(16);

  return {
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },

    /** Throws if it is not encrypted for this browser. */
    decrypted({ bytes }: Pick<Received, 'bytes'>): PushMessage {
      const salt = bytes.subarray(0, 16);
      const idLength = bytes.readUInt8(20);
      const sender = bytes.subarray(21, 21 + idLength);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
      const key = hkdf(auth, pair.computeSecret(sender), info, 32);
      const secret = hkdf(salt, key, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = hkdf(salt, key, Buffer.from('Content-Encoding: nonce\0'), 12);
      const sealed = bytes.subarray(21 + idLength);
      const cipher = createDecipheriv('aes-128-gcm', secret, nonce).setAuthTag(sealed.subarray(-16));
      const padded = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString('utf8'));
    },
  };
}

export type Claims = { readonly aud: string; readonly exp: number; readonly sub: string };

/** The claims of the sender if they are signed with this public key, as a push service checks them; else undefined. */
export function signedClaims({ headers }: Pick<Received, 'headers'>, publicKey: string): Claims | undefined {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
  const [header, claims, signature] = token.split('.');
  if (key !== publicKey || json(header).alg !== 'ES256') return undefined;
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url')) as [string, string];
  const known = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: known, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  );
  return isSigned ? json(claims) : undefined;
}
