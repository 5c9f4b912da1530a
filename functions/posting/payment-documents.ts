/** The documents of a schedule's payments: one each, or one for each part. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { LedgerDocument, PartialMapping } from '../../domain/journal/document.ts';
import { checkParts, paymentDocuments as documentsOf } from '../../domain/journal/payment-documents.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import {
  paymentId,
  paymentKey,
  paymentOf,
  type PaymentState,
  untouchedPayment,
} from '../records/schedules/payments.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { OpenDocument } from './open-document.ts';
import { paymentReference } from '../../domain/posting/document-reference.ts';
import { type DocumentSetting, openDocument } from './ledger-documents.ts';

/** A document of a payment that is not in Xero. */
export interface PlannedPayment {
  readonly number: number;
  /** 0 for the payment as a whole. */
  readonly part: number;
  /** Null if every line is 0.00: nothing posts then. */
  readonly document: LedgerDocument | null;
  readonly date: CalendarDate;
}

/**
 * Returns the documents of a payment that are not in Xero yet, parts dated after `today` left out.
 * @throws Refusal `invalid` when the payment's parts don't add up to it any more.
 */
export function plannedPayments(
  contract: Contract,
  number: number,
  state: PaymentState = untouchedPayment(number),
  mapping: PartialMapping,
  today: CalendarDate,
): PlannedPayment[] {
  const { paidOn, parts, documents } = state;
  if (parts.length > 0) checkParts(contract.payment(number), parts);
  const drafts = documentsOf(contract.planOf(number), number, mapping, { paidOn, parts });
  if (parts.length === 0) {
    const date = paidOn ?? contract.dateOf(number);
    return state.state === 'unsynced' ? [{ number, part: 0, document: drafts[0] ?? null, date }] : [];
  }
  return parts.flatMap(({ date }, index): PlannedPayment[] => {
    const part = index + 1;
    const isOpen = documents.every((one) => one.part !== part || one.state === 'unsynced');
    return isOpen && date <= today ? [{ number, part, document: drafts[index] ?? null, date }] : [];
  });
}

/**
 * Returns a planned document with the bytes to send.
 * @throws Refusal `conflict` when an account is not mapped.
 */
export function paymentDocument(
  schedule: OwnedSchedule,
  { number, part }: PlannedPayment,
  document: LedgerDocument,
  state: PaymentState | undefined,
  setting: DocumentSetting,
): OpenDocument {
  const { scheduleId } = schedule;
  const stored = storedPayment(number, part, state);
  return openDocument(
    schedule,
    {
      sk: paymentKey(scheduleId, number, part).sk,
      reference: paymentReference(scheduleId, number, { part, attempt: stored.attempt }),
      narration: document.lines[0]?.description ?? '',
      document,
      paymentId: paymentId(scheduleId, number),
      item: { ...stored, state: 'posting' },
    },
    setting,
  );
}

/** The item of a payment or a part, stored already or not. */
export function storedPayment(number: number, part: number, state: PaymentState | undefined) {
  const stored = state?.documents.find((one) => one.part === part);
  return stored ?? paymentOf({ number, part, state: 'unsynced' });
}
