/** The deadlines of a piece of work that calls Xero. Milliseconds since the epoch. */
export interface Deadlines {
  /** Waiting for the lease ends. */
  readonly leaseBy: number;
  /** Nothing more begins. */
  readonly startBy: number;
  /** Calls under way are given up. */
  readonly endBy: number;
  /** The most that one call may take, in milliseconds; `CALL_MS` by default. */
  readonly callMs?: number;
}

const SECOND = 1000;

/** The deadlines of a page's request, whose answer must be under way at `deadline`. */
export function requestDeadlines(now: number, deadline: number): Deadlines {
  return { leaseBy: now + 10 * SECOND, startBy: now + 20 * SECOND, endBy: deadline - SECOND };
}
