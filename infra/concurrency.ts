/** The concurrent executions of functions. */
import type { JobRow } from '../functions/lib/job.ts';
import type { RouteRow } from '../functions/lib/route.ts';
import type { Stage } from './stages.ts';

/** Reserved for each critical route in a durable stage, so that other functions can't take its place. */
export const RESERVED_PER_ROUTE = 20;

/** The share of an account that Lambda leaves unreserved for all other functions. */
const UNRESERVED = 100;

/** Returns the concurrent executions that the account must allow. */
export function concurrencyNeeded(
  { durable }: Stage,
  routes: Readonly<Record<string, RouteRow>>,
  jobs: Readonly<Record<string, JobRow>>,
): number {
  if (!durable) return UNRESERVED;
  const critical = new Set(Object.values(routes).flatMap((row) => (row.isCritical ? [row.handler] : [])));
  const reserved = Object.values(jobs).map((row) => reservedForJob(row) ?? 0);
  return UNRESERVED + critical.size * RESERVED_PER_ROUTE + reserved.reduce((sum, one) => sum + one, 0);
}

/** Returns the executions reserved for a critical queue job: as many as its queue starts. */
export function reservedForJob({ trigger, isCritical }: JobRow): number | undefined {
  return isCritical && trigger.kind === 'queue' ? trigger.concurrency : undefined;
}
