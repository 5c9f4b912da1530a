/** The sentences of a ledger check. */
import { formatDate, formatShortDay } from '../calendar.ts';
import { cents, type Cents, formatMoney } from '../money.ts';
import type { Contract } from '../contract/contract.ts';
import type { Cause, CauseKind } from './ledger-check.ts';
import type { DocumentOwner, JournalOwner } from './ledger-entry.ts';
import { isCreditRole, type LiabilityRole, type ScheduleBooks } from './schedule-books.ts';

/** `$1,000.00 too high`: more than it should be on the account's own side. */
export function deviationText(role: LiabilityRole, amount: Cents): string {
  const isTooHigh = isCreditRole(role) ? amount < 0 : amount > 0;
  return `${formatMoney(cents(Math.abs(amount)))} too ${isTooHigh ? 'high' : 'low'}`;
}

const PREDICATES: Readonly<Record<Exclude<CauseKind, 'reconciling-item'>, string>> = {
  'scope-missing': 'Paydown may not read the trial balance. Reconnect to Xero.',
  'not-linked': 'is not in Xero, because its schedule is not connected.',
  'opening-missing': 'is not posted.',
  'opening-out-of-date': 'does not match the schedule.',
  'opening-voided': 'was voided in Xero.',
  unsynced: 'is not in Xero.',
  'posted-early': 'is posted, but not due on this date.',
  'posted-late': 'is paid or dated after this date.',
  remapped: 'is on accounts that the schedule no longer uses.',
  'document-changed': 'was changed in Xero.',
  'document-missing': 'was deleted in Xero.',
  'adjusting-journal': 'is posted as an adjusting journal.',
  other: 'Transactions from outside Paydown are on this account.',
};

type WordedCause = Pick<Cause, 'kind' | 'owner' | 'differences' | 'note'>;

/** Returns a cause as sentences, without its effect on an account. */
export function causeSummary(
  { kind, owner, differences, note }: WordedCause,
  books: Pick<ScheduleBooks, 'name' | 'contract' | 'eventNumbers'> | null,
): string {
  if (kind === 'reconciling-item') return `Reconciling item: ${note ?? ''}`;
  return [`${subjectText(owner, books)}${PREDICATES[kind]}`, ...differences].join(' ');
}

/** Adds the effect of a cause on an account, `$1,000.00 too high`, to its sentences. */
export const withEffect = (kind: CauseKind, summary: string, effect: string): string =>
  kind === 'reconciling-item' ? `${summary} (${effect}).` : `${summary} This account is ${effect}.`;

/** Several payments of a schedule with the same cause, by their first and last number. */
export function paymentsText(kind: CauseKind, numbers: readonly number[], name: string): string {
  const predicate =
    kind === 'reconciling-item' ? '' : PREDICATES[kind].replace(/^is /, 'are ').replace(/^was /, 'were ');
  return `${numbers.length} more payments of ${name} (${numbers[0]} to ${numbers.at(-1)}) ${predicate}`;
}

/** The subject of a sentence with a space after it; empty for causes without a document of ours. */
function subjectText(
  owner: DocumentOwner | JournalOwner | null,
  books: Parameters<typeof ownerText>[1] | null,
): string {
  if (owner?.kind === 'adjusting-journal')
    return `${owner.isReversal ? 'The reversal of ' : ''}${owner.name} `;
  return owner === null || books === null ? '' : `${ownerText(owner, books)} `;
}

/** `Payment 17 of Truck (15 Jun 2026, $1,000.00)`. */
function ownerText(
  owner: DocumentOwner,
  { name, contract, eventNumbers }: Pick<ScheduleBooks, 'name' | 'contract' | 'eventNumbers'>,
): string {
  if (owner.kind === 'opening') return `The opening journal of ${name}`;
  if (owner.kind === 'payment')
    return `Payment ${owner.number} of ${name}${factsText(contract, owner.number)}`;
  const applied = contract.events[eventNumbers.indexOf(owner.number)];
  return `The change of ${name} on ${applied ? formatDate(applied.event.date) : 'an earlier date'}`;
}

/** The date and amount of a payment; empty for one that the contract has no more. */
function factsText(contract: Contract, number: number): string {
  if (number > contract.count) return '';
  const { date } = contract.payment(number);
  return ` (${formatShortDay(date)}, ${formatMoney(contract.amountDue(number))})`;
}
