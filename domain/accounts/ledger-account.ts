import type { AccountClass } from '../gst/tax-types.ts';
import { compareNames } from '../text.ts';

/** An account of the organisation's chart. */
export interface LedgerAccount {
  readonly id: string;
  /** Bank accounts may have none. */
  readonly code: string;
  readonly name: string;
  readonly class: AccountClass;
  /** Xero's type: BANK, EXPENSE, CURRLIAB, TERMLIAB, EQUITY … */
  readonly type: string;
  readonly taxType: string;
  /** Which of Xero's own accounts it is, empty or null for an ordinary one. */
  readonly systemAccount: string | null;
  /** Absent means ACTIVE. */
  readonly status?: string;
  /** A bank account's currency; absent means the base currency. */
  readonly currencyCode?: string;
}

/** Accounts in the order of a chart: by code, those without one last, by name. */
export function inOrderOfCode<A extends LedgerAccount>(accounts: readonly A[]): A[] {
  const hasNoCode = ({ code }: A): number => (code === '' ? 1 : 0);
  return accounts.toSorted(
    (one, other) =>
      hasNoCode(one) - hasNoCode(other) ||
      compareNames(one.code, other.code) ||
      compareNames(one.name, other.name),
  );
}

/** The bank accounts that payments can be made from: in AUD. */
export function bankAccounts<A extends LedgerAccount>(accounts: readonly A[]): A[] {
  return accounts.filter(isPayingBank);
}

/** The accounts for interest and fee: of class EXPENSE, so overheads and direct costs too. */
export function expenseAccounts<A extends LedgerAccount>(accounts: readonly A[]): A[] {
  return accounts.filter((account) => isJournalAccount(account) && account.class === 'EXPENSE');
}

/** The accounts for the four hire-purchase balances: of class LIABILITY, but no credit card. */
export function liabilityAccounts<A extends LedgerAccount>(accounts: readonly A[]): A[] {
  return accounts.filter((account) => isJournalAccount(account) && account.class === 'LIABILITY');
}

/** The accounts a manual journal can be posted to: active, neither a bank's nor one of Xero's own. */
export function journalAccounts<A extends LedgerAccount>(accounts: readonly A[]): A[] {
  return accounts.filter(isJournalAccount);
}

/** Whether a manual journal can be posted to the account. */
export function isJournalAccount(account: LedgerAccount): boolean {
  return isActive(account) && account.type !== 'BANK' && !account.systemAccount;
}

function isPayingBank(account: LedgerAccount): boolean {
  return isActive(account) && account.type === 'BANK' && (account.currencyCode ?? 'AUD') === 'AUD';
}

function isActive({ status = 'ACTIVE' }: LedgerAccount): boolean {
  return status === 'ACTIVE';
}
