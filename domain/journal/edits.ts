import type { AccountMapping } from '../accounts/account-mapping.ts';
import { type JournalLine, paymentJournal } from './payment-journal.ts';
import { inRanges } from '../number-ranges.ts';
import { conflict } from '../refusal.ts';
import type { Contract } from '../contract/contract.ts';
import type { OpeningDate } from '../contract/covered.ts';
import { splitAfter } from '../amortisation/split.ts';

/** The posted documents of a schedule. */
export interface PostedWork {
  /** Numbers of the payments in Xero. */
  readonly synced: readonly number[];
  /** Numbers of the payments whose posting has begun. */
  readonly posting: readonly number[];
  /** The posted opening journal: its day, and the last payment that it contains. */
  readonly journalPosted: (OpeningDate & { readonly coveredThrough: number }) | null;
}

/** `journal-out-of-date`: allowed, but the posted opening journal no longer fits and must be posted again. */
export type EditOutcome = 'allowed' | 'journal-out-of-date';

/** All different, so that every line a payment could post takes part in the comparison. */
const DISTINCT_ACCOUNTS: AccountMapping = {
  interestExpenseAccountId: 'interest expense',
  hirePurchaseCurrentId: 'hire purchase, current',
  hirePurchaseNonCurrentId: 'hire purchase, non-current',
  unexpiredChargesCurrentId: 'unexpired charges, current',
  unexpiredChargesNonCurrentId: 'unexpired charges, non-current',
  bankAccountId: 'bank',
  administrationFeeId: 'administration fee',
};

/**
 * Checks whether a schedule may change, given its posted documents. No line of a payment that is synced or being posted
 * may change, nor, once there is such a payment, the four fixed lines of the posted opening journal.
 * @throws Refusal conflict, saying which payments are in the way.
 */
export function checkEdit(before: Contract, after: Contract, posted: PostedWork): EditOutcome {
  const begun = [...posted.synced, ...posted.posting].toSorted((a, b) => a - b);
  const changed = begun.filter((number) => !hasSameJournal(before, after, number));
  if (changed.length > 0) {
    const message = `${capitalised(namePayments(changed))} ${changed.length === 1 ? 'is' : 'are'} already in Xero or being posted, so this change can't be saved. Record a change instead.`;
    throw conflict('schedule/payments-posted', message);
  }
  if (!changesOpening(before, after, posted)) return 'allowed';
  if (begun.length === 0) return 'journal-out-of-date';
  const message = `This change affects the opening balances journal, which ${namePayments(begun)} in Xero depend${begun.length === 1 ? 's' : ''} on. Record a change instead.`;
  throw conflict('schedule/opening-posted', message);
}

/** Whether two schedules post the same for a payment; true also if neither has the payment. */
function hasSameJournal(before: Contract, after: Contract, number: number): boolean {
  if (number > before.count || number > after.count) return number > before.count && number > after.count;
  const one = paymentJournal(before.planOf(number), number, DISTINCT_ACCOUNTS);
  const other = paymentJournal(after.planOf(number), number, DISTINCT_ACCOUNTS);
  return (
    one.date === other.date &&
    one.lines.length === other.lines.length &&
    one.lines.every((line, index) => isSameLine(line, other.lines[index]))
  );
}

const isSameLine = (line: JournalLine, other: JournalLine | undefined): boolean =>
  line.account === other?.account && line.description === other.description && line.amount === other.amount;

function changesOpening(before: Contract, after: Contract, { journalPosted }: PostedWork): boolean {
  if (journalPosted === null) return false;
  const { coveredThrough } = journalPosted;
  const opened = splitAfter(before.planOf(coveredThrough), coveredThrough);
  const reopened = after.splitAt(journalPosted);
  return (
    opened.hirePurchaseCurrent !== reopened.hirePurchaseCurrent ||
    opened.hirePurchaseNonCurrent !== reopened.hirePurchaseNonCurrent ||
    opened.unexpiredChargesCurrent !== reopened.unexpiredChargesCurrent ||
    opened.unexpiredChargesNonCurrent !== reopened.unexpiredChargesNonCurrent
  );
}

const capitalised = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** `payment 3`, or `payments 1–4, 7 and 9`, from ascending numbers. */
function namePayments(numbers: readonly number[]): string {
  const list = inRanges(numbers);
  return numbers.length === 1 ? `payment ${list}` : `payments ${list}`;
}
