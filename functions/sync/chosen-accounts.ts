/** The accounts somebody chooses for a schedule: each must be one of those that its setting lists. */
import {
  bankAccounts,
  expenseAccounts,
  type LedgerAccount,
  liabilityAccounts,
} from '../../domain/accounts/ledger-account.ts';
import { type AccountMapping, MAPPING_FIELDS } from '../../domain/journal/account-mapping.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity } from '../entities/entity-store.ts';
import type { OwnedSchedule } from '../schedules/schedule-store.ts';
import type { XeroServices } from '../xero/access-token.ts';
import type { Time } from '../xero/at-xero.ts';
import { linkOf, openBooks } from '../xero/books.ts';
import { readChart, refuseUnknownAccounts } from '../xero/chart.ts';

/** What each setting may be, and what it is called. */
const CHOICES: Readonly<
  Record<keyof AccountMapping, readonly [list: (chart: LedgerAccount[]) => LedgerAccount[], name: string]>
> = {
  bankAccountId: [bankAccounts, 'a bank account in AUD'],
  interestExpenseAccountId: [expenseAccounts, 'an expense account'],
  administrationFeeId: [expenseAccounts, 'an expense account'],
  hirePurchaseCurrentId: [liabilityAccounts, 'a liability account'],
  hirePurchaseNonCurrentId: [liabilityAccounts, 'a liability account'],
  unexpiredChargesCurrentId: [liabilityAccounts, 'a liability account'],
  unexpiredChargesNonCurrentId: [liabilityAccounts, 'a liability account'],
};

/**
 * Checks chosen accounts against the chart of the linked Xero organisation, and answers them.
 * @throws Refusal `conflict` for a schedule that isn't connected, `not-found` and `invalid`
 * naming each account that there is not, or that can't be.
 */
export async function checkAccounts(
  services: XeroServices,
  { entity, schedule }: { readonly entity: OwnedEntity; readonly schedule: OwnedSchedule },
  chosen: Readonly<Partial<Record<keyof AccountMapping, string | undefined>>>,
  time: Time,
): Promise<Record<string, string>> {
  const link = linkOf(entity);
  if (schedule.archived) {
    throw new Refusal('conflict', 'schedule/archived', 'An archived schedule cannot be changed.');
  }
  if (!schedule.xeroConnected) {
    throw new Refusal('conflict', 'sync/not-connected', 'Please connect this schedule to Xero first.');
  }
  const chart = await readChart(services.xero, openBooks(services, link, time));
  const wanted = MAPPING_FIELDS.flatMap((field) => {
    const id = chosen[field];
    return id === undefined ? [] : [[field, id] as const];
  });
  refuseUnknownAccounts(chart, wanted);
  const accounts: Record<string, string> = {};
  const problems: Record<string, string[]> = {};
  for (const [field, id] of wanted) {
    const [list, name] = CHOICES[field];
    if (list(chart).some((account) => account.id === id)) accounts[field] = id;
    else problems[field] = [`Please choose ${name}.`];
  }
  const [first] = Object.values(problems).flat();
  if (first !== undefined) throw new Refusal('invalid', 'sync/account', first, problems);
  return accounts;
}
