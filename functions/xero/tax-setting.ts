/** The tax rates that a schedule's documents follow. */
import type { LedgerAccount } from '../../domain/accounts/ledger-account.ts';
import { NO_GST, type TaxRate } from '../../domain/gst/tax-types.ts';
import type { TaxSetting } from '../../domain/journal/default-taxes.ts';
import { invalid } from '../../domain/refusal.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { XeroServices } from '../services/context.ts';
import { cachedReads } from './cached-reads.ts';
import { NIGHTLY_AGE_MS } from './read-cache.ts';
import type { XeroSession } from './session.ts';

/** Reads the rates of an organisation, which change with the law, at most once a day. */
export const ratesOf = (services: XeroServices, session: XeroSession): Promise<TaxRate[]> =>
  cachedReads(services, session, NIGHTLY_AGE_MS).taxRates();

/** @param rates asked for only where an account of interest or fees has a tax rate by default */
export async function taxSetting(
  chart: readonly LedgerAccount[],
  { accounts, noTax }: Pick<OwnedSchedule, 'accounts' | 'noTax'>,
  rates: () => Promise<readonly TaxRate[]>,
): Promise<TaxSetting> {
  const used = new Set([accounts['interestExpenseAccountId'], accounts['administrationFeeId']]);
  const isTaxed = chart.some(({ id, taxType }) => used.has(id) && taxType !== '' && taxType !== NO_GST);
  return { chart, noTax, rates: isTaxed && !noTax ? await rates() : [] };
}

/**
 * Checks a tax rate that was chosen for an account.
 * @throws Refusal `invalid`, naming the field, for a rate that Xero doesn't have or that the account doesn't take
 */
export function refuseUnusableRate(
  rates: readonly TaxRate[],
  account: LedgerAccount | undefined,
  { field, taxType }: { readonly field: string; readonly taxType: string },
): void {
  const rate = rates.find((one) => one.taxType === taxType);
  const refused = (message: string) => invalid(field, 'event/tax-type', message);
  if (!rate) throw refused('This tax rate isn’t active in Xero.');
  if (account && !rate.appliesTo.includes(account.class))
    throw refused(`The tax rate can't be used with the account "${account.name}".`);
}
