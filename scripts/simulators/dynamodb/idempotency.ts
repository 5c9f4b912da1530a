import { createHash } from 'node:crypto';
import { levelKeys } from './dynalite.ts';
import type { BatchOperation, Fields, Level } from './dynalite.ts';
import { expiryKey } from './expiry.ts';
import { serviceError } from './service-error.ts';

/** The scope of all tokens; no table can have this name. */
export const TOKENS = '*';

const LIFETIME_SECONDS = 10 * 60;

/** The record of a committed request. */
export interface UsedToken {
  readonly request: string;
  /** The time in epoch seconds. */
  readonly expiresAt: number;
}

/** Commits each ClientRequestToken once, also across a restart. */
export class IdempotencyTokens {
  readonly #db: Level;
  readonly #now: () => number;
  readonly #inProgress = new Set<string>();

  constructor(db: Level, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /**
   * Runs a request unless it was committed under `token` before; then it returns undefined.
   * @param run commits the given operations in one batch with its own writes
   * @throws ServiceError when the token belongs to another request or to a running one
   */
  async once(
    token: string | undefined,
    request: unknown,
    run: (remember: readonly BatchOperation[]) => Promise<Fields>,
  ): Promise<Fields> {
    if (token === undefined) return run([]);
    if (this.#inProgress.has(token)) {
      throw serviceError('TransactionInProgressException', 'The transaction with this token is in progress');
    }
    this.#inProgress.add(token);
    try {
      const digest = digestOf(request);
      const used = await this.#db.get<UsedToken>(levelKeys.token(token));
      if (used === undefined || used.expiresAt <= this.#seconds())
        return await run(this.#remember(token, digest));
      if (used.request !== digest) throw mismatch();
      return {};
    } finally {
      this.#inProgress.delete(token);
    }
  }

  #remember(token: string, request: string): BatchOperation[] {
    const expiresAt = this.#seconds() + LIFETIME_SECONDS;
    const used: UsedToken = { request, expiresAt };
    return [
      { type: 'put', key: levelKeys.token(token), value: used },
      { type: 'put', key: expiryKey(TOKENS, expiresAt, token), value: 0 },
    ];
  }

  #seconds(): number {
    return Math.floor(this.#now() / 1_000);
  }
}

function mismatch(): Error {
  return serviceError(
    'IdempotentParameterMismatchException',
    'The request uses the same client token as a previous, but non-identical request',
  );
}

/** A digest that ignores the order of fields. */
function digestOf(request: unknown): string {
  const text = JSON.stringify(request, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest('base64');
}
