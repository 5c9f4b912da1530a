/** Calls that did nothing because of a limit, and can be made later. */
import { ApiError } from '../data/problem.ts';

/** Xero allows 60 calls a minute, so many documents are searched for and posted bit by bit. */
const LATER: ReadonlySet<string> = new Set(['payment/not-checked', 'xero/throttled', 'sync/out-of-time']);

/** How often a posting waits without any progress, and how long each time. Milliseconds. */
export const WAITS = 4;
export const WAIT_MS = 15_000;

export const isLimitCode = (code: string): boolean => LATER.has(code);

/** Whether a call did nothing because of Xero's limit. */
export const isLimit = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 429 || isLimitCode(error.problem.code ?? ''));

/** Whether another posting of the same organisation is under way. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ApiError && error.problem.code === 'sync/busy';
