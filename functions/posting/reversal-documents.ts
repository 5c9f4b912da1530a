/** Reversals: documents that take back what a payment's documents posted, on a date of their own. */
import { type CalendarDate, isLocked } from '../../domain/calendar.ts';
import { paymentKey, type PaymentDocumentState } from '../records/schedules/payments.ts';
import { type OwnedSchedule, ownSchedule } from '../records/schedules/schedule.ts';
import { bankDocumentJson, journalJson } from '../services/xero/documents.ts';
import type { DocumentContent, DocumentType } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { paymentReference, referenceField } from '../../domain/posting/document-reference.ts';
import { scheduleUrl } from '../services/xero/links.ts';
import type { OpenDocument } from './open-document.ts';
import { requirePosted } from './outcome.ts';
import { isNumbered } from './payment-numbers.ts';
import { freeze, send } from './pipeline.ts';
import type { PostingContext } from './recorded-call.ts';
import { deletedInXero, lockedPayment, unconfirmedPayment } from './refusals.ts';
import type { PostingRequest } from './run-posting.ts';

/**
 * Posts a reversal of each document on the date: bank transactions first, then journals.
 * @throws Refusal `conflict` for a locked date or a document that is deleted in Xero; XeroError when Xero refuses or
 * doesn't answer.
 */
export async function postReversals(
  context: PostingContext,
  request: PostingRequest,
  before: OwnedSchedule,
  date: CalendarDate,
  documents: readonly PaymentDocumentState[],
): Promise<void> {
  const { services, session } = context;
  const { xero, table } = services;
  const { lockDate } = await session.call((access) => xero.organisation(access));
  if (lockDate !== null && isLocked(date, lockDate as CalendarDate)) throw lockedPayment();
  const reversed: { readonly type: DocumentType; readonly document: OpenDocument }[] = [];
  for (const one of documents) {
    const type = one.document?.type ?? 'SPEND';
    const content = await session.call((access) => xero.readDocument(access, type, one.documentId ?? ''));
    if (!content || content.deleted) throw deletedInXero();
    const reversalType = type === 'MANUAL-JOURNAL' ? type : 'RECEIVE';
    reversed.push({ type: reversalType, document: reversalOf(context, before, one, content, date) });
  }
  for (const type of ['RECEIVE', 'MANUAL-JOURNAL'] as const) {
    const own = reversed.flatMap((one) => (one.type === type ? [one.document] : []));
    if (own.length === 0) continue;
    const schedule = await ownSchedule(table, request.entity, before.scheduleId);
    const frozen = await freeze(context, request.entity, type, [{ schedule, documents: own }]);
    const { outcomes } = await send(context, frozen, request.deadlines.startBy);
    for (const { reference } of own) requirePosted(outcomes.get(reference), unconfirmedPayment());
  }
}

/** Returns a reversal of the document as it is in Xero now: lines, accounts, contact, bank account. */
function reversalOf(
  { services: { origin }, session: { xeroTenantId } }: PostingContext,
  schedule: OwnedSchedule,
  payment: PaymentDocumentState,
  { lines, lineAmountTypes, contactId, bankAccountId }: DocumentContent,
  date: CalendarDate,
): OpenDocument {
  const { scheduleId } = schedule;
  const { number, part, attempt } = payment;
  const reference = paymentReference(scheduleId, number, { part, attempt, isReversal: true });
  const url = scheduleUrl(origin, schedule);
  const isBank = contactId !== null && bankAccountId !== null;
  const json = isBank
    ? bankDocumentJson({
        type: 'RECEIVE',
        reference: referenceField(schedule.contractNumber, reference),
        date,
        contactId,
        bankAccountId,
        url,
        lineAmountTypes,
        lines,
      })
    : journalJson({
        narration: `Reversal of payment ${number} [${reference}]`,
        date,
        lineAmountTypes,
        url,
        lines: lines.map((line) => ({ ...line, cents: -line.cents })),
      });
  const target = paymentKey(scheduleId, number, part).sk;
  const { sk } = keys.reversal(scheduleId, target, attempt);
  const item = {
    number,
    part,
    attempt,
    state: 'posting',
    xeroTenantId,
    documentId: null,
    payment,
    isNumbered: isNumbered(schedule, number, part),
  };
  return { scheduleId, sk, reference, json, date, contactId, item };
}
