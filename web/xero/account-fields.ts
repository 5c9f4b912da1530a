/** The seven accounts of a schedule: labels, and the ledger accounts that each may be. */
import type { LedgerAccount as DomainAccount } from '../../domain/accounts/ledger-account.ts';
import {
  LIABILITY_FIELDS,
  MAPPING_FIELDS,
  type AccountMapping,
} from '../../domain/accounts/account-mapping.ts';
import type { Answer } from '../data/api.ts';
import type { Schedule } from '../data/answers.ts';

export type LedgerAccount = Answer<'GET /v1/entities/{entityId}/accounts'>[number];
export type AccountField = keyof AccountMapping;

export const ACCOUNT_FIELDS: readonly AccountField[] = MAPPING_FIELDS;

export const HIRE_PURCHASE_FIELDS: readonly AccountField[] = LIABILITY_FIELDS;

/** Accounts that the schedules of an entity share; liability accounts belong to one schedule. */
export const SHARED_FIELDS = [
  'bankAccountId',
  'interestExpenseAccountId',
  'administrationFeeId',
] as const satisfies readonly AccountField[];

export const SHARED_LABELS: Readonly<Record<(typeof SHARED_FIELDS)[number], string>> = {
  bankAccountId: 'Bank account',
  interestExpenseAccountId: 'Interest expense account',
  administrationFeeId: 'Administration fee',
};

/** A contract without a kind is named as a hire purchase. */
export function accountLabels({ kind }: Pick<Schedule, 'kind'>): Readonly<Record<AccountField, string>> {
  const liability = kind === '' || kind === 'hire-purchase' ? 'Hire purchase' : 'Loan liability';
  return {
    ...SHARED_LABELS,
    hirePurchaseCurrentId: `${liability}, current`,
    hirePurchaseNonCurrentId: `${liability}, non-current`,
    unexpiredChargesCurrentId: 'Unexpired charges, current',
    unexpiredChargesNonCurrentId: 'Unexpired charges, non-current',
  };
}

export function accountName({ code, name }: Pick<DomainAccount, 'code' | 'name'>): string {
  return code ? `${code} – ${name}` : name;
}

type NamedAccount = Pick<DomainAccount, 'code' | 'name'> & { readonly id: string };

/** The name of the account with an id; undefined if it isn't among them. */
export function nameOfAccount(
  accounts: readonly NamedAccount[] | undefined,
  id: string | null | undefined,
): string | undefined {
  const account = accounts?.find((each) => each.id === id);
  return account && accountName(account);
}

/** Accounts as the choices of a field. */
export const accountChoicesOf = (accounts: readonly NamedAccount[]) =>
  accounts.map((account) => ({ value: account.id, label: accountName(account) }));
