import { Refusal } from '../../domain/refusal.ts';

/** A limit is reached. */
export class TooOften extends Refusal {
  /** The whole seconds until it may be tried again, for the header `Retry-After`. */
  readonly retryAfter: number;

  constructor(waitMs: number, code = 'request/too-often') {
    super('throttled', code, 'That was too often. Please wait a little and try again.');
    this.retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  }
}
