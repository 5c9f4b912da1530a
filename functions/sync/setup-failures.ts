/** Why a loan's set-up fails, and what only delays it. */
import { Refusal } from '../../domain/refusal.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/port.ts';

export interface Failure {
  readonly code: string;
  readonly message: string;
}

/** Notes why a schedule fails, and leaves the others alone. One that is only delayed has not failed. */
export async function orFailure<Value>(
  failures: Map<string, Failure>,
  { scheduleId }: OwnedSchedule,
  step: () => Promise<Value>,
): Promise<Value | null> {
  try {
    return await step();
  } catch (error) {
    if (!isDelay(error)) failures.set(scheduleId, failureOf(error));
    return null;
  }
}

/** Xero's limits, another posting to the same organisation, and the end of the call's time. */
export const isDelay = (error: unknown): boolean =>
  error instanceof XeroError
    ? error.kind === 'throttled'
    : error instanceof Refusal && ['sync/busy', 'sync/out-of-time'].includes(error.code);

/** Returns null for a delay. @throws the error otherwise */
export function unlessDelayed(error: unknown): null {
  if (isDelay(error)) return null;
  throw error;
}

/** @throws an error that is neither a refusal nor Xero's */
export function failureOf(error: unknown): Failure {
  if (error instanceof Refusal) return { code: error.code, message: error.message };
  if (error instanceof XeroError) return { code: `xero/${error.kind}`, message: error.message };
  throw error;
}
