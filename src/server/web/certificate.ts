// Makes the certificate for the local network: signed by itself, so browsers ask once, and a person compares the fingerprint.
// A file of its own in dist/, because few brokers need it (scripts/build.mjs).
import 'reflect-metadata';
import { randomBytes } from 'node:crypto';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type JsonGeneralName,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export type Made = { readonly certificate: string; readonly key: string };

const KIND = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const A_DAY = 24 * 3_600_000;
/** Longer is refused by Apple's systems. */
const LASTS_FOR_MS = 820 * A_DAY;

export async function makeCertificate(names: readonly string[], addresses: readonly string[], now: number): Promise<Made> {
  const keys = await crypto.subtle.generateKey(KIND, true, ['sign', 'verify']);
  const alternatives: JsonGeneralName[] = [
    ...names.map((value) => ({ type: 'dns', value }) as const),
    ...addresses.map((value) => ({ type: 'ip', value }) as const),
  ];
  const made = await X509CertificateGenerator.createSelfSigned({
    serialNumber: `00${randomBytes(15).toString('hex')}`,
    name: 'CN=Answerback',
    notBefore: new Date(now - A_DAY),
    notAfter: new Date(now + LASTS_FOR_MS),
    keys,
    signingAlgorithm: KIND,
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension(alternatives),
    ],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    certificate: made.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${key.replaceAll(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
  };
}
