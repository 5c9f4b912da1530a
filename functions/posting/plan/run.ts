/** The request of one run and its reads of Xero, each made once and shared by all steps. */
import { businessDate, type CalendarDate } from '../../../domain/calendar.ts';
import type { LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import type { LineRole } from '../../../domain/journal/document.ts';
import { isTracked } from '../../../domain/journal/tracking.ts';
import type { TaxSetting } from '../../../domain/journal/default-taxes.ts';
import type { OwnedEntity, XeroLink } from '../../records/entities/entity.ts';
import { trackingInForce } from '../../records/entities/tracking.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import type { XeroTracking, XeroTrackingCategory } from '../../services/xero/port.ts';
import { cachedReads } from '../../xero/cached-reads.ts';
import { NIGHTLY_AGE_MS } from '../../xero/read-cache.ts';
import { accountCodes, readChart, readLockDate } from '../../xero/reads.ts';
import { linkOf } from '../../xero/session.ts';
import { readTracking, refuseArchived, requireTracking, usableTracking } from '../../xero/tracking.ts';
import { ratesOf, taxSetting } from '../../xero/tax-setting.ts';
import { CodedTransactions } from '../../xero/coded-transactions.ts';
import type { PostingContext } from '../protocol/recorded-call.ts';
import type { PostingRequest } from '../protocol/request.ts';

export interface Run extends PostingRequest {
  readonly context: PostingContext;
  readonly link: XeroLink;
  /** The entity as it was read last: right before documents are drawn up. */
  latest: OwnedEntity;
  readonly today: CalendarDate;
  /** Returns the result of the first read under that name. */
  once<Value>(name: string, read: () => Promise<Value>): Promise<Value>;
}

/** @throws Refusal `conflict` unless the entity is linked */
export function newRun(request: PostingRequest, context: PostingContext): Run {
  const reads = new Map<string, Promise<unknown>>();
  return {
    ...request,
    context,
    link: linkOf(request.entity),
    latest: request.entity,
    today: businessDate(context.services.clock.now()),
    once: async <Value>(name: string, read: () => Promise<Value>) => {
      const known = reads.get(name) ?? read();
      reads.set(name, known);
      return known as Promise<Value>;
    },
  };
}

/** The lock date of the books: auto sync uses what the night before read. */
export const lockDateOf = (run: Run): Promise<CalendarDate | null> =>
  run.once('lock-date', () => {
    const { services, session } = run.context;
    return run.userId === null
      ? cachedReads(services, session, NIGHTLY_AGE_MS).lockDate()
      : readLockDate(services.xero, session);
  });

/** The chart of accounts: the runs of auto sync that follow one another in an organisation share a read. */
export const chartOf = (run: Run): Promise<LedgerAccount[]> =>
  run.once('chart', () => {
    const { services, session } = run.context;
    return run.userId === null ? cachedReads(services, session).chart() : readChart(services.xero, session);
  });

/** The tax rates that a schedule's documents follow. */
export const taxesOf = async (run: Run, schedule: OwnedSchedule): Promise<TaxSetting> => {
  const { services, session } = run.context;
  return taxSetting(await chartOf(run), schedule, () => run.once('rates', () => ratesOf(services, session)));
};

/** Time that a search for coded transactions leaves for posting. */
const SEARCH_SPARE_MS = 8000;

/** The transactions that people and bank rules have coded, as far as the run has searched. */
export const codedOf = (run: Run): Promise<CodedTransactions> =>
  run.once('coded transactions', async () => {
    const { services } = run.context;
    const { userId, deadlines } = run;
    const until = deadlines.startBy - SEARCH_SPARE_MS;
    const session = run.context.session.within({ ...deadlines, startBy: until });
    return new CodedTransactions({ services, session, until, isPage: userId !== null });
  });

export const codesOf = async (run: Run): Promise<ReadonlyMap<string, string>> =>
  accountCodes(await chartOf(run));

/** The tracking categories: a user's run reads them, auto sync takes what is a minute old. */
export const trackingOf = (run: Run): Promise<readonly XeroTrackingCategory[]> =>
  run.once('tracking', () => {
    const { services, session } = run.context;
    return run.userId === null
      ? cachedReads(services, session).tracking()
      : readTracking(services.xero, session);
  });

/**
 * Refuses to repeat lines of Xero with a tracking option that can't be used. Without any nothing is read.
 * @throws Refusal `conflict`
 */
export async function refuseArchivedTracking(
  run: Run,
  lines: readonly { readonly tracking?: readonly XeroTracking[] }[],
): Promise<void> {
  const carried = lines.flatMap(({ tracking = [] }) => tracking);
  if (carried.length > 0) refuseArchived(carried, await trackingOf(run));
}

/** Gives a line the tracking options that it carries. */
export type LineTracker = (role: LineRole, account: string | null) => readonly XeroTracking[];

/**
 * Returns the tracker of documents that follow a schedule's choice, or the entity's. Without a choice nothing is read.
 * @throws Refusal `conflict` while a choice is required and there is none, and for an option that can't be used
 */
export async function trackerOf(run: Run, schedule: Pick<OwnedSchedule, 'tracking'>): Promise<LineTracker> {
  const inForce = trackingInForce(schedule, run.latest, run.link.tenantId);
  requireTracking(inForce);
  if (inForce.chosen.length === 0) return () => [];
  const tracking = usableTracking(inForce.chosen, await trackingOf(run));
  const classes = new Map((await chartOf(run)).map((account) => [account.id, account.class]));
  return (role, account) => (isTracked(inForce.lines, role, classes.get(account ?? '')) ? tracking : []);
}
