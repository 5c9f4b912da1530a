/** The concurrent executions of functions. */
import type { JobRow } from '../functions/api/job.ts';
import { byHandler, type RouteKey, type RouteRow } from '../functions/api/route.ts';
import type { Stage } from './stages.ts';

/** Reserved for each route of the sign-in, so that other functions can't take its place. */
const RESERVED_PER_ROUTE = 20;

/** The share of an account that Lambda leaves unreserved for all other functions. */
const UNRESERVED = 100;

/** The concurrency that a stage without reservations needs: its queues start few workers while few people use it. */
const TRIAL = 50;

type Rows = readonly (readonly [RouteKey, RouteRow])[];

/**
 * Returns the concurrent executions that the account must allow: the reserved ones, those of all queues at once, and
 * the unreserved share for pages and timers; for a trial stage a number that AWS grants new accounts soon.
 */
export function concurrencyNeeded(
  stage: Stage,
  routes: Readonly<Record<string, RouteRow>>,
  jobs: Readonly<Record<string, JobRow>>,
): number {
  if (!stage.reserved) return TRIAL;
  const reserved = [...byHandler(routes).values()].map((rows) => reservedForRoutes(stage, rows) ?? 0);
  const workers = Object.values(jobs).map(({ trigger }) =>
    trigger.kind === 'queue' ? trigger.concurrency : 0,
  );
  return [UNRESERVED, ...reserved, ...workers].reduce((sum, one) => sum + one, 0);
}

/** Returns whether the function of these routes is critical. */
export const isCritical = (rows: Rows): boolean => rows.some(([, row]) => row.isCritical);

/**
 * Returns the executions reserved for the function of these routes. A reservation is a ceiling too: functions that wait
 * for Xero have none, since many people post at the end of a month, and costly ones have one to leave room for others.
 */
export function reservedForRoutes({ reserved }: Stage, rows: Rows): number | undefined {
  const atMost = rows.find(([, row]) => row.atMost !== undefined)?.[1].atMost;
  if (reserved && atMost !== undefined) return atMost;
  const waits = rows.some(([, row]) => row.uses.includes('xero'));
  return reserved && isCritical(rows) && !waits ? RESERVED_PER_ROUTE : undefined;
}

/** Returns the executions reserved for a critical queue job: as many as its queue starts. */
export function reservedForJob({ reserved }: Stage, { trigger, ...row }: JobRow): number | undefined {
  return reserved && row.isCritical && trigger.kind === 'queue' ? trigger.concurrency : undefined;
}
