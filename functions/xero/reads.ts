/** Accounts, tax rates and lock date of a Xero organisation, in the domain's terms. */
import { calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { TAX_TYPES, type TaxRate } from '../../domain/gst/tax-types.ts';
import type { YearEnd } from '../../domain/years.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Xero, XeroAccount } from '../services/xero/port.ts';
import type { XeroSession } from './session.ts';

/** The later of the organisation's two lock dates; null without one. */
export async function readLockDate(xero: Xero, session: XeroSession): Promise<CalendarDate | null> {
  const { lockDate } = await session.call((access) => xero.organisation(access));
  return lockDate === null ? null : calendarDate(lockDate);
}

/** The day on which the organisation's financial years end; null where Xero names none. */
export async function readYearEnd(xero: Xero, session: XeroSession): Promise<YearEnd | null> {
  return (await session.call((access) => xero.organisation(access))).financialYearEnd;
}

/** The chart of accounts, archived ones too. */
export async function readChart(xero: Xero, session: XeroSession): Promise<LedgerAccount[]> {
  return (await session.call((access) => xero.accounts(access))).map(ledgerAccount);
}

/**
 * Refuses ids that are no account of the organisation.
 * @throws Refusal `not-found`, naming each field.
 */
export function refuseUnknownAccounts(
  chart: readonly LedgerAccount[],
  ids: readonly (readonly [field: string, id: string])[],
): void {
  const known = new Set(chart.map(({ id }) => id));
  const unknown = ids.filter(([, id]) => !known.has(id));
  if (unknown.length === 0) return;
  const message = 'The account could not be found in Xero.';
  const fields = Object.fromEntries(unknown.map(([field]) => [field, [message]]));
  throw new Refusal('not-found', 'account/unknown', message, fields);
}

/** Account codes by id; an account without a code is left out. */
export const accountCodes = (chart: readonly LedgerAccount[]): ReadonlyMap<string, string> =>
  new Map(chart.flatMap(({ id, code }) => (code === '' ? [] : [[id, code]])));

export function ledgerAccount(account: XeroAccount): LedgerAccount {
  const { id, code, name, type, taxType, systemAccount, currency, active } = account;
  return {
    id,
    code: code ?? '',
    name,
    class: account.class,
    type,
    taxType: taxType ?? '',
    systemAccount,
    status: active ? 'ACTIVE' : 'ARCHIVED',
    ...(currency !== null && { currencyCode: currency }),
  };
}

/** The active tax rates: those that every Australian organisation starts with come first, the others follow by name. */
export async function readTaxRates(xero: Xero, session: XeroSession): Promise<TaxRate[]> {
  const rates = await session.call((access) => xero.taxRates(access));
  return rates
    .flatMap(({ taxType, name, rate, classes, active }) =>
      active ? [{ taxType, name, rate, appliesTo: classes }] : [],
    )
    .toSorted((a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, 'en-AU'));
}

function placeOf({ taxType }: TaxRate): number {
  const index = TAX_TYPES.findIndex((known) => known === taxType);
  return index === -1 ? TAX_TYPES.length : index;
}
