/** The reasons why a document is not posted, in the words of the page. */
import { Refusal } from '../../domain/refusal.ts';
import type { XeroError } from '../services/xero/port.ts';

const conflict = (code: string, message: string): Refusal => new Refusal('conflict', code, message);

export const upgradeNeeded = (): Refusal =>
  conflict('plan/limit-reached', 'Please upgrade your plan to integrate schedules to Xero.');

export const notReady = (): Refusal =>
  conflict('sync/not-ready', 'Please complete the Xero integration before syncing payments.');

export const openingOutOfDate = (): Refusal =>
  conflict(
    'opening/out-of-date',
    'The schedule has changed since its opening balances journal. Please post the journal again first.',
  );

export const coveredPayment = (): Refusal =>
  conflict('payment/covered', 'This payment is in the opening balances already.');

export const lockedPayment = (): Refusal =>
  conflict('payment/locked', 'Payment date not after lock date. Check the organisation lock dates in Xero.');

export const lockedJournal = (): Refusal =>
  conflict('opening/locked', 'Journal date not after lock date. Check the organisation lock dates in Xero.');

export const unconfirmedDocument = (): Refusal =>
  conflict('posting/unconfirmed', 'Xero has not confirmed this yet. Please try again in a few minutes.');

export const unconfirmedPayment = (): Refusal =>
  conflict(
    'payment/unconfirmed',
    'Xero has not confirmed this payment yet. Please sync it again in a few minutes.',
  );

export const outOfTime = (): Refusal =>
  conflict('sync/out-of-time', 'There was no time left for this payment. Please sync it again.');

export const linkChanged = (): Refusal =>
  conflict('connection/changed', 'The link to Xero was changed during the sync. Please sync again.');

/** Returns Xero's own refusal, or the page's sentence where it is about lock dates, which were checked just before. */
export function refusedByXero(error: XeroError): Refusal | XeroError {
  if (!/lock date/i.test(error.message)) return error;
  return conflict(
    'sync/lock-dates-changed',
    'The schedule could not be synced with Xero. The lock dates in Xero have changed.',
  );
}
