// Limits for both those who ask and those who answer.

/** No single text may be longer; the request body as a whole is limited too. */
export const LONGEST_TEXT = 100_000;
