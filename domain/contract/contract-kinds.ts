/** The details of a contract beside its terms: lender, contract number, asset. */

import type { LiabilityMode } from '../accounts/setup-plan.ts';

export const CONTRACT_KINDS = ['hire-purchase', 'chattel-mortgage', 'loan', 'premium-funding'] as const;

export type ContractKind = (typeof CONTRACT_KINDS)[number];

const LABELS: Readonly<Record<ContractKind, string>> = {
  'hire-purchase': 'Hire purchase',
  'chattel-mortgage': 'Chattel mortgage',
  loan: 'Loan',
  'premium-funding': 'Premium funding',
};

export function contractKindLabel(kind: ContractKind): string {
  return LABELS[kind];
}

/** Short, since a document's reference in Xero begins with it. */
export const MAX_CONTRACT_NUMBER_LENGTH = 50;
export const MAX_NOTES_LENGTH = 2000;
/** Percent a year. */
export const MAX_CONTRACT_RATE = 1000;

/**
 * The usual accounts of a contract: four for a hire purchase or a chattel mortgage, which states its charges, one for a
 * loan, whose statements show what is owed.
 */
export const usualMode = (kind: ContractKind | ''): LiabilityMode =>
  kind === 'loan' || kind === 'premium-funding' ? 'net' : 'each';
