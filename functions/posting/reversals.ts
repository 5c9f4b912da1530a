/** Taking documents back: a payment is reversed or deleted in Xero, an event's document is removed. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { readEvents, type StoredEvent } from '../records/schedules/events.ts';
import type { XeroServices } from '../services/context.ts';
import { dishonouredOnOf, paymentKey, readPaymentStates } from '../records/schedules/payments.ts';
import { type OwnedSchedule, ownSchedule } from '../records/schedules/schedule.ts';
import { keys } from '../store/keys.ts';
import type { PostingContext } from './protocol/recorded-call.ts';
import { postedDocuments, reversal } from './plan/reversal.ts';
import { postOne } from './post-one.ts';
import { type DishonourFee, dishonourFee } from './plan/dishonour-fee.ts';
import { newRun, type Run } from './plan/run.ts';
import { reconcile } from './protocol/reconcile.ts';
import { postedElsewhere, reconciledInXero } from './protocol/refusals.ts';
import { type Removable, removeDocuments } from './protocol/removals.ts';
import type { PostingRequest } from './protocol/request.ts';
import { runPosting } from './protocol/run-posting.ts';
import { refuseWhilePosting } from '../records/schedules/open-documents.ts';

export interface WantedReversal {
  readonly scheduleId: string;
  readonly number: number;
  readonly date: CalendarDate;
  readonly mode: 'mirror' | 'delete';
  /** Null for a payment that is reversed for another reason. With it the mode is `mirror`. */
  readonly dishonour: WantedDishonour | null;
}

export interface WantedDishonour {
  /** Null where the bank and the lender charge none. */
  readonly fee: DishonourFee | null;
  /** The day on which the payment is presented again; null where that is not known. */
  readonly presentedOn: CalendarDate | null;
}

/**
 * Reverses all documents of a payment that are in Xero. Afterwards the payment is unsynced, and its next document is
 * another attempt. A reversal that an earlier call left open, and that is found done here, counts as this one.
 * @throws Refusal `conflict` when nothing can be reversed now, XeroError when Xero refuses or doesn't answer.
 */
export async function reversePayment(
  services: XeroServices,
  request: PostingRequest,
  wanted: WantedReversal,
): Promise<void> {
  const { scheduleId, number, date, mode, dishonour } = wanted;
  return runPosting(services, request, async (context) => {
    const run = newRun(request, context);
    const reverse = async (): Promise<void> => {
      await postOne(run, reversal, { ownerId: scheduleId, wanted: { number, date, dishonour } });
    };
    const before = await ownSchedule(services.table, request.entity, scheduleId);
    if (before.openIntents > 0 && (await isDoneByReconcile(context, before, number))) {
      if (dishonour === null || (await wasDishonoured(context, before, number))) return;
    }
    if (dishonour?.fee) {
      await postOne(feeRun(run, dishonour.fee), dishonourFee, {
        ownerId: scheduleId,
        wanted: { number, date, fee: dishonour.fee },
      });
    }
    if (mode === 'mirror') return reverse();
    const schedule = await ownSchedule(services.table, request.entity, scheduleId);
    const documents = await postedDocuments(run, schedule, number);
    const inXero = documents.filter(({ documentId }) => documentId !== null);
    if (inXero.length === 0) return reverse();
    return remove(
      context,
      schedule,
      inXero.map(({ part, documentId, document }) => ({
        target: paymentKey(scheduleId, number, part).sk,
        type: document?.type ?? 'SPEND',
        documentId: documentId ?? '',
        keepsEvent: false,
      })),
    );
  });
}

/** Whether the document that left Xero last was dishonoured: a reversal for another reason has no fee. */
async function wasDishonoured(
  { services: { table } }: PostingContext,
  { scheduleId }: OwnedSchedule,
  number: number,
): Promise<boolean> {
  const state = (await readPaymentStates(table, scheduleId, [number])).get(number);
  return state !== undefined && dishonouredOnOf(state) !== null;
}

/** The fee has an audit entry of its own, since the reversal after it may fail. */
const feeRun = (run: Run, { amount }: DishonourFee): Run => ({
  ...run,
  context: {
    ...run.context,
    audited: run.context.audited && {
      ...run.context.audited,
      action: 'schedule/post-dishonour-fee',
      detail: { ...run.context.audited.detail, amount: toDollars(amount) },
    },
  },
});

/** Whether the payment was in Xero, and no longer is once open documents are reconciled. */
async function isDoneByReconcile(
  context: PostingContext,
  { scheduleId }: OwnedSchedule,
  number: number,
): Promise<boolean> {
  const isInXero = async (): Promise<boolean> => {
    const state = (await readPaymentStates(context.services.table, scheduleId, [number])).get(number);
    return state?.documents.some((one) => one.state === 'synced') === true;
  };
  const wasInXero = await isInXero();
  await reconcile(context, [scheduleId]);
  return wasInXero && !(await isInXero());
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
    await remove({ ...context, audited }, schedule, [{ target, type, documentId, keepsEvent }]);
  });
}

async function remove(
  context: PostingContext,
  schedule: OwnedSchedule,
  removables: readonly Removable[],
): Promise<void> {
  if (removables.length > 1) await refuseReconciled(context, removables);
  await removeDocuments(context, schedule, removables);
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
