// Limits of requests, in one place.

/** In bytes. */
export const LARGEST_BODY = 1024 * 1024;
/** For payloads that contain whole files, or many asks. */
export const LARGEST_PAYLOAD = 16 * LARGEST_BODY;
/** How long one request waits for a result. */
export const LONGEST_WAIT_MS = 60_000;
/** How long a pause or a mute that ends by itself may be. */
export const LONGEST_PAUSE_MS = 365 * 24 * 3_600_000;
/** How many items a list has: by default, and at most. */
export const PAGE = { usual: 50, most: 500 };

/** No reply has much more: it is written in one turn. */
export const PAGE_BYTES = 5_000_000;
