/** The request of one run and its reads of Xero, each made once and shared by all steps. */
import { businessDate, type CalendarDate } from '../../../domain/calendar.ts';
import type { LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import type { TaxSetting } from '../../../domain/journal/default-taxes.ts';
import type { XeroLink } from '../../records/entities/entity.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { cachedReads } from '../../xero/cached-reads.ts';
import { NIGHTLY_AGE_MS } from '../../xero/read-cache.ts';
import { accountCodes, readChart, readLockDate } from '../../xero/reads.ts';
import { linkOf } from '../../xero/session.ts';
import { ratesOf, taxSetting } from '../../xero/tax-setting.ts';
import { CodedTransactions } from '../../xero/coded-transactions.ts';
import type { PostingContext } from '../protocol/recorded-call.ts';
import type { PostingRequest } from '../protocol/request.ts';

export interface Run extends PostingRequest {
  readonly context: PostingContext;
  readonly link: XeroLink;
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
