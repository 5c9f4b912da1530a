/** The progress of schedules whose payments are posted: each step returns it one step further (`payments.ts`). */
import type { Contract } from '../../domain/contract/contract.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { WriteRefused } from '../store/table.ts';
import { LeaseLost } from '../store/lease.ts';
import type { Outcome, Problem } from './outcome.ts';
import type { PlannedPayment } from './payment-documents.ts';

/** Payments of a schedule that are wanted in Xero. */
export interface WantedPayments {
  readonly scheduleId: string;
  readonly numbers: readonly number[];
}

/**
 * The result for one schedule. Payments that are in Xero since before have no outcome. `failure` is why nothing of the
 * schedule could be posted.
 */
export interface SchedulePosting {
  readonly scheduleId: string;
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly failure: unknown;
}

/** A schedule on its way through the steps. `remaining` are its payments without an outcome, in order. */
export interface Progress extends SchedulePosting {
  readonly schedule: OwnedSchedule | null;
  readonly contract: Contract | null;
  readonly remaining: readonly number[];
  /** The documents of the remaining payments, once they are selected. */
  readonly planned: readonly PlannedPayment[];
  readonly contactId: string | null;
}

/** Returns the progress before the first step. */
export const newProgress = ({ scheduleId, numbers }: WantedPayments): Progress => ({
  scheduleId,
  outcomes: new Map(),
  failure: null,
  schedule: null,
  contract: null,
  remaining: [...new Set(numbers)].toSorted((a, b) => a - b),
  planned: [],
  contactId: null,
});

/** Returns the progress with more outcomes; payments that have one are no longer remaining. */
export const withOutcomes = (
  progress: Progress,
  outcomes: Iterable<readonly [number, Outcome]>,
): Progress => {
  const all = new Map([...progress.outcomes, ...outcomes]);
  const isOpen = (number: number): boolean => !all.has(number);
  return {
    ...progress,
    outcomes: all,
    remaining: progress.remaining.filter(isOpen),
    planned: progress.planned.filter(({ number }) => isOpen(number)),
  };
};

/** Returns an outcome of the payments that are not sent, for one reason. */
export const skipAll = (numbers: readonly number[], reason: Problem) =>
  numbers.map((number): [number, Outcome] => [number, { kind: 'skipped', reason }]);

/** The result of one batch for a schedule. */
export type BatchResult = Pick<SchedulePosting, 'outcomes' | 'failure'>;

/** Returns the progress with a batch's result. A payment with several documents has the worst of their outcomes. */
export function withResult(progress: Progress, result: BatchResult | undefined): Progress {
  if (!result) return progress;
  const outcomes = Array.from(result.outcomes, ([number, outcome]): [number, Outcome] => [
    number,
    worse(progress.outcomes.get(number), outcome),
  ]);
  return { ...withOutcomes(progress, outcomes), failure: progress.failure ?? result.failure };
}

/** Returns the worse of two outcomes. */
export const worse = (before: Outcome | undefined, outcome: Outcome): Outcome =>
  before === undefined || before.kind === 'posted' ? outcome : before;

/** Runs a step for one schedule. A failure ends that schedule's progress; a lost lease ends the run. */
export async function runStep(
  progress: Progress,
  step: (progress: Progress) => Promise<Progress>,
): Promise<Progress> {
  if (progress.failure !== null) return progress;
  try {
    return await step(progress);
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof WriteRefused) throw error;
    return { ...progress, failure: error, remaining: [] };
  }
}
