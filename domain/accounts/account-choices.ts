import { MAPPING_FIELDS } from '../journal/account-mapping.ts';
import type { AccountMapping } from '../journal/account-mapping.ts';
import { Refusal } from '../refusal.ts';
import { bankAccounts, expenseAccounts, liabilityAccounts } from './ledger-account.ts';
import type { LedgerAccount } from './ledger-account.ts';

const LISTS = {
  bankAccountId: bankAccounts,
  interestExpenseAccountId: expenseAccounts,
  hirePurchaseCurrentId: liabilityAccounts,
  hirePurchaseNonCurrentId: liabilityAccounts,
  unexpiredChargesCurrentId: liabilityAccounts,
  unexpiredChargesNonCurrentId: liabilityAccounts,
  administrationFeeId: expenseAccounts,
} as const satisfies Record<keyof AccountMapping, unknown>;

/** The accounts that can be chosen for a setting. */
export function accountChoices<A extends LedgerAccount>(
  field: keyof AccountMapping,
  accounts: readonly A[],
): A[] {
  return LISTS[field](accounts);
}

/**
 * Accepts account ids of which each is from its setting's list; settings that aren't given aren't looked at.
 * @throws Refusal invalid, naming every setting that isn't.
 */
export function checkAccountChoices(
  chosen: Readonly<Partial<AccountMapping>>,
  accounts: readonly LedgerAccount[],
): void {
  const wrong = MAPPING_FIELDS.filter((field) => {
    const id = chosen[field];
    return id !== undefined && !accountChoices(field, accounts).some((account) => account.id === id);
  });
  if (wrong.length === 0) return;
  const message = 'Please choose an active account from the list.';
  throw new Refusal(
    'invalid',
    'accounts/not-in-list',
    message,
    Object.fromEntries(wrong.map((field) => [field, [message]])),
  );
}
