/** Taking documents back: a payment is reversed or deleted in Xero, an event's document is removed. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { changedWords } from '../../domain/contract/synced-numbers.ts';
import { readEvents, type StoredEvent } from '../records/schedules/events.ts';
import type { XeroServices } from '../services/context.ts';
import { paymentKey, type PaymentDocumentState, readPaymentStates } from '../records/schedules/payments.ts';
import {
  type OwnedSchedule,
  ownSchedule,
  refuseWhilePosting,
  saveSchedule,
} from '../records/schedules/schedule.ts';
import { keys } from '../store/keys.ts';
import { auditEntries } from './audited-action.ts';
import type { PostingContext } from './recorded-call.ts';
import { postReversals } from './reversal-documents.ts';
import { isNumbered } from './payment-numbers.ts';
import { reconcile } from './pipeline.ts';
import { keptByXero, nothingToReverse, postedElsewhere, reconciledInXero } from './refusals.ts';
import { openRemovals, type Removable, reconcileRemovals } from './removals.ts';
import { type PostingRequest, runPosting } from './run-posting.ts';

export interface WantedReversal {
  readonly scheduleId: string;
  readonly number: number;
  /** The date of the reversal. */
  readonly date: CalendarDate;
  readonly mode: 'mirror' | 'delete';
}

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
    if (wanted.mode === 'mirror') return postReversals(context, request, schedule, wanted.date, inXero);
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
    await reconcile(context, [scheduleId]);
    const schedule = await ownSchedule(services.table, request.entity, scheduleId);
    const event = (await readEvents(services.table, schedule)).find((one) => one.number === number);
    if (!event) return;
    refuseWhilePosting(schedule);
    await check?.(schedule);
    const { documentId, xeroTenantId } = event;
    if (documentId === null || xeroTenantId !== context.session.xeroTenantId) throw postedElsewhere();
    const target = keys.event(scheduleId, number).sk;
    const type = event.document?.type ?? 'MANUAL-JOURNAL';
    // A document that is withdrawn is posted again, and the action's entry written then.
    const audited = keepsEvent ? undefined : context.audited;
    await remove({ ...context, audited }, schedule, [
      { target, type, documentId, isNumbered: false, keepsEvent },
    ]);
  });
}

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
  await reconcile(context, [scheduleId]);
  const schedule = await ownSchedule(services.table, entity, scheduleId);
  refuseWhilePosting(schedule);
  const state = (await readPaymentStates(services.table, scheduleId)).get(number);
  const documents = state?.documents.filter((one) => one.state === 'synced') ?? [];
  if (documents.length === 0) {
    throw nothingToReverse();
  }
  if (documents.some(({ xeroTenantId }) => xeroTenantId !== session.xeroTenantId)) throw postedElsewhere();
  return { schedule, documents };
}

/** A payment without lines has no document in Xero. */
async function forgetEmpty(
  { services: { table }, audited }: PostingContext,
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
  await saveSchedule(table, entity, schedule, changes, [...writes, ...auditEntries(audited, schedule)]);
}

async function remove(
  context: PostingContext,
  schedule: OwnedSchedule,
  removables: readonly Removable[],
): Promise<void> {
  if (removables.length > 1) await refuseReconciled(context, removables);
  await openRemovals(context, schedule, removables);
  const kept = await reconcileRemovals(context, schedule.scheduleId);
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
