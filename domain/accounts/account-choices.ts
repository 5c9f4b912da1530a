import { type AccountMapping, MAPPING_FIELDS } from './account-mapping.ts';
import { Refusal } from '../refusal.ts';
import { bankAccounts, expenseAccounts, type LedgerAccount, liabilityAccounts } from './ledger-account.ts';

type List = <A extends LedgerAccount>(accounts: readonly A[]) => A[];

interface Choice {
  readonly list: List;
  /** The label of the choice. */
  readonly name: string;
}

const bank: Choice = { list: bankAccounts, name: 'a bank account in AUD' };
const expense: Choice = { list: expenseAccounts, name: 'an expense account' };
const liability: Choice = { list: liabilityAccounts, name: 'a liability account' };

const CHOICES: Readonly<Record<keyof AccountMapping, Choice>> = {
  bankAccountId: bank,
  interestExpenseAccountId: expense,
  hirePurchaseCurrentId: liability,
  hirePurchaseNonCurrentId: liability,
  unexpiredChargesCurrentId: liability,
  unexpiredChargesNonCurrentId: liability,
  administrationFeeId: expense,
};

/** The accounts that can be chosen for a setting. */
export function accountChoices<A extends LedgerAccount>(
  field: keyof AccountMapping,
  accounts: readonly A[],
): A[] {
  return CHOICES[field].list(accounts);
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
  const [first] = wrong;
  if (first === undefined) return;
  const sentence = (field: keyof AccountMapping): string => `Please choose ${CHOICES[field].name}.`;
  throw new Refusal(
    'invalid',
    'accounts/not-in-list',
    sentence(first),
    Object.fromEntries(wrong.map((field) => [field, [sentence(field)]])),
  );
}
