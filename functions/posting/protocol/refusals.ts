/** The reasons why a document is not posted or not taken back, in the words of the page. */
import { type MoneyOut, moneyOutText } from '../../../domain/posting/money-out.ts';
import { isMappingComplete } from '../../../domain/accounts/account-mapping.ts';
import { type CalendarDate, formatDate, formatDay, isLocked } from '../../../domain/calendar.ts';
import { conflict, invalid, type Refusal } from '../../../domain/refusal.ts';
import type { StoredSchedule } from '../../records/schedules/schedule.ts';
import type { XeroError } from '../../services/xero/error.ts';

export const notReady = (): Refusal =>
  conflict('sync/not-ready', 'Please complete the Xero integration before syncing payments.');

export const openingOutOfDate = (): Refusal =>
  conflict(
    'opening/out-of-date',
    'The schedule has changed since its opening balances journal. Please post the journal again first.',
  );

export const comparingAfterRestore = (): Refusal =>
  conflict(
    'sync/restored',
    'Paydown was restored from a backup and compares its data with Xero. Please try again in ten minutes.',
  );

export const unknownDocuments = (documents: readonly unknown[]): Refusal =>
  conflict(
    'sync/unknown-documents',
    `Paydown was restored from a backup, and Xero has ${documents.length === 1 ? 'a document' : `${documents.length} documents`} ` +
      'missing in Paydown. The page of the entity lists what is to be deleted in Xero or answered for.',
  );

export const coveredPayment = (): Refusal =>
  conflict('payment/covered', 'This payment is in the opening balances already.');

export const lockedPayment = (): Refusal =>
  conflict('payment/locked', 'Payment date not after lock date. Check the organisation lock dates in Xero.');

/** Refuses a journal dated on or before Xero's lock date; null passes. */
export function refuseLockedJournal(date: CalendarDate, lockDate: CalendarDate | null): void {
  if (lockDate === null || !isLocked(date, lockDate)) return;
  throw conflict('opening/locked', `Use a date after ${formatDay(lockDate)}, Xero’s lock date.`);
}

/** Refuses to replace a journal that Xero's lock date keeps; null passes. */
export function refuseLockedReplacement(date: CalendarDate, lockDate: CalendarDate | null): void {
  if (lockDate === null || !isLocked(date, lockDate)) return;
  throw conflict(
    'opening/locked',
    `The posted journal of ${formatDay(date)} can’t be replaced, since Xero’s lock date is ${formatDay(lockDate)}.`,
  );
}

export const containedEvent = (): Refusal =>
  conflict('event/covered', 'This change is in the opening balances already.');

/** The refusal of an event that changes charges whose GST is claimed, and names no account for it. */
export const gstAccountMissing = (): Refusal =>
  invalid(
    'gstAccountId',
    'event/gst-account',
    'This change saves or adds charges whose GST is claimed. Please record it with the account of that GST.',
  );

/** A payment's date and the date it was paid must both be covered by the opening journal, or neither. */
export const paidOnOtherSide = (number: number): Refusal =>
  conflict(
    'payment/paid-on-other-side',
    `The due date and the paid dates of payment ${number} must all be before the opening balances journal's date, or all on or after it.`,
  );

/** Returns the page's sentence where Xero keeps a document because it is reconciled. */
export function keptByXero(error: XeroError): Refusal | XeroError {
  return /reconciled/i.test(error.message) ? reconciledInXero() : refusedByXero(error);
}

export const correctedPayment = (): Refusal =>
  conflict(
    'payment/corrected',
    'A transaction that was in Xero before stands for this payment. Please undo the correction of its coding instead.',
  );

export const notAMatch = (): Refusal =>
  invalid(
    'decisions',
    'payment/not-a-match',
    'This transaction does not match the payment any more. Please review the payment again.',
  );

export const beforeStart = (start: CalendarDate): Refusal =>
  conflict(
    'payment/before-start',
    `This transaction is dated before the contract starts, on ${formatDate(start)}. Please correct its date in Xero first.`,
  );

const NOT_CORRECTABLE = 'payment/not-correctable';

/** @param found what Xero has, which no journal can move */
export const notCorrectable = (found: MoneyOut): Refusal => conflict(NOT_CORRECTABLE, moneyOutText(found));

export const gstByHand = (): Refusal =>
  conflict(NOT_CORRECTABLE, 'Its GST was changed by hand. Please correct it in Xero.');

export const systemAccount = (): Refusal =>
  conflict(
    NOT_CORRECTABLE,
    'This transaction has a line on a bank or system account. Please correct it in Xero first.',
  );

export const reconciledInXero = (): Refusal =>
  conflict('document/reconciled', 'Unreconcile it in Xero first.');

export const NOT_SYNCED = 'payment/not-synced';

export const nothingToReverse = (): Refusal =>
  conflict(NOT_SYNCED, 'This payment is not in Xero, so there is nothing to reverse.');

export const postedElsewhere = (): Refusal =>
  conflict(
    'document/other-organisation',
    'The document is in another Xero organisation. Please link this entity to that organisation first.',
  );

export const deletedInXero = (): Refusal =>
  conflict(
    'document/deleted',
    'The document is already deleted in Xero. Please choose to delete it here too instead of reversing it.',
  );

/** @param document in words, such as `The journal` */
export const unconfirmedDocument = (document = 'The document'): Refusal =>
  conflict(
    'posting/unconfirmed',
    `Xero didn’t confirm. ${document} may be in Xero already; Paydown checks before it posts again.`,
  );

export const noPartDue = (): Refusal =>
  conflict('payment/no-part-due', 'No part of this payment is dated today or earlier.');

/** @param number of the payment; without one, the sentence names none */
export const unconfirmedPayment = (number?: number): Refusal =>
  conflict(
    'payment/unconfirmed',
    unconfirmedDocument(number === undefined ? 'The payment' : `Payment ${number}`).message,
  );

export const OUT_OF_TIME = 'sync/out-of-time';

/** The refusal returned when another process holds the lease. */
export const leaseHeld = (): Refusal =>
  conflict('sync/busy', 'Another sync with this Xero organisation is running. Please try again in a minute.');

export const outOfTime = (): Refusal =>
  conflict(OUT_OF_TIME, 'There was no time left for this payment. Please sync it again.');

export const linkChanged = (): Refusal =>
  conflict('connection/changed', 'The link to Xero was changed during the sync. Please sync again.');

/** @throws Refusal `conflict` unless documents of the schedule may be posted to the linked Xero organisation. */
export function checkReady(
  { xeroConnected, accounts, opening }: StoredSchedule,
  link: { readonly tenantId: string },
): void {
  if (!xeroConnected || !isMappingComplete(accounts)) throw notReady();
  if (opening?.xeroTenantId === link.tenantId && opening.outOfDate) throw openingOutOfDate();
}

/** Returns Xero's own refusal, or the page's sentence where it is about lock dates, which were checked just before. */
export function refusedByXero(error: XeroError): Refusal | XeroError {
  if (!/lock date/i.test(error.message)) return error;
  return conflict(
    'sync/lock-dates-changed',
    'The schedule could not be synced with Xero. The lock dates in Xero have changed.',
  );
}
