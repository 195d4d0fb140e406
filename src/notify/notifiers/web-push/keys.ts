// The key pair that push services know this broker by (VAPID). A browser's subscription is bound to it, so it is made once and kept.
import { createECDH } from 'node:crypto';

export type PushKeys = {
  /** Whom the push service may write to: an address with mailto: or https:. */
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
};

/** `secret`: 32 random bytes in base64url, which is what a private key of this curve is. */
export function pushKeysFrom(secret: string, subject: string): PushKeys {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(secret, 'base64url');
  return { subject, publicKey: pair.getPublicKey('base64url'), privateKey: secret };
}
