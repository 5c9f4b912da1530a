/** The liability accounts that a set-up creates for loans: a set for each, one set for all, or one net account a loan. */
import { type AccountMapping, LIABILITY_FIELDS } from './account-mapping.ts';
import type { LedgerAccount } from './ledger-account.ts';
import { MAX_NAME_LENGTH, type NewAccount } from './new-account.ts';
import { suggestAccounts, suggestNetAccount } from './suggestions.ts';

export const LIABILITY_MODES = ['each', 'shared', 'net'] as const;
export type LiabilityMode = (typeof LIABILITY_MODES)[number];

/** The most loans that one set-up takes. */
export const MAX_SETUP_LOANS = 50;

/** An account to create, and the settings of the loan that take it. */
export interface PlannedAccount extends NewAccount {
  readonly fields: readonly (typeof LIABILITY_FIELDS)[number][];
}

/** A loan to be set up. */
export interface PlannedLoan {
  readonly scheduleId: string;
  readonly name: string;
  readonly mode: LiabilityMode;
  /** The accounts that it has already, by setting. */
  readonly accounts: Readonly<Partial<Record<keyof AccountMapping, string | null>>>;
  /** The accounts that an earlier set-up planned. They may exist in Xero. */
  readonly planned: readonly PlannedAccount[] | null;
}

/**
 * Returns the accounts to create for each loan, by its id; none for a loan that has all four. Codes and names are free in
 * `existing`, which includes archived accounts, and among the accounts planned before.
 * @param entityName begins the names of accounts that all loans share
 */
export function planAccounts(
  entityName: string,
  loans: readonly PlannedLoan[],
  existing: readonly Pick<LedgerAccount, 'code' | 'name'>[],
): ReadonlyMap<string, readonly PlannedAccount[]> {
  const taken = [...existing, ...loans.flatMap(({ planned }) => planned ?? [])];
  let shared: readonly PlannedAccount[] | null =
    loans.find(({ mode, planned }) => mode === 'shared' && planned !== null)?.planned ?? null;
  const plan = (mode: LiabilityMode, name: string): readonly PlannedAccount[] => {
    const free = freeName(mode, name, taken);
    const made = mode === 'net' ? [netAccount(free, taken)] : separateAccounts(free, taken);
    taken.push(...made);
    return made;
  };
  return new Map(
    loans.map(({ scheduleId, name, mode, accounts, planned }) => {
      const missing = LIABILITY_FIELDS.filter((field) => !accounts[field]);
      if (missing.length === 0) return [scheduleId, []];
      if (mode === 'shared') shared ??= plan(mode, entityName);
      const own = planned ?? (mode === 'shared' ? shared : null) ?? plan(mode, name);
      const wanted = own.map((account) => ({
        ...account,
        fields: account.fields.filter((field) => missing.includes(field)),
      }));
      return [scheduleId, wanted.filter(({ fields }) => fields.length > 0)];
    }),
  );
}

const separateAccounts = (name: string, taken: readonly Pick<LedgerAccount, 'code'>[]): PlannedAccount[] =>
  suggestAccounts(name, taken).map(({ field, ...account }) => ({ ...account, fields: [field] }));

const netAccount = (name: string, taken: readonly Pick<LedgerAccount, 'code'>[]): PlannedAccount => ({
  ...suggestNetAccount(name, taken),
  fields: LIABILITY_FIELDS,
});

/** Returns the name, with a number when accounts of that name exist: Xero takes each name once. */
function freeName(mode: LiabilityMode, name: string, taken: readonly Pick<LedgerAccount, 'name'>[]): string {
  const names = new Set(taken.map((account) => account.name.trim().toLowerCase()));
  const isTaken = (candidate: string): boolean =>
    (mode === 'net' ? [netAccount(candidate, [])] : separateAccounts(candidate, [])).some((account) =>
      names.has(account.name.toLowerCase()),
    );
  let free = name;
  // Short enough that no number is cut off.
  const base = name.slice(0, MAX_NAME_LENGTH - 40);
  for (let number = 2; isTaken(free); number++) free = `${base} ${number}`;
  return free;
}
