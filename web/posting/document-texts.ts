/** Texts about documents that were changed or deleted in Xero. */
import { counted } from '../data/counted.ts';

export const documentTexts = {
  missing: 'Deleted in Xero',
  changed: 'Changed in Xero',
  accepted: (note: string, by: string) => `Accepted by ${by}: ${note}`,
  checking: (number: number) =>
    `Xero didn’t confirm. Payment ${number} may be in Xero already; Paydown checks before it posts again.`,
  postAgain: (isMissing: boolean) =>
    isMissing
      ? 'Its document was deleted in Xero. A new one is posted with the amounts of the schedule.'
      : 'The changed document is deleted in Xero, and a new one is posted with the amounts of the schedule. A reconciled transaction must be unreconciled in Xero first.',
  postedAgain: (number: number) => `Payment ${number} was posted again`,
  markUnsynced: (isMissing: boolean) =>
    isMissing
      ? 'Its transaction was deleted in Xero. The payment can be synced again later.'
      : 'The changed transaction is deleted in Xero. The payment can be synced again later.',
  unsynced: (number: number) => `Payment ${number} is no longer synced`,
  openingMissing: 'The opening balances journal was voided in Xero.',
  openingChanged: 'The opening balances journal was changed in Xero.',
  itemsHint: (accounts: number) =>
    `Explains this difference on ${counted(accounts, 'account')} to the ledger check.`,
  keeps: 'Keeps this in Xero.',
  keepsApart: (amount: string) =>
    `Keeps this in Xero. The ledger check will differ by ${amount}: add a reconciling item.`,
  acceptHint: 'Why it stays.',
  acceptedNow: 'The document is accepted as it is in Xero',
  failed: 'Something went wrong with this document. Please try again later.',
} as const;
