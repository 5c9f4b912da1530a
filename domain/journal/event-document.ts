import { addDays, type CalendarDate, isLocked } from '../calendar.ts';
import { withoutGst } from '../gst/gst-on-charges.ts';
import { NO_GST } from '../gst/tax-types.ts';
import { cents, type Cents } from '../money.ts';
import type { AppliedEvent } from '../contract/applied-event.ts';
import type { ExtraLine } from '../event-kinds/event-kind.ts';
import { kindOf } from '../event-kinds/kinds.ts';
import { EMPTY_SPLIT, splitAfter } from '../amortisation/split.ts';
import {
  type DocumentLine,
  documentOf,
  type LedgerDocument,
  lineOf,
  linesFor,
  type PartialMapping,
  withoutCancelling,
} from './document.ts';

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
  const kind = kindOf(change);
  const description = `${kind.label} after payment ${applied.k}`;
  const lines = [
    ...splitLines(applied, mapping, description),
    lineOf(mapping, 'interestExpense', interestOf(applied), `${description}, interest`),
    gstLine(applied, description),
    ...(kind.lines?.(change) ?? []).map((line) => extraLine(line, mapping, description)),
  ];
  return documentOf(documentDateOf(applied, lockDate), withoutCancelling(linesFor(mapping, lines)));
}

/** Interest as it is expensed: without GST where that is claimed already. */
const interestOf = ({ from, interest }: AppliedEvent): Cents =>
  from.gstOnCharges ? withoutGst(interest) : interest;

/** Whether the event saves or adds charges whose GST is claimed, and names no account for it. */
export function lacksGstAccount(applied: AppliedEvent): boolean {
  const { account, amount } = gstLine(applied, '');
  return amount !== 0 && account === null;
}

/** GST that is claimed on charges: a credit for those that the event saves, a debit for those that it adds. */
function gstLine(applied: AppliedEvent, description: string): DocumentLine {
  const { from, to, k, interest, event } = applied;
  const { change } = event;
  const saved = from.gstInCharges(k) - (to?.gstInCharges(k) ?? 0);
  return {
    role: 'other',
    account: ('gstAccountId' in change ? change.gstAccountId : null) ?? null,
    description: `${description}, GST on charges`,
    amount: cents(interest - interestOf(applied) - saved),
    taxType: NO_GST,
  };
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

/** The line of a fee, or of the account that pays instead of the bank account. */
function extraLine(
  { purpose, accountId, amount, taxType }: ExtraLine,
  mapping: PartialMapping,
  description: string,
): DocumentLine {
  if (purpose === 'settlement') return { role: 'other', account: accountId, description, amount, taxType };
  const line = lineOf(mapping, 'administrationFee', amount, `${description}, fee`);
  if (accountId === null || accountId === line.account) return { ...line, taxType };
  return { ...line, role: 'other', account: accountId, taxType };
}
