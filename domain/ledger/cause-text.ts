/** The sentences of a ledger check. */
import { cents, type Cents, formatMoney } from '../money.ts';
import type { ComparedAccount, LedgerBooks } from './ledger-books.ts';
import type { Cause, CauseKind } from './ledger-check.ts';
import type { BookedOwner, JournalOwner } from './ledger-entry.ts';

/** `$1,000.00 too high`: more than it should be on the account's own side. */
export function deviationText({ isCredit }: Pick<ComparedAccount, 'isCredit'>, amount: Cents): string {
  const isTooHigh = isCredit ? amount < 0 : amount > 0;
  return `${formatMoney(cents(Math.abs(amount)))} too ${isTooHigh ? 'high' : 'low'}`;
}

const PREDICATES: Readonly<Record<Exclude<CauseKind, 'reconciling-item'>, string>> = {
  'scope-missing': 'Paydown may not read the trial balance. Reconnect to Xero.',
  'not-linked': 'is not in Xero, because its schedule is not connected.',
  'opening-missing': 'is not posted.',
  'opening-out-of-date': 'does not match the schedule.',
  'opening-voided': 'was voided in Xero.',
  'beginning-missing':
    'isn’t on this account. Your own bill or journal brings it there: code that to this account in Xero.',
  unsynced: 'is not in Xero.',
  'posted-early': 'is posted, but not due on this date.',
  'posted-late': 'is paid or dated after this date.',
  remapped: 'is on accounts that the schedule no longer uses.',
  'document-changed': 'was changed in Xero.',
  'document-missing': 'was deleted in Xero.',
  'entry-out-of-date': 'has other amounts or another date by now. Reverse it and post it again.',
  'adjusting-journal': 'is posted as an adjusting journal.',
  other: 'Transactions from outside Paydown are on this account.',
};

type WordedCause = Pick<Cause, 'kind' | 'owner' | 'differences' | 'note'>;

/** Returns a cause as sentences, without its effect on an account. */
export function causeSummary(
  { kind, owner, differences, note }: WordedCause,
  books: Pick<LedgerBooks, 'describe'> | null,
): string {
  if (kind === 'reconciling-item') return `Reconciling item: ${note ?? ''}`;
  if (kind === 'beginning-missing') return `${note ?? ''} ${PREDICATES[kind]}`;
  return [`${subjectText(owner, books)}${PREDICATES[kind]}`, ...differences].join(' ');
}

/** Adds the effect of a cause on an account, `$1,000.00 too high`, to its sentences. */
export const withEffect = (kind: CauseKind, summary: string, effect: string): string =>
  kind === 'reconciling-item' ? `${summary} (${effect}).` : `${summary} This account is ${effect}.`;

/** Several payments of a schedule, or entries of a register, with the same cause, by their first and last number. */
export function severalText(
  kind: CauseKind,
  things: 'payments' | 'entries',
  numbers: readonly number[],
  name: string,
): string {
  const predicate = kind === 'reconciling-item' ? '' : inPlural(PREDICATES[kind]);
  return `${numbers.length} more ${things} of ${name} (${numbers[0]} to ${numbers.at(-1)}) ${predicate}`;
}

const inPlural = (predicate: string): string =>
  predicate
    .replace(/^is /, 'are ')
    .replace(/^was /, 'were ')
    .replace(/^has /, 'have ')
    .replace(' it ', ' them ');

/** The subject of a sentence with a space after it; empty for causes without a document of ours. */
function subjectText(
  owner: BookedOwner | JournalOwner | null,
  books: Pick<LedgerBooks, 'describe'> | null,
): string {
  if (owner?.kind === 'adjusting-journal')
    return `${owner.isReversal ? 'The reversal of ' : ''}${owner.name} `;
  return owner === null || books === null ? '' : `${books.describe(owner)} `;
}
