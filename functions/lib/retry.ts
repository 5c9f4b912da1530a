/** Retry with backoff of calls that Xero did not answer. */
import type { Clock } from './clock.ts';
import type { Timers } from './timers.ts';

const ATTEMPTS = 3;
const BACKOFF_MS = 1000;

/**
 * Runs, and runs again while `isRetryable` says so and the pause ends before `startBy`. Each run gets the result
 * before it.
 */
export async function withRetry<Result>(
  { clock, timers }: { readonly clock: Clock; readonly timers: Timers },
  startBy: number,
  run: (before: Result | null) => Promise<Result>,
  isRetryable: (result: Result) => boolean,
): Promise<Result> {
  let result = await run(null);
  for (let attempt = 1; attempt < ATTEMPTS && isRetryable(result); attempt++) {
    const pause = attempt * BACKOFF_MS;
    if (clock.now() + pause >= startBy) break;
    await timers.sleep(pause);
    result = await run(result);
  }
  return result;
}
