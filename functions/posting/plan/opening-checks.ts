/** Checks of an opening journal before it is posted: its lines, its dates, and the one in Xero. */
import { areLiabilitiesMapped, type LiabilityMapping } from '../../../domain/accounts/account-mapping.ts';
import {
  checkOpeningDate,
  checkOpeningJournal,
  type OpeningJournal,
  type OpeningLine,
} from '../../../domain/journal/opening-balances.ts';
import { isCovered, type OpeningDate } from '../../../domain/contract/covered.ts';
import type { ContractState } from '../../records/schedules/events.ts';
import type { StoredOpeningJournal } from '../../records/schedules/opening-journals.ts';
import { readPaymentStates } from '../../records/schedules/payments.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { readTaxRates, refuseUnknownAccounts } from '../../xero/reads.ts';
import {
  notReady,
  paidOnOtherSide,
  refuseLockedJournal,
  refuseLockedReplacement,
} from '../protocol/refusals.ts';
import { chartOf, lockDateOf, type Run } from './run.ts';

/** Returns the accounts of an opening journal. @throws Refusal `conflict` */
export function liabilitiesOf({ xeroConnected, accounts }: OwnedSchedule): LiabilityMapping {
  if (!xeroConnected || !areLiabilitiesMapped(accounts)) throw notReady();
  return accounts;
}

/** @throws Refusal `invalid` for lines that do not add up to the balances */
export async function checkLines(
  run: Run,
  schedule: OwnedSchedule,
  { contract }: ContractState,
  wanted: OpeningJournal,
): Promise<readonly OpeningLine[]> {
  const mapping = liabilitiesOf(schedule);
  const accounts = await chartOf(run);
  refuseUnknownAccounts(
    accounts,
    wanted.lines.map(({ account }) => ['lineItems', account]),
  );
  const { services, session } = run.context;
  const taxRates = await run.once('tax-rates', () => readTaxRates(services.xero, session));
  return checkOpeningJournal(contract, mapping, wanted, { accounts, taxRates });
}

/** Whether a posted journal still stands in Xero. */
export async function isInXero(run: Run, { journalId }: StoredOpeningJournal): Promise<boolean> {
  if (journalId === null) return false;
  const { services, session } = run.context;
  const found = await run.once(`journal ${journalId}`, () =>
    session.call((access) => services.xero.getDocument(access, 'MANUAL-JOURNAL', journalId)),
  );
  return found !== null && !found.deleted;
}

/** Refuses dates on or before the lock date, and a journal that covers a payment that is in Xero. */
export async function checkDates(
  run: Run,
  { scheduleId }: OwnedSchedule,
  { contract, events }: ContractState,
  journal: OpeningDate,
  before: StoredOpeningJournal | null,
): Promise<void> {
  const { services, session } = run.context;
  const lockDate = await lockDateOf(run);
  refuseLockedJournal(journal.date, lockDate);
  if (before) refuseLockedReplacement(before.date, lockDate);
  const states = await readPaymentStates(services.table, scheduleId);
  const isHere = ({ xeroTenantId }: { readonly xeroTenantId: string | null }): boolean =>
    xeroTenantId === session.xeroTenantId;
  const begun = [...states.values()].filter(({ documents }) =>
    documents.some((document) => document.state !== 'unsynced' && isHere(document)),
  );
  const posted = events.flatMap((event, index) => {
    const applied = contract.events[index];
    return event.state !== 'recorded' && isHere(event) && applied ? [applied.effectiveDate] : [];
  });
  checkOpeningDate(
    contract,
    journal,
    begun.map(({ number }) => number),
    posted,
  );
  const split = [...states.values()].find(
    ({ number, paidOn, parts }) =>
      // A change of terms may have left the contract with fewer payments.
      number <= contract.count &&
      [...(paidOn === null ? [] : [paidOn]), ...parts.map((part) => part.date)].some(
        (date) => isCovered({ date }, journal) !== isCovered({ date: contract.dateOf(number) }, journal),
      ),
  );
  if (split) throw paidOnOtherSide(split.number);
}
