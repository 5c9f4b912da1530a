/** Delays and timeouts. A function receives them, so that a simulation can run on a virtual clock. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Timers {
  sleep(milliseconds: number): Promise<void>;
  /** Returns a signal that aborts after this time. It does not keep the process alive. */
  abortAfter(milliseconds: number): AbortSignal;
}

export const systemTimers: Timers = {
  sleep: (milliseconds) => delay(milliseconds),
  abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
};
