import type { LedgerAccount } from './ledger-account.ts';

export const MAX_CODE_LENGTH = 10;
export const MAX_NAME_LENGTH = 150;

/** The types of account that can be created: current and term liability. */
export const NEW_ACCOUNT_TYPES = ['CURRLIAB', 'TERMLIAB'] as const;

export type NewAccountType = (typeof NEW_ACCOUNT_TYPES)[number];

/** An account to be created in Xero. */
export interface NewAccount {
  readonly code: string;
  readonly name: string;
  readonly type: NewAccountType;
}

/** The errors of a new account, one sentence a field; empty when it is valid. */
export interface NewAccountProblems {
  readonly code?: string;
  readonly name?: string;
}

/**
 * Checks an account to be created: code and name given, within Xero's lengths, and unique, ignoring case, among
 * the accounts that exist and the others to be created with it.
 */
export function newAccountProblems(
  account: Pick<NewAccount, 'code' | 'name'>,
  others: readonly Pick<LedgerAccount, 'code' | 'name'>[],
): NewAccountProblems {
  const code = problemOf(
    account.code,
    'code',
    MAX_CODE_LENGTH,
    others.map((other) => other.code),
  );
  const name = problemOf(
    account.name,
    'name',
    MAX_NAME_LENGTH,
    others.map((other) => other.name),
  );
  return { ...(code === undefined ? {} : { code }), ...(name === undefined ? {} : { name }) };
}

/** The sentence for a name that an account in Xero has already. */
export function nameTaken(name: string): string {
  return `The Name "${name}" already exists. Please provide another one.`;
}

function problemOf(
  value: string,
  label: string,
  maxLength: number,
  taken: readonly string[],
): string | undefined {
  const text = value.trim();
  if (text === '') return `Please provide a ${label}.`;
  if (text.length > maxLength) return `The ${label} can have at most ${maxLength} characters.`;
  const isTaken = taken.some((other) => other.trim().toLowerCase() === text.toLowerCase());
  return isTaken ? `"${text}" is not available` : undefined;
}
