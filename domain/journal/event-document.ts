import { addDays, isLocked } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, negated } from '../money.ts';
import type { AppliedEvent } from '../event-kinds/applied-event.ts';
import type { Change, Payout, PayoutFee, Refinance } from '../event-kinds/events.ts';
import { EMPTY_SPLIT, splitAfter } from '../amortisation/split.ts';
import { NO_GST } from '../gst/tax-types.ts';
import { documentOf, lineOf } from './document.ts';
import type { DocumentLine, LedgerDocument, PartialMapping } from './document.ts';

/** The names of the kinds of events in documents and exports. */
export const EVENT_LABELS = {
  payout: 'Payout',
  refinance: 'Refinance',
  'extra-repayment': 'Extra repayment',
  'rate-change': 'Rate change',
  'terms-change': 'Change of terms',
  'frequency-change': 'Change of frequency',
  holiday: 'Payment holiday',
  'fee-change': 'Change of administration fee',
} as const satisfies Record<Change['kind'], string>;

/**
 * The document of an event: the change of the four accounts from the closed segment's split after k to the new
 * segment's split after k, with interest, fees and the account that pays.
 * @returns null if no account changes.
 */
export function eventDocument(
  applied: AppliedEvent,
  mapping: PartialMapping,
  lockDate: CalendarDate | null,
): LedgerDocument | null {
  const { change } = applied.event;
  const description = `${EVENT_LABELS[change.kind]} after payment ${applied.k}`;
  const isPayout = change.kind === 'payout' || change.kind === 'refinance';
  const lines = [
    ...splitLines(applied, mapping, description),
    lineOf(mapping, 'interestExpense', applied.interest, `${description}, interest`),
    ...(isPayout ? payoutLines(change, mapping, description) : []),
  ];
  return documentOf(documentDateOf(applied, lockDate), lines);
}

/** The date of an event's document: the day after the lock date if its own date is locked. */
export function documentDateOf({ documentDate }: AppliedEvent, lockDate: CalendarDate | null): CalendarDate {
  return lockDate !== null && isLocked(documentDate, lockDate) ? addDays(lockDate, 1) : documentDate;
}

function splitLines(
  { from, to, k }: AppliedEvent,
  mapping: PartialMapping,
  description: string,
): DocumentLine[] {
  const before = splitAfter(from, k);
  const after = to === null ? EMPTY_SPLIT : splitAfter(to, k);
  const payable = (role: 'hirePurchaseCurrent' | 'hirePurchaseNonCurrent'): DocumentLine =>
    lineOf(mapping, role, cents(before[role] - after[role]), description);
  const charges = (role: 'unexpiredChargesCurrent' | 'unexpiredChargesNonCurrent'): DocumentLine =>
    lineOf(mapping, role, cents(after[role] - before[role]), description);
  return [
    payable('hirePurchaseCurrent'),
    payable('hirePurchaseNonCurrent'),
    charges('unexpiredChargesCurrent'),
    charges('unexpiredChargesNonCurrent'),
  ];
}

/** The fees, and the credit of the account that pays instead of the bank account. */
function payoutLines(
  change: Payout | Refinance,
  mapping: PartialMapping,
  description: string,
): DocumentLine[] {
  const fees = change.fees.map((fee) => feeLine(fee, mapping, `${description}, fee`));
  if (change.kind === 'payout' && change.settledFrom === null) return fees;
  const account = change.kind === 'payout' ? change.settledFrom?.accountId : change.clearingAccountId;
  const settlement: DocumentLine = {
    role: 'other',
    account: account ?? null,
    description,
    amount: negated(change.payoutFigure),
    taxType: NO_GST,
  };
  return [...fees, settlement];
}

function feeLine(
  { accountId, amount, taxType }: PayoutFee,
  mapping: PartialMapping,
  description: string,
): DocumentLine {
  const line = lineOf(mapping, 'administrationFee', amount, description);
  if (accountId === null || accountId === line.account) return { ...line, taxType };
  return { role: 'other', account: accountId, description, amount, taxType };
}
