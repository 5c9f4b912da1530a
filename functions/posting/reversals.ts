/** Taking documents back: a payment is mirrored or deleted in Xero, an event's document is removed. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { isLocked } from '../../domain/schedule/selection.ts';
import { changedWords } from '../../domain/schedule/synced-numbers.ts';
import { readEvents, type StoredEvent } from '../events/event-store.ts';
import type { XeroServices } from '../lib/context.ts';
import { paymentKey, type PaymentDocumentState, readPaymentStates } from '../schedules/payment-store.ts';
import {
  type OwnedSchedule,
  ownSchedule,
  refuseWhilePosting,
  saveSchedule,
} from '../schedules/schedule-store.ts';
import { bankDocumentJson, journalJson } from '../services/xero/documents.ts';
import { type DocumentContent, type DocumentType, XeroError } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import type { PostingContext } from './recorded-call.ts';
import type { OpenDocument } from './open-document.ts';
import { paymentToken, referenceOf, scheduleUrl } from './document-tokens.ts';
import { isNumbered } from './payment-numbers.ts';
import { freeze, type Outcome, send, settle } from './pipeline.ts';
import {
  keptByXero,
  lockedPayment,
  reconciledInXero,
  refusedByXero,
  unconfirmedPayment,
} from './refusals.ts';
import { openRemovals, type Removable, settleRemovals } from './removals.ts';
import { type PostingRequest, runPosting } from './run-posting.ts';

export interface WantedReversal {
  readonly scheduleId: string;
  readonly number: number;
  /** The date of the mirror. */
  readonly date: CalendarDate;
  readonly mode: 'mirror' | 'delete';
}

const conflict = (code: string, message: string): Refusal => new Refusal('conflict', code, message);

/**
 * Reverses all documents of a payment that are in Xero. Afterwards the payment is unsynced, and its next document is
 * another attempt.
 * @throws Refusal `conflict` when nothing can be reversed now, XeroError when Xero refuses or doesn't answer.
 */
export async function reversePayment(
  services: XeroServices,
  request: PostingRequest,
  wanted: WantedReversal,
): Promise<void> {
  return runPosting(services, request, async (context) => {
    const { schedule, documents } = await postedDocuments(context, request, wanted);
    const inXero = documents.filter(({ documentId }) => documentId !== null);
    if (inXero.length === 0) return forgetEmpty(context, request, schedule, documents);
    if (wanted.mode === 'mirror') return mirror(context, request, schedule, wanted, inXero);
    return remove(
      context,
      schedule,
      inXero.map(({ number, part, documentId, document }) => ({
        target: paymentKey(schedule.scheduleId, number, part).sk,
        type: document?.type ?? 'SPEND',
        documentId: documentId ?? '',
        isNumbered: isNumbered(schedule, number, part),
        keepsEvent: false,
      })),
    );
  });
}

/**
 * Removes the document of an event, and with it the event.
 * @throws Refusal `conflict` while documents are open or Xero keeps the document; XeroError when it doesn't answer.
 */
export async function removeEvent(
  services: XeroServices,
  request: PostingRequest,
  wanted: WantedRemoval,
  check: (schedule: OwnedSchedule) => Promise<void>,
): Promise<void> {
  return removeEventDocument(services, request, wanted, { check, keepsEvent: false });
}

/**
 * Removes the document of an event, which becomes unsynced.
 * @throws Refusal `conflict` while documents are open or Xero keeps the document; XeroError when it doesn't answer.
 */
export async function withdrawEvent(
  services: XeroServices,
  request: PostingRequest,
  wanted: WantedRemoval,
): Promise<void> {
  return removeEventDocument(services, request, wanted, { keepsEvent: true });
}

type WantedRemoval = Pick<StoredEvent, 'scheduleId' | 'number'>;

async function removeEventDocument(
  services: XeroServices,
  request: PostingRequest,
  { scheduleId, number }: WantedRemoval,
  { check, keepsEvent }: { check?: (schedule: OwnedSchedule) => Promise<void>; keepsEvent: boolean },
): Promise<void> {
  return runPosting(services, request, async (context) => {
    await settle(context, [scheduleId]);
    const schedule = await ownSchedule(services.table, request.entity, scheduleId);
    const event = (await readEvents(services.table, schedule)).find((one) => one.number === number);
    if (!event) return;
    refuseWhilePosting(schedule);
    await check?.(schedule);
    const { documentId, xeroTenantId } = event;
    if (documentId === null || xeroTenantId !== context.session.xeroTenantId) throw postedElsewhere();
    const target = keys.event(scheduleId, number).sk;
    const type = event.document?.type ?? 'MANUAL-JOURNAL';
    await remove(context, schedule, [{ target, type, documentId, isNumbered: false, keepsEvent }]);
  });
}

const postedElsewhere = (): Refusal =>
  conflict(
    'document/other-organisation',
    'The document is in another Xero organisation. Please link this entity to that organisation first.',
  );

interface Posted {
  readonly schedule: OwnedSchedule;
  readonly documents: readonly PaymentDocumentState[];
}

async function postedDocuments(
  context: PostingContext,
  { entity }: PostingRequest,
  { scheduleId, number }: WantedReversal,
): Promise<Posted> {
  const { services, session } = context;
  await settle(context, [scheduleId]);
  const schedule = await ownSchedule(services.table, entity, scheduleId);
  refuseWhilePosting(schedule);
  const state = (await readPaymentStates(services.table, scheduleId)).get(number);
  const documents = state?.documents.filter((one) => one.state === 'synced') ?? [];
  if (documents.length === 0) {
    throw conflict('payment/not-synced', 'This payment is not in Xero, so there is nothing to reverse.');
  }
  if (documents.some(({ xeroTenantId }) => xeroTenantId !== session.xeroTenantId)) throw postedElsewhere();
  return { schedule, documents };
}

/** A payment without lines has no document in Xero. */
async function forgetEmpty(
  { services: { table } }: PostingContext,
  { entity }: PostingRequest,
  schedule: OwnedSchedule,
  documents: readonly PaymentDocumentState[],
): Promise<void> {
  const { scheduleId, syncedCount, syncedWords, paymentChanges } = schedule;
  const numbers = documents.map(({ number }) => number);
  const changes = {
    syncedCount: syncedCount - documents.length,
    syncedWords: changedWords(syncedWords, [], numbers),
    paymentChanges: paymentChanges + 1,
  };
  const writes = documents.map(({ number, part }) => ({
    update: paymentKey(scheduleId, number, part),
    set: { state: 'unsynced' },
    if: ['state', '=', 'synced'] as const,
  }));
  await saveSchedule(table, entity, schedule, changes, writes);
}

async function remove(
  context: PostingContext,
  schedule: OwnedSchedule,
  removables: readonly Removable[],
): Promise<void> {
  if (removables.length > 1) await refuseReconciled(context, removables);
  await openRemovals(context, schedule, removables);
  const kept = await settleRemovals(context, schedule.scheduleId);
  if (kept) throw keptByXero(kept);
}

/** Refuses parts before any of them is deleted: a payment stays or goes as a whole. */
async function refuseReconciled(
  { services: { xero }, session }: PostingContext,
  removables: readonly Removable[],
): Promise<void> {
  for (const { type, documentId } of removables) {
    const content = await session.call((access) => xero.readDocument(access, type, documentId));
    if (content?.reconciled === true && !content.deleted) throw reconciledInXero();
  }
}

/** Posts a mirror of each document: bank transactions first, then journals. */
async function mirror(
  context: PostingContext,
  request: PostingRequest,
  before: OwnedSchedule,
  { date }: WantedReversal,
  documents: readonly PaymentDocumentState[],
): Promise<void> {
  const { services, session } = context;
  const { xero, table } = services;
  const { lockDate } = await session.call((access) => xero.organisation(access));
  if (lockDate !== null && isLocked(date, lockDate as CalendarDate)) throw lockedPayment();
  const mirrored: { readonly type: DocumentType; readonly document: OpenDocument }[] = [];
  for (const one of documents) {
    const type = one.document?.type ?? 'SPEND';
    const content = await session.call((access) => xero.readDocument(access, type, one.documentId ?? ''));
    if (!content || content.deleted) throw deletedInXero();
    const mirrorType = type === 'MANUAL-JOURNAL' ? type : 'RECEIVE';
    mirrored.push({ type: mirrorType, document: mirrorOf(context, before, one, content, date) });
  }
  for (const type of ['RECEIVE', 'MANUAL-JOURNAL'] as const) {
    const own = mirrored.flatMap((one) => (one.type === type ? [one.document] : []));
    if (own.length === 0) continue;
    const schedule = await ownSchedule(table, request.entity, before.scheduleId);
    const frozen = await freeze(context, request.entity, type, [{ schedule, documents: own }]);
    const { outcomes } = await send(context, frozen, request.deadlines.startBy);
    own.forEach(({ token }) => throwProblem(outcomes.get(token)));
  }
}

const deletedInXero = (): Refusal =>
  conflict(
    'document/deleted',
    'The document is already deleted in Xero. Please choose to delete it here too instead of reversing it.',
  );

/** Returns a mirror of the document as it is in Xero now: lines, accounts, contact, bank account. */
function mirrorOf(
  { services: { origin }, session: { xeroTenantId } }: PostingContext,
  schedule: OwnedSchedule,
  payment: PaymentDocumentState,
  { lines, lineAmountTypes, contactId, bankAccountId }: DocumentContent,
  date: CalendarDate,
): OpenDocument {
  const { scheduleId } = schedule;
  const { number, part, attempt } = payment;
  const token = paymentToken(scheduleId, number, { part, attempt, isMirror: true });
  const url = scheduleUrl(origin, schedule);
  const isBank = contactId !== null && bankAccountId !== null;
  const json = isBank
    ? bankDocumentJson({
        type: 'RECEIVE',
        reference: referenceOf(schedule, token),
        date,
        contactId,
        bankAccountId,
        url,
        lineAmountTypes,
        lines,
      })
    : journalJson({
        narration: `Reversal of payment ${number} [${token}]`,
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
  return { scheduleId, sk, token, json, date, contactId, item };
}

/** @throws the reason why a mirror is not in Xero. */
function throwProblem(outcome: Outcome | undefined): void {
  if (outcome?.kind === 'posted') return;
  const reason = outcome?.reason ?? unconfirmedPayment();
  const isXeroRefusal = outcome?.kind === 'refused' && reason instanceof XeroError;
  throw isXeroRefusal ? refusedByXero(reason) : reason;
}
