/** Why auto sync didn't post a payment: what may pass by itself, and what somebody must do something about. */
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Log } from '../lib/log.ts';
import type { StoredSchedule } from '../schedules/schedule-store.ts';
import { XeroError } from '../services/xero/port.ts';

export interface Obstacle {
  readonly code: string;
  readonly why: string;
  /** Trying again may help; otherwise somebody has to do something. */
  readonly mayPass: boolean;
}

const LOCKED = new Set(['payment/locked', 'sync/lock-dates-changed']);

export const isLockedOut = (problem: unknown): boolean =>
  problem instanceof Refusal && LOCKED.has(problem.code);

const STOPS = new Set([
  'plan/limit-reached',
  'sync/not-ready',
  'opening/out-of-date',
  'connection/not-linked',
]);

/** Null for what is no reason to try again: a payment that is left out for good. */
export function obstacleOf(
  { log }: { readonly log: Log },
  scheduleId: string,
  error: unknown,
): Obstacle | null {
  if (error instanceof Refusal) {
    const { code, message: why } = error;
    if (LOCKED.has(code) || code === 'payment/covered') return null;
    return { code, why, mayPass: !STOPS.has(code) };
  }
  if (error instanceof XeroError) {
    const mayPass = error.kind === 'throttled' || error.kind === 'unavailable';
    return { code: `xero/${error.kind}`, why: error.message, mayPass };
  }
  log.error('auto sync failed', { scheduleId, error });
  return { code: 'unknown', why: 'Something went wrong.', mayPass: true };
}

/** The first among several. */
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

/** Whether Xero said no to what was sent, which an archived account may explain. */
export const isRefusal = (obstacle: Obstacle | null): boolean => obstacle?.code === REFUSED;

/** The same in plainer words, if it is because accounts of the schedule are archived. */
export function explained(
  obstacle: Obstacle,
  { accounts }: Pick<StoredSchedule, 'accounts'>,
  chart: readonly LedgerAccount[],
): Obstacle {
  const used = new Set(Object.values(accounts));
  const archived = chart.filter(({ id, status }) => status === 'ARCHIVED' && used.has(id));
  if (archived.length === 0) return obstacle;
  const names = archived.map(({ code, name }) => `"${`${code} ${name}`.trim()}"`).join(', ');
  const why =
    archived.length === 1
      ? `The account ${names} is archived in Xero. Restore it there, or choose another in the account settings.`
      : `The accounts ${names} are archived in Xero. Restore them there, or choose others in the account settings.`;
  return { code: 'account/archived', why, mayPass: false };
}
