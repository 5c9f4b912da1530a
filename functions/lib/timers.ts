/** Waiting. Beside the clock, since few wait; a simulation brings its own, on its own clock. */
import { setTimeout as delay } from 'node:timers/promises';

export interface Timers {
  sleep(milliseconds: number): Promise<void>;
  /** A signal that aborts after so many milliseconds, and keeps no process alive until then. */
  abortAfter(milliseconds: number): AbortSignal;
}

export const systemTimers: Timers = {
  sleep: (milliseconds) => delay(milliseconds),
  abortAfter: (milliseconds) => AbortSignal.timeout(milliseconds),
};
