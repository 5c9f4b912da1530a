/** The reasons why auto sync did not post a payment: transient ones, and those that need a user's action. */
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { Refusal } from '../../domain/refusal.ts';
import { nameSome } from '../../domain/text.ts';
import type { Log } from '../lib/log.ts';
import type { StoredSchedule } from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/error.ts';

export interface Obstacle {
  readonly code: string;
  readonly why: string;
  /** True when a retry may succeed; otherwise a user has to act. */
  readonly isTransient: boolean;
}

const LOCKED = new Set(['payment/locked', 'sync/lock-dates-changed']);

/** The consent lacks a permission that a search needs; only another consent ends it. */
export const SCOPE_MISSING = 'payment/scope-missing';

export const isLockedOut = (problem: unknown): boolean =>
  problem instanceof Refusal && LOCKED.has(problem.code);

/** Codes about the tracking of a schedule's documents: another choice ends them. */
export const TRACKING: ReadonlySet<string> = new Set(['tracking/required', 'tracking/unavailable']);

const STOPS = new Set([
  ...TRACKING,
  'plan/limit-reached',
  'sync/not-ready',
  'opening/out-of-date',
  'connection/not-linked',
  'sync/unknown-documents',
  'payment/already-coded',
  SCOPE_MISSING,
]);

/** The codes of documents that Xero has not confirmed. */
export const UNCONFIRMED: ReadonlySet<string> = new Set(['payment/unconfirmed', 'posting/unconfirmed']);

/** Members are asked whether a document in Xero is one that it has not confirmed. */
export const UNANSWERED: Obstacle = {
  code: 'sync/unanswered-question',
  why: 'Xero has a document that looks like one that it has not confirmed. Please answer on the page of the entity whether they are the same.',
  isTransient: false,
};

/** Returns the obstacle of an error; null for a payment that is skipped for good. */
export function obstacleOf(
  { log }: { readonly log: Log },
  scheduleId: string,
  error: unknown,
): Obstacle | null {
  if (error instanceof Refusal) {
    const { code, message: why } = error;
    if (
      LOCKED.has(code) ||
      code === 'payment/covered' ||
      code === 'event/covered' ||
      code === 'payment/no-part-due'
    )
      return null;
    return { code, why, isTransient: !STOPS.has(code) };
  }
  if (error instanceof XeroError) {
    return { code: `xero/${error.kind}`, why: error.message, isTransient: error.isTransient };
  }
  log.error('auto sync failed', { scheduleId, error });
  return { code: 'unknown', why: 'Something went wrong.', isTransient: true };
}

/** Returns the first obstacle among several errors. */
export function obstacleIn(
  services: { readonly log: Log },
  scheduleId: string,
  errors: readonly unknown[],
): Obstacle | null {
  for (const error of errors) {
    const obstacle = obstacleOf(services, scheduleId, error);
    if (obstacle) return obstacle;
  }
  return null;
}

const REFUSED = 'xero/refused';

/** Returns true when Xero refused the document, which an archived account may explain. */
export const isRefusal = (obstacle: Obstacle | null): boolean => obstacle?.code === REFUSED;

/** Returns the obstacle with its cause when accounts of the schedule are archived. */
export function explained(
  obstacle: Obstacle,
  { accounts }: Pick<StoredSchedule, 'accounts'>,
  chart: readonly LedgerAccount[],
): Obstacle {
  const used = new Set(Object.values(accounts));
  const archived = chart.filter(({ id, status }) => status === 'ARCHIVED' && used.has(id));
  if (archived.length === 0) return obstacle;
  const names = nameSome(archived.map(({ code, name }) => `"${`${code} ${name}`.trim()}"`));
  const why =
    archived.length === 1
      ? `The account ${names} is archived in Xero. Restore it there, or choose another in the account settings.`
      : `The accounts ${names} are archived in Xero. Restore them there, or choose others in the account settings.`;
  return { code: 'account/archived', why, isTransient: false };
}
