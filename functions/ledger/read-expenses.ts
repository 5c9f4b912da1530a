/** The interest and fee accounts of an entity over the year up to a date, for its working papers. */
import pMap from 'p-map';
import { addDays, type CalendarDate, monthOf } from '../../domain/calendar.ts';
import type { AccountSums } from '../../domain/ledger/ledger-entry.ts';
import { cents, type Cents } from '../../domain/money.ts';
import { lastYearEnd, yearsEnding, yearsLater } from '../../domain/years.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { BooksOfSchedule } from '../books/schedule-books.ts';
import type { XeroServices } from '../services/context.ts';
import { cachedReads } from '../xero/cached-reads.ts';
import { NIGHTLY_AGE_MS } from '../xero/read-cache.ts';
import type { XeroSession } from '../xero/session.ts';
import { trialBalanceOn } from './trial-balance.ts';

export type ExpenseRole = 'interestExpense' | 'administrationFee';

export interface ExpenseBalance {
  readonly account: string;
  readonly role: ExpenseRole;
  readonly xero: Cents;
}

const ONE_BY_ONE = { concurrency: 1 };

/**
 * Whether working papers may be made as at the date: the end of a month or of the entity's year. On other days the
 * check stays at one call, since reading the expenses may take three more.
 */
export const isOfWorkingPapers = ({ financialYearEnd }: OwnedEntity, date: CalendarDate): boolean =>
  monthOf(addDays(date, 1)) !== monthOf(date) || lastYearEnd(yearsEnding(financialYearEnd), date) === date;

/**
 * Reads the expenses of the twelve months up to the date. The trial balance has those since the organisation's own year
 * began; where that is later, two more have those before.
 * @throws XeroError
 */
export async function readExpenses(
  services: XeroServices,
  session: XeroSession,
  date: CalendarDate,
  { loaded, sums }: { readonly loaded: readonly BooksOfSchedule[]; readonly sums: AccountSums },
): Promise<readonly ExpenseBalance[]> {
  const roles = expenseAccountsOf(loaded);
  if (roles.size === 0) return [];
  const yearEnd = await cachedReads(services, session, NIGHTLY_AGE_MS).yearEnd();
  if (yearEnd === null) return [];
  const yearBefore = yearsLater(date, -1);
  const lastEnd = lastYearEnd(yearsEnding(yearEnd), addDays(date, -1));
  const before = lastEnd === yearBefore ? [] : [lastEnd, yearBefore];
  const [ended, begun] = await pMap(
    before,
    async (day) => trialBalanceOn(services, session, day),
    ONE_BY_ONE,
  );
  const on = (balances: AccountSums | undefined, account: string): number => balances?.get(account) ?? 0;
  return [...roles].map(([account, role]) => ({
    account,
    role,
    xero: cents(on(sums, account) + on(ended?.sums, account) - on(begun?.sums, account)),
  }));
}

function expenseAccountsOf(loaded: readonly BooksOfSchedule[]): ReadonlyMap<string, ExpenseRole> {
  const roles = new Map<string, ExpenseRole>();
  for (const { schedule } of loaded) {
    const { interestExpenseAccountId: interest, administrationFeeId: fee } = schedule.accounts;
    if (fee !== undefined) roles.set(fee, 'administrationFee');
    if (interest !== undefined) roles.set(interest, 'interestExpense');
  }
  return roles;
}
