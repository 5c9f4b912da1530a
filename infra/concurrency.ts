/** The concurrent executions of functions. */
import type { JobRow } from '../functions/api/job.ts';
import { byHandler, type RouteKey, type RouteRow } from '../functions/api/route.ts';
import type { Stage } from './stages.ts';

/** Reserved for each critical route in a durable stage, so that other functions can't take its place. */
export const RESERVED_PER_ROUTE = 20;

/** The share of an account that Lambda leaves unreserved for all other functions. */
const UNRESERVED = 100;

/**
 * Returns the concurrent executions that the account must allow: the reserved ones, those of all queues at once, and
 * the unreserved share for pages and timers.
 */
export function concurrencyNeeded(
  stage: Stage,
  routes: Readonly<Record<string, RouteRow>>,
  jobs: Readonly<Record<string, JobRow>>,
): number {
  const critical = [...byHandler(routes).values()].filter((rows) => isCriticalIn(stage, rows));
  const workers = Object.values(jobs).map(({ trigger }) =>
    trigger.kind === 'queue' ? trigger.concurrency : 0,
  );
  return UNRESERVED + critical.length * RESERVED_PER_ROUTE + workers.reduce((sum, one) => sum + one, 0);
}

/** Returns whether the function of these routes is critical. No function of a trial stage is. */
export function isCriticalIn({ durable }: Stage, rows: readonly (readonly [RouteKey, RouteRow])[]): boolean {
  return durable && rows.some(([, row]) => row.isCritical);
}

/** Returns the executions reserved for a critical queue job: as many as its queue starts. */
export function reservedForJob({ trigger, isCritical }: JobRow): number | undefined {
  return isCritical && trigger.kind === 'queue' ? trigger.concurrency : undefined;
}
