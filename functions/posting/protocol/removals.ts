/**
 * Documents that are being removed in Xero: a SPEND is deleted, a journal voided. The removal is written down first and
 * counts as an open document of its schedule until its outcome is known, so a crash leaves nothing half done.
 */
import * as z from 'zod';
import { deleteEvent, eventItem, eventOf, reopened } from '../../records/schedules/events.ts';
import {
  paymentLeft,
  paymentOf,
  paymentReversed,
  type StoredPayment,
} from '../../records/schedules/payments.ts';
import { openingJournalOf, openingRemoved } from '../../records/schedules/opening-journals.ts';
import { releaseWrite } from '../../records/schedules/transaction-claims.ts';
import {
  type OwnedSchedule,
  ownSchedule,
  saveSchedule,
  scheduleChanged,
} from '../../records/schedules/schedule.ts';
import { withRetry } from '../../lib/retry.ts';
import { XeroError } from '../../services/xero/error.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';
import { keys, places, prefixes } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  type Item,
  listUnder,
  type Table,
  updateVersion,
  type Write,
} from '../../store/table.ts';
import { AuditedAction, auditEntries } from './audited-action.ts';
import { ABANDONED_MS } from './batches.ts';
import type { PostingContext } from './recorded-call.ts';
import type { CallsMade } from '../../../domain/posting/protocol.ts';
import { Calls, NO_CALLS } from '../../records/schedules/calls.ts';
import { removeDocument } from './remove-document.ts';
import { keptByXero } from './refusals.ts';
import { entryOf, entryRetired } from '../../records/registers/entries.ts';
import type { OwnedRegister } from '../../records/registers/register.ts';
import type { PaymentsMoved } from '../../records/schedules/open-documents.ts';
import { DOCUMENT_KINDS } from '../../../domain/posting/document-kinds.ts';
import { isSchedule, type KindName } from './open-document.ts';
import { ownerKindOf } from './owner-kinds.ts';

const RemovalItem = z.object({
  /** The document's kind as its owner counts it. */
  kind: z.enum(DOCUMENT_KINDS),
  ownerId: z.string(),
  entityId: z.string(),
  xeroTenantId: z.string(),
  /** The number of the payment, event or entry. */
  number: z.number(),
  /** The sort key of the payment, event, journal or entry. */
  target: z.string(),
  type: z.enum(['SPEND', 'RECEIVE', 'MANUAL-JOURNAL']),
  documentId: z.string(),
  /** The event stays, and its next document is another attempt. */
  keepsEvent: z.boolean(),
  calls: Calls,
  /** Absent where the action goes on after the removal. */
  audited: AuditedAction.optional(),
  version: z.number(),
});

type StoredRemoval = Readonly<z.output<typeof RemovalItem>>;

/** A document to remove. */
export interface Removable {
  /** By default a payment: all documents of a schedule are counted the same. */
  readonly kind?: KindName;
  readonly number?: number;
  /** The sort key of the payment, event, journal or entry. */
  readonly target: string;
  readonly type: DocumentType;
  readonly documentId: string;
  /** The event stays, and its next document is another attempt. */
  readonly keepsEvent: boolean;
}

/**
 * Records the documents that are going to be removed.
 * @throws Refusal `conflict` when the owner has changed since it was read.
 */
export async function openRemovals(
  { services: { table, clock, ids }, session: { xeroTenantId }, audited }: PostingContext,
  owner: OwnedSchedule | OwnedRegister,
  removables: readonly Removable[],
): Promise<void> {
  const { entityId } = owner;
  const ownerId = isSchedule(owner) ? owner.scheduleId : owner.registerId;
  const known = removables.map(({ kind = 'payment', number = 0, ...rest }) => ({ kind, number, ...rest }));
  const numbers = known.map(({ number }) => number);
  await commit(table, [
    ...known
      .slice(0, 1)
      .flatMap(({ kind }) => ownerKindOf(kind).opened(owner, { xeroTenantId, numbers, changes: {} })),
    ...known.map((removable): Write => {
      const removal: StoredRemoval = {
        ...removable,
        ownerId,
        entityId,
        xeroTenantId,
        calls: NO_CALLS,
        ...(audited && { audited: AuditedAction.parse(audited) }),
        version: 1,
      };
      const place = places.openPosting(ids.uuid(), clock.now() + ABANDONED_MS);
      return {
        put: { ...keys.removal(ownerId, removable.target), ...place, ...removal },
        if: 'absent',
        otherwise: scheduleChanged,
      };
    }),
  ]);
}

/**
 * Removes documents of a schedule or a register.
 * @param until repeats a removal without an answer until then, milliseconds since the epoch; not at all by default
 * @throws Refusal `conflict` when Xero keeps one, XeroError while the outcome is unknown
 */
export async function removeDocuments(
  context: PostingContext,
  owner: OwnedSchedule | OwnedRegister,
  removables: readonly Removable[],
  until = 0,
): Promise<void> {
  await openRemovals(context, owner, removables);
  const ownerId = isSchedule(owner) ? owner.scheduleId : owner.registerId;
  const done = await withRetry<XeroError | null>(
    context.services,
    until,
    () => reconcileRemovals(context, ownerId).catch(unavailableOnly),
    (error) => error?.kind === 'unavailable',
  );
  if (done?.kind === 'unavailable') throw done;
  if (done) throw keptByXero(done);
}

function unavailableOnly(error: unknown): XeroError {
  if (error instanceof XeroError && error.kind === 'unavailable') return error;
  throw error;
}

/**
 * Executes the recorded removals of an owner.
 * @returns Xero's refusal if it keeps a document, else null.
 * @throws XeroError while the outcome of a removal is unknown.
 */
export async function reconcileRemovals(context: PostingContext, ownerId: string): Promise<XeroError | null> {
  const { services, session } = context;
  const items = await listUnder(services.table, keys.removal(ownerId, ''), prefixes.removals);
  let kept: XeroError | null = null;
  for (const item of items) {
    const removal = RemovalItem.parse(item);
    if (removal.xeroTenantId === session.xeroTenantId)
      kept = (await reconcileRemoval(context, removal)) ?? kept;
  }
  return kept;
}

async function reconcileRemoval(context: PostingContext, before: StoredRemoval): Promise<XeroError | null> {
  const { table } = context.services;
  const { type, documentId: id } = before;
  const place = { pk: ownerKindOf(before.kind).partition(before), sk: before.target };
  const storeCalls = (stored: StoredRemoval, calls: CallsMade) => recordCalls(table, stored, calls);
  const result = await removeDocument(context, before, storeCalls, { type, id });
  if (result.kind === 'unknown') throw result.error;
  const { ownerId, target, version } = result.stored;
  const over: Write = { delete: keys.removal(ownerId, target), if: ['version', '=', version] };
  if (result.kind === 'kept') {
    await commit(table, [...closedOf(before, { synced: [] }), over]);
    return context.onlyLooks ? null : result.error;
  }
  const item = await table.get(place);
  // Another process has recorded the removal of an event's document since, and deleted or reopened the event.
  if (!item || (before.keepsEvent && eventOf(item).documentId !== id)) return null;
  const about = { entityId: before.entityId, scheduleId: ownerId };
  const done = [over, ...auditEntries(before.audited, about)];
  const removed = REMOVED.find(([prefix]) => target.startsWith(prefix))?.[1];
  await removed?.(context, before, item, done);
  return null;
}

const closedOf = (
  { kind, ownerId, entityId, number }: StoredRemoval,
  moved: PaymentsMoved,
): readonly Write[] =>
  ownerKindOf(kind).closed({ entityId, ownerId }, { numbers: [number], ...moved, changes: {} });

type Removed = (
  context: PostingContext,
  removal: StoredRemoval,
  item: Item,
  done: readonly Write[],
) => Promise<void>;

/** What becomes of an item whose document is removed, by the beginning of its sort key. */
const REMOVED: readonly (readonly [prefix: string, removed: Removed])[] = [
  [prefixes.events, (context, { keepsEvent }, item, done) => closeEvent(context, item, done, keepsEvent)],
  [
    prefixes.openingJournals,
    ({ services: { table } }, _removal, item, done) =>
      commit(table, [...openingRemoved(openingJournalOf(item)), ...done]),
  ],
  [
    prefixes.registerEntries,
    ({ services: { table } }, removal, item, done) =>
      commit(table, [
        ...closedOf(removal, { synced: [], unsynced: [removal.number] }),
        entryRetired(entryOf(item)),
        ...done,
      ]),
  ],
  [
    prefixes.payments,
    ({ services: { table } }, removal, item, done) => {
      const { ownerId: scheduleId, target } = removal;
      const payment = paymentOf(item);
      return commit(table, [
        ...closedOf(removal, paymentLeft(payment)),
        ...done,
        paymentReversed(scheduleId, payment, null),
        ...releaseOf(scheduleId, target, payment),
      ]);
    },
  ],
];

/** The transaction that stood for the payment may stand for another one. */
const releaseOf = (scheduleId: string, target: string, { corrected, xeroTenantId }: StoredPayment): Write[] =>
  corrected
    ? [releaseWrite(xeroTenantId, { transactionId: corrected.transactionId, scheduleId, target })]
    : [];

/** An event whose document is removed is undone, or stays to be posted again. Its number stays taken. */
async function closeEvent(
  { services: { table }, entity }: PostingContext,
  item: Item,
  done: readonly Write[],
  keepsEvent: boolean,
): Promise<void> {
  const event = eventOf(item);
  const schedule = await ownSchedule(table, entity, event.scheduleId);
  const openIntents = schedule.openIntents - 1;
  try {
    if (keepsEvent) {
      const put: Write = { put: eventItem(reopened(event)), if: ['state', '=', 'synced'] };
      await saveSchedule(table, entity, schedule, { openIntents }, [put, ...done]);
    } else {
      await deleteEvent(table, entity, schedule, event, { openIntents }, done);
    }
  } catch (error) {
    // The schedule changed in between; the removal is found done the next time.
    throw new XeroError('unavailable', { cause: error });
  }
}

async function recordCalls(table: Table, removal: StoredRemoval, calls: CallsMade): Promise<StoredRemoval> {
  const { ownerId, target, version } = removal;
  await commitOne(table, updateVersion(keys.removal(ownerId, target), version, { calls }));
  return { ...removal, calls, version: version + 1 };
}
