/** Delays and timeouts. A function receives them, so that a simulation can run on a virtual clock. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from './clock.ts';

export interface Timers {
  sleep(milliseconds: number): Promise<void>;
  /** Returns a signal that aborts after this time. It does not keep the process alive. */
  abortAfter(milliseconds: number): AbortSignal;
}

/** Returns a wait for the next turn: turns follow each other at this rate, however many wait at once. */
export function pace(perSecond: number, clock: Clock, timers: Pick<Timers, 'sleep'>): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = clock.now();
    const turn = Math.max(now, next);
    next = turn + 1000 / perSecond;
    if (turn > now) await timers.sleep(turn - now);
  };
}

export const systemTimers: Timers = {
  sleep: (milliseconds) => delay(milliseconds),
  abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
};
