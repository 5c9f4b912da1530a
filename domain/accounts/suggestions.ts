import type { LIABILITY_FIELDS } from './account-mapping.ts';
import type { LedgerAccount } from './ledger-account.ts';
import { MAX_CODE_LENGTH, MAX_NAME_LENGTH, type NewAccount } from './new-account.ts';

/** An account proposed for a schedule, and the setting it is meant for. */
export interface SuggestedAccount extends NewAccount {
  readonly field: (typeof LIABILITY_FIELDS)[number];
}

const PROPOSALS = [
  { field: 'hirePurchaseCurrentId', prefix: '874', ending: ' - Payments remaining', type: 'CURRLIAB' },
  { field: 'unexpiredChargesCurrentId', prefix: '875', ending: ' - Unexpired charges', type: 'CURRLIAB' },
  {
    field: 'hirePurchaseNonCurrentId',
    prefix: '924',
    ending: ' - Payments remaining (NC)',
    type: 'TERMLIAB',
  },
  {
    field: 'unexpiredChargesNonCurrentId',
    prefix: '925',
    ending: ' - Unexpired charges (NC)',
    type: 'TERMLIAB',
  },
] as const;

/** One of our codes; no more digits than leave room for the next number. */
const CODE_PATTERN = new RegExp(`^(?:874|875|924|925)\\.(\\d{1,${MAX_CODE_LENGTH - 5}})$`);

/**
 * Returns the four accounts proposed for a schedule: codes 874.001, 875.001, 924.001, 925.001 with one number for all,
 * the next after the highest that exists under any of the four; names cut to fit. `existing` includes archived
 * accounts, since Xero refuses their codes too.
 */
export function suggestAccounts(
  scheduleName: string,
  existing: readonly Pick<LedgerAccount, 'code'>[],
): SuggestedAccount[] {
  const suffix = nextNumber(existing);
  return PROPOSALS.map(({ field, prefix, ending, type }) => ({
    field,
    code: `${prefix}.${suffix}`,
    name: cutTo(MAX_NAME_LENGTH - ending.length, scheduleName) + ending,
    type,
  }));
}

/** Returns the one account of a loan that is kept net, numbered like the four. */
export function suggestNetAccount(
  scheduleName: string,
  existing: readonly Pick<LedgerAccount, 'code'>[],
): NewAccount {
  const ending = ' - Loan';
  return {
    code: `924.${nextNumber(existing)}`,
    name: cutTo(MAX_NAME_LENGTH - ending.length, scheduleName) + ending,
    type: 'TERMLIAB',
  };
}

function nextNumber(existing: readonly Pick<LedgerAccount, 'code'>[]): string {
  const taken = existing.map(({ code }) => Number(CODE_PATTERN.exec(code)?.[1] ?? 0));
  return String(Math.max(0, ...taken) + 1).padStart(3, '0');
}

/** At most `length` characters, not ending in a space or half a surrogate pair. */
function cutTo(length: number, text: string): string {
  return text
    .slice(0, length)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
}
