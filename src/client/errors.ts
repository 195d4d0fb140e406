// The two ways a call can fail: the broker refused it, or no usable broker was found.
import type { ErrorBody } from '../contract/types.ts';

/**
 * The broker refused; nothing was changed. Recognised by name: the command line and its screens are two bundles, each with its own copy
 * of this class.
 */
export class Refused extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Refused';
  }
  readonly status: number;
  readonly code: string;
  readonly fix: string;
  readonly details: ErrorBody['error'];
  constructor(status: number, details: ErrorBody['error']) {
    super(details.message);
    this.name = 'Refused';
    this.status = status;
    this.code = details.code;
    this.fix = details.fix;
    this.details = details;
  }
}

/** No broker answered and none could be started, or the reply could not be understood. Recognised by name, as above. */
export class Unavailable extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Unavailable';
  }
  readonly fix: string;
  /** A person stopped the broker. */
  readonly stopped: boolean;
  constructor(message: string, fix: string, stopped = false) {
    super(message);
    this.name = 'Unavailable';
    this.fix = fix;
    this.stopped = stopped;
  }
}
