// Limits that those who ask and those who answer both must know.

/** No single text may be longer; the request body as a whole is limited too. */
export const LONGEST_TEXT = 100_000;
