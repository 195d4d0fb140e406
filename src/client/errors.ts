// The two ways in which a call can fail: the broker refused it, or there is no broker that can be used.
import type { ErrorBody } from '../protocol/contract.generated.ts';

/**
 * The broker said no; nothing was changed. Known by its name: the command line and its screens are two bundles with a copy of this class
 * each, and what one throws the other must recognise.
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

/** No broker answered and none could be started, or what answered cannot be understood. Known by its name, as above. */
export class Unavailable extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === 'Unavailable';
  }
  readonly fix: string;
  constructor(message: string, fix: string) {
    super(message);
    this.name = 'Unavailable';
    this.fix = fix;
  }
}
