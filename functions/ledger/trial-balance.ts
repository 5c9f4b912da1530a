/** Reads a trial balance of a Xero organisation. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { AccountSums } from '../../domain/ledger/ledger-entry.ts';
import { cents } from '../../domain/money.ts';
import type { XeroServices } from '../services/context.ts';
import type { XeroSession } from '../xero/session.ts';

export interface Balances {
  readonly sums: AccountSums;
  readonly labels: ReadonlyMap<string, string>;
}

/** @throws XeroError */
export async function trialBalanceOn(
  { xero }: XeroServices,
  session: XeroSession,
  date: CalendarDate,
): Promise<Balances> {
  const balances = await session.call((access) => xero.trialBalance(access, date));
  return {
    sums: new Map(balances.map((one) => [one.accountId, cents(one.cents)])),
    labels: new Map(balances.map(({ accountId, label }) => [accountId, label])),
  };
}
