// Ids and codes that are easy to read aloud: Crockford's alphabet, which has no look-alikes.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** One character for each byte, with five of its bits. */
export const readable = (bytes: Uint8Array): string => Array.from(bytes, (byte) => ALPHABET[byte & 31]).join('');

/** As people are shown a code: k7q2-m9xd. */
export const inHalves = (code: string): string => `${code.slice(0, code.length / 2)}-${code.slice(code.length / 2)}`;
