/**
 * Postings of payments under way: the intent, written before anything is sent. A posting freezes the Xero
 * organisation, the documents of one schedule byte for byte, their order and the key; it is gone once each of its
 * payments is known to be in Xero, or not to be. Postings of several schedules may go out in one call, a batch: they
 * share id and key, and what is known of the calls is written to all of them at once.
 */
import * as z from 'zod';
import type { OwnedEntity } from '../entities/entity-store.ts';
import { stillLinked } from '../entities/link-store.ts';
import { type OwnedSchedule, postingEnded, saveSchedule } from '../schedules/schedule-store.ts';
import { keys, places, prefixes } from '../store/keys.ts';
import {
  despiteConflicts,
  type Item,
  queryAll,
  type Table,
  type TableReader,
  type Write,
} from '../store/table.ts';
import { Calls, type CallsMade, NO_CALLS } from './protocol.ts';

const Document = z.object({ number: z.number(), reference: z.string(), json: z.string() });

const PostingItem = z.object({
  batchId: z.string(),
  entityId: z.string(),
  scheduleId: z.string(),
  xeroTenantId: z.string(),
  shortCode: z.string(),
  /** The idempotency key of every call that sends these documents. */
  key: z.string(),
  /** Ids of the schedules in the batch, in the order their documents are sent; none before the first call. */
  batch: z.array(z.string()),
  documents: z.array(Document),
  /** Numbers of the payments of which it isn't known yet whether Xero has them. */
  open: z.array(z.number()),
  calls: Calls,
  version: z.number(),
});

export type Posting = Readonly<z.output<typeof PostingItem>>;

/** The schedule's postings under way. */
export async function readPostings(table: TableReader, scheduleId: string): Promise<Posting[]> {
  const { pk } = keys.scheduleParent(scheduleId);
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.postings } });
  return items.map((item) => PostingItem.parse(item));
}

/**
 * Writes the intent: the posting, the state of its payments, and the schedule's count, which keeps terms and
 * link as they are.
 * @throws Refusal `conflict` when the schedule isn't as it was read any more.
 */
export async function openPosting(
  table: Table,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  given: Pick<Posting, 'batchId' | 'key' | 'xeroTenantId' | 'shortCode' | 'documents'>,
  since: string,
): Promise<Posting> {
  const { entityId, scheduleId } = schedule;
  const { batchId, xeroTenantId, shortCode, documents } = given;
  const open = documents.map(({ number }) => number);
  const posting: Posting = { ...given, entityId, scheduleId, batch: [], open, calls: NO_CALLS, version: 1 };
  const item: Item = {
    ...keys.posting(scheduleId, batchId),
    ...places.openPosting(scheduleId, since),
    ...posting,
  };
  const state = { state: 'posting', xeroTenantId, shortCode, documentId: null };
  const payments = open.map((number): Write => ({
    put: { ...keys.payment(scheduleId, number), number, ...state },
    if: 'absent',
  }));
  await saveSchedule(table, entity, schedule, { openIntents: schedule.openIntents + 1 }, [
    { put: item, if: 'absent' },
    ...payments,
    stillLinked(entityId, { tenantId: xeroTenantId }),
  ]);
  return posting;
}

/** All postings of a posting's batch in their order; null when one of them is over, since its documents are gone. */
export async function readBatch(
  table: TableReader,
  { batchId, batch }: Posting,
): Promise<readonly Posting[] | null> {
  const items = await table.getMany(batch.map((scheduleId) => keys.posting(scheduleId, batchId)));
  const postings = items.flatMap((item) => (item ? [PostingItem.parse(item)] : []));
  return postings.length > 0 && postings.length === batch.length ? postings : null;
}

/**
 * Writes down what is known of the calls of a batch, the postings in the order they are sent.
 * @throws WriteRefused when somebody else is at work on one of them.
 */
export async function noteCalls(
  table: Table,
  postings: readonly Posting[],
  calls: CallsMade,
  token: string,
): Promise<readonly Posting[]> {
  const batch = postings.map(({ scheduleId }) => scheduleId);
  const updates = postings.map(({ scheduleId, batchId, version }): Write => ({
    update: keys.posting(scheduleId, batchId),
    set: { batch, calls, version: version + 1 },
    if: ['version', '=', version],
  }));
  await despiteConflicts(() => table.transact(updates, token));
  return postings.map((posting) => ({ ...posting, batch, calls, version: posting.version + 1 }));
}

/** What is known of payments: the documents that are in Xero, and the payments that surely aren't. */
export interface Findings {
  readonly posted: ReadonlyMap<number, string>;
  readonly notPosted: readonly number[];
}

/**
 * Writes down what became of payments; the posting ends with the last of them.
 * @throws WriteRefused when somebody else is at work on the posting.
 */
export async function noteFindings(
  table: Table,
  posting: Posting,
  { posted, notPosted }: Findings,
  token: string,
): Promise<Posting> {
  const { scheduleId, batchId, version } = posting;
  const open = posting.open.filter((number) => !posted.has(number) && !notPosted.includes(number));
  const key = keys.posting(scheduleId, batchId);
  const unchanged = ['version', '=', version] as const;
  const writes: Write[] = [
    open.length === 0
      ? { delete: key, if: unchanged }
      : { update: key, set: { open, version: version + 1 }, if: unchanged },
    postingEnded(posting, { isOver: open.length === 0, synced: [...posted.keys()] }),
    ...[...posted].map(([number, documentId]): Write => ({
      update: keys.payment(scheduleId, number),
      set: { state: 'synced', documentId },
      if: ['state', '=', 'posting'],
    })),
    ...notPosted.map((number): Write => ({
      delete: keys.payment(scheduleId, number),
      if: ['state', '=', 'posting'],
    })),
  ];
  await despiteConflicts(() => table.transact(writes, token));
  return { ...posting, open, version: version + 1 };
}
