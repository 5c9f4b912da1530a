/**
 * Batches: documents that go to Xero in one call, under one idempotency key. The batch is written before its
 * documents, every document carries an intent with its frozen bytes on the item it belongs to (a payment, an event,
 * an opening journal), and the batch is deleted once each document has its outcome. All open batches of a Xero
 * organisation stand in one partition.
 */
import * as z from 'zod';
import { PROOF_WINDOW_MS } from '../../../domain/posting/protocol.ts';
import { LINE_ROLES } from '../../../domain/journal/document.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { scheduleChanged } from '../../records/schedules/schedule.ts';
import { DOCUMENT_KINDS } from '../../../domain/posting/document-kinds.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';
import { keys, places, prefixes } from '../../store/keys.ts';
import {
  commit,
  commitOne,
  inTransactions,
  type Key,
  listUnder,
  type Table,
  type TableReader,
  updateVersion,
  type Write,
} from '../../store/table.ts';
import { AuditedAction } from './audited-action.ts';
import type { OpenDocument, Owner, DocumentPlace } from './open-document.ts';
import { ownerKindOf } from './owner-kinds.ts';
import { kindNamed } from './stored-kinds.ts';
import { Calls, NO_CALLS } from '../../records/schedules/calls.ts';

const MINUTE = 60_000;

/** The age from which a batch that was never sent counts as abandoned. */
export const ABANDONED_MS = 5 * MINUTE;

const PUT_OFF_MS = 60 * MINUTE;

const Member = z.object({ kind: z.enum(DOCUMENT_KINDS), ownerId: z.string(), sk: z.string() });

const BatchItem = z.object({
  batchId: z.string(),
  xeroTenantId: z.string().transform((id) => id as XeroTenantId),
  entityId: z.string(),
  type: z.enum(['SPEND', 'RECEIVE', 'MANUAL-JOURNAL']),
  /** The idempotency key of every call that sends this batch. */
  key: z.string(),
  /** In the order they are sent. */
  members: z.array(Member),
  calls: Calls,
  /** A closed batch is never sent again. */
  isClosed: z.boolean(),
  /** Absent for jobs, and for actions whose audit entry is written before. */
  audited: AuditedAction.optional(),
  version: z.number(),
});

export type Batch = Readonly<z.output<typeof BatchItem>>;

/** A document's intent, written before it is sent and removed with its outcome. */
export const Intent = z.object({
  batchId: z.string(),
  reference: z.string(),
  /** The bytes to send. */
  json: z.string(),
  date: z.string(),
  /** The contact of a bank transaction; null for a journal. */
  contactId: z.string().nullable(),
  roles: z.array(z.enum(LINE_ROLES)).default([]),
});

export const membersOf = (documents: readonly OpenDocument[]): Batch['members'] =>
  documents.map(({ kind, ownerId, sk }) => ({ kind, ownerId, sk }));

/** @param entityId of the document's batch */
export const documentKey = (entityId: string, { kind, ownerId, sk }: DocumentPlace): Key => ({
  pk: ownerKindOf(kind).partition({ entityId, ownerId }),
  sk,
});

type Given = Pick<Batch, 'batchId' | 'xeroTenantId' | 'entityId' | 'type' | 'key'> & {
  readonly audited?: AuditedAction | undefined;
};

/** Writes a new batch without calls. `now` is in milliseconds since the epoch. */
export async function openBatch(
  table: Table,
  { audited, ...given }: Given,
  documents: readonly OpenDocument[],
  now: number,
): Promise<Batch> {
  const batch: Batch = {
    ...given,
    members: membersOf(documents),
    calls: NO_CALLS,
    isClosed: false,
    ...(audited && { audited: AuditedAction.parse(audited) }),
    version: 1,
  };
  const key = keys.batch(given.xeroTenantId, given.batchId);
  await commitOne(table, {
    put: { ...key, ...places.openPosting(given.batchId, now + ABANDONED_MS), ...batch },
    if: { any: ['absent', ['version', '=', batch.version]] },
  });
  return batch;
}

export interface Drafted {
  readonly owner: Owner;
  readonly documents: readonly OpenDocument[];
}

/**
 * Writes the intents of one owner's documents, and counts them on the owner, which keeps its terms and accounts as they
 * are; those of an entity are counted on its anchor, which keeps its link.
 * @returns the documents written, and why the others are not: the owner or the link has changed since it was read
 */
export async function writeIntents(
  table: Table,
  { batchId, xeroTenantId, entityId }: Batch,
  { owner, documents }: Drafted,
): Promise<{ readonly written: readonly OpenDocument[]; readonly refusal: Refusal | null }> {
  const written: OpenDocument[] = [];
  let now = owner;
  const writesOf = (some: readonly OpenDocument[]): Write[] => {
    const opened = some.map((document) => kindNamed(document.kind).opened?.(document) ?? {});
    const ofSchedule = Object.assign({}, ...opened.map(({ schedule }) => schedule));
    const numbers = some.map(({ subject }) => subject);
    const opening = { xeroTenantId, numbers, changes: ofSchedule };
    return [
      ...some.slice(0, 1).flatMap(({ kind }) => ownerKindOf(kind).opened(now, opening)),
      ...some.map((document): Write => {
        const { item, reference, json, date, contactId, roles } = document;
        const intent = { batchId, reference, json, date, contactId, roles };
        const put = { ...item, ...documentKey(entityId, document), intent };
        return { put, if: kindNamed(document.kind).free, otherwise: scheduleChanged };
      }),
      ...opened.flatMap(({ more = [] }) => more),
    ];
  };
  try {
    for (const { parts, writes } of inTransactions(documents, writesOf)) {
      await commit(table, writes);
      written.push(...parts);
      now = { ...now, version: now.version + 1 };
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { written, refusal: error };
  }
  return { written, refusal: null };
}

/** The open batches of a Xero organisation that hold documents of one of the owners. */
export async function readBatches(
  table: TableReader,
  xeroTenantId: XeroTenantId,
  ownerIds: readonly string[],
): Promise<Batch[]> {
  const items = await listUnder(table, keys.batch(xeroTenantId, ''), prefixes.batches);
  const wanted = new Set(ownerIds);
  return items
    .map((item) => BatchItem.parse(item))
    .filter(({ members }) => members.some(({ ownerId }) => wanted.has(ownerId)));
}

/** The documents of a batch whose outcome is open, in the order they are sent. */
export async function readOpenDocuments(table: TableReader, batch: Batch): Promise<OpenDocument[]> {
  const items = await table.getMany(batch.members.map((member) => documentKey(batch.entityId, member)));
  return items.flatMap((item, index) => {
    const member = batch.members[index];
    const intent = Intent.safeParse(item?.['intent']);
    const isOpen = intent.success && intent.data.batchId === batch.batchId;
    if (!item || !member || !isOpen) return [];
    const kind = kindNamed(member.kind);
    const held = kind.parse(item);
    return [{ ...member, ...intent.data, subject: kind.subjectOf(held), item: held }];
  });
}

/**
 * Changes a batch that is as it was read.
 * @throws WriteRefused when another process has changed it.
 */
export async function updateBatch(
  table: Table,
  { xeroTenantId, batchId, ...batch }: Batch,
  changes: Partial<Pick<Batch, 'calls' | 'isClosed' | 'members'>>,
  more: Readonly<Record<string, unknown>> = {},
): Promise<Batch> {
  const { version } = batch;
  const key = keys.batch(xeroTenantId, batchId);
  const next = changes.calls && places.openPosting(batchId, changes.calls.overAt + PROOF_WINDOW_MS);
  await commitOne(table, updateVersion(key, version, { ...changes, ...next, ...more }));
  return { xeroTenantId, batchId, ...batch, ...changes, version: version + 1 };
}

/** After a restore of the table: a batch counts as sent since the backup, by calls that were over at an instant. */
export const countAsSent = (
  table: Table,
  batch: Batch,
  { firstAt, overAt }: Pick<Batch['calls'], 'firstAt' | 'overAt'>,
): Promise<Batch> =>
  updateBatch(table, batch, {
    calls: { firstAt, overAt, areUnanswered: true, mayRun: true, tokenDigest: null },
  });

const KEPT_SECONDS = 86_400;

/** Closes a batch that was never sent; it expires after a day. */
export const closeUnsent = (table: Table, batch: Batch, now: number): Promise<Batch> =>
  updateBatch(
    table,
    batch,
    { isClosed: true },
    { ...putOffTo(batch, now), ttl: Math.ceil(now / 1000) + KEPT_SECONDS },
  );

/** Leaves a batch whose outcome is still not known for an hour. */
export const putOff = (table: Table, batch: Batch, now: number): Promise<Batch> =>
  updateBatch(table, batch, {}, putOffTo(batch, now));

const putOffTo = ({ batchId }: Batch, now: number) => places.openPosting(batchId, now + PUT_OFF_MS);

/** Deletes a batch none of whose documents is open. */
export async function deleteBatch(table: Table, { xeroTenantId, batchId, version }: Batch): Promise<void> {
  await commitOne(table, {
    delete: keys.batch(xeroTenantId, batchId),
    if: { any: ['absent', ['version', '=', version]] },
  });
}
