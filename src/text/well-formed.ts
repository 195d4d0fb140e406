// Text without halves of surrogate pairs: a database column cannot hold them, and neither can a header or an address.
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');
