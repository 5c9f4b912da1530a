/**
 * Batches: documents that go to Xero in one call, under one idempotency key. The batch is written before its
 * documents, every document carries an intent with its frozen bytes on the item it belongs to (a payment, an event,
 * an opening journal), and the batch is deleted once each document has its outcome. All open batches of a Xero
 * organisation stand in one partition.
 */
import * as z from 'zod';
import { LINE_ROLES } from '../../domain/journal/document.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { journalsClosed, journalsOpened } from '../records/entities/links.ts';
import {
  type OwnedSchedule,
  type PaymentsMoved,
  postingNoted,
  postingOpened,
  scheduleChanged,
} from '../records/schedules/schedule.ts';
import type { XeroTenantId } from '../services/xero/port.ts';
import { keys, places, prefixes } from '../store/keys.ts';
import {
  commit,
  commitOne,
  type Key,
  queryAll,
  type Table,
  type TableReader,
  updateVersion,
  type Write,
} from '../store/table.ts';
import { AuditedAction, auditEntries } from './audited-action.ts';
import { documentKind } from './document-kinds.ts';
import type { OpenDocument } from './open-document.ts';
import { Calls, NO_CALLS } from '../records/schedules/calls.ts';

/** The item that holds a document. `scheduleId` is the entity's id for an adjusting journal. */
const Member = z.object({ scheduleId: z.string(), sk: z.string() });

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
  documents.map(({ scheduleId, sk }) => ({ scheduleId, sk }));

const keyOf = ({ scheduleId, sk }: Pick<OpenDocument, 'scheduleId' | 'sk'>): Key => ({
  pk: isOfEntity(sk) ? keys.anchor(scheduleId).pk : keys.scheduleParent(scheduleId).pk,
  sk,
});

/** Whether a document is the entity's own: an adjusting journal. */
const isOfEntity = (sk: string): boolean => sk.startsWith(prefixes.adjustingJournals);

type Given = Pick<Batch, 'batchId' | 'xeroTenantId' | 'entityId' | 'type' | 'key'> & {
  readonly audited?: AuditedAction | undefined;
};

/** Writes a new batch without calls. `since` is an instant, ISO 8601. */
export async function openBatch(
  table: Table,
  { audited, ...given }: Given,
  documents: readonly OpenDocument[],
  since: string,
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
    put: { ...key, ...places.openPosting(given.batchId, since), ...batch },
    if: { any: ['absent', ['version', '=', batch.version]] },
  });
  return batch;
}

/** The documents of one schedule in a batch. */
export interface DraftedOfSchedule {
  readonly schedule: OwnedSchedule;
  readonly documents: readonly OpenDocument[];
}

/** The documents of one schedule, or those of the entity itself. */
export type Drafted =
  DraftedOfSchedule | { readonly entity: OwnedEntity; readonly documents: readonly OpenDocument[] };

/**
 * Writes the intents of one schedule's documents, and counts them on the schedule, which keeps its terms and accounts
 * as they are; those of an entity are counted on its anchor, which keeps its link.
 * @throws Refusal `conflict` when the schedule or the link has changed since it was read.
 */
export async function writeIntents(table: Table, batch: Batch, drafted: Drafted): Promise<void> {
  const { batchId, xeroTenantId } = batch;
  const { documents } = drafted;
  const changes = documents.map((document) => documentKind(document.sk).opened(document));
  await commit(table, [
    'schedule' in drafted
      ? postingOpened(drafted.schedule, documents.length, Object.assign({}, ...changes))
      : journalsOpened(drafted.entity.entityId, xeroTenantId, documents.length),
    ...documents.map(({ item, reference, json, date, contactId, roles, ...place }): Write => ({
      put: { ...item, ...keyOf(place), intent: { batchId, reference, json, date, contactId, roles } },
      if: documentKind(place.sk).free,
      otherwise: scheduleChanged,
    })),
  ]);
}

/** The open batches of a Xero organisation that hold documents of one of the schedules. */
export async function readBatches(
  table: TableReader,
  xeroTenantId: XeroTenantId,
  scheduleIds: readonly string[],
): Promise<Batch[]> {
  const { pk } = keys.batch(xeroTenantId, '');
  const items = await queryAll(table, { pk, sk: { prefix: prefixes.batches } });
  const wanted = new Set(scheduleIds);
  return items
    .map((item) => BatchItem.parse(item))
    .filter(({ members }) => members.some(({ scheduleId }) => wanted.has(scheduleId)));
}

/** The documents of a batch whose outcome is open, in the order they are sent. */
export async function readOpenDocuments(table: TableReader, batch: Batch): Promise<OpenDocument[]> {
  const items = await table.getMany(batch.members.map(keyOf));
  return items.flatMap((item, index) => {
    const member = batch.members[index];
    const intent = Intent.safeParse(item?.['intent']);
    const isOpen = intent.success && intent.data.batchId === batch.batchId;
    return item && member && isOpen ? [{ ...member, ...intent.data, item }] : [];
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
  expiry: { readonly ttl?: number } = {},
): Promise<Batch> {
  const { version } = batch;
  const key = keys.batch(xeroTenantId, batchId);
  await commitOne(table, updateVersion(key, version, { ...changes, ...expiry }));
  return { xeroTenantId, batchId, ...batch, ...changes, version: version + 1 };
}

const KEPT_SECONDS = 86_400;

/** Closes a batch that was never sent; it expires after a day. */
export async function closeUnsent(table: Table, batch: Batch, now: number): Promise<Batch> {
  return updateBatch(table, batch, { isClosed: true }, { ttl: Math.ceil(now / 1000) + KEPT_SECONDS });
}

/** Deletes a batch none of whose documents is open. */
export async function deleteBatch(table: Table, { xeroTenantId, batchId, version }: Batch): Promise<void> {
  await commitOne(table, {
    delete: keys.batch(xeroTenantId, batchId),
    if: { any: ['absent', ['version', '=', version]] },
  });
}

/** A certain outcome: the document's id in Xero, or null if it is not in Xero and no pending call can create it. */
export interface Verdict {
  readonly document: OpenDocument;
  readonly documentId: string | null;
}

/** Records certain outcomes of one schedule's documents, or the entity's own, in one transaction. */
export async function recordVerdicts(
  table: Table,
  { batchId, entityId, calls, audited }: Batch,
  scheduleId: string,
  verdicts: readonly Verdict[],
): Promise<void> {
  const isOpen = ['intent.batchId', '=', batchId] as const;
  const syncedBy = audited?.actor.userId;
  const sent = { syncedAt: calls.firstAt ?? calls.overAt, ...(syncedBy && { syncedBy }) };
  const outcomes = verdicts.map(({ document, documentId }) => {
    const kind = documentKind(document.sk);
    const key = keyOf(document);
    const { set, schedule, payments, more } =
      documentId === null ? kind.released(document) : kind.posted(document, documentId);
    const changes = documentId === null ? set : { ...set, ...sent };
    const write: Write =
      changes === null
        ? { delete: key, if: isOpen }
        : { update: key, set: changes, remove: ['intent'], if: isOpen };
    return { writes: [write, ...more], schedule, payments };
  });
  const isEntitys = verdicts.some(({ document }) => isOfEntity(document.sk));
  const noted = isEntitys
    ? journalsClosed(scheduleId, verdicts.length)
    : postingNoted(
        { entityId, scheduleId },
        {
          closed: verdicts.length,
          ...movedTogether(outcomes.map(({ payments }) => payments)),
          changes: Object.assign({}, ...outcomes.map(({ schedule }) => schedule)),
        },
      );
  const posted = verdicts.filter(({ documentId }) => documentId !== null);
  const entries =
    posted.length > 0 ? auditEntries(audited, { entityId, scheduleId }, detailOf(audited, posted)) : [];
  await commit(table, [noted, ...entries, ...outcomes.flatMap(({ writes }) => writes)]);
}

/** Returns the facts of an audit entry that are known once documents are posted. */
function detailOf(audited: AuditedAction | undefined, posted: readonly Verdict[]): AuditedAction['detail'] {
  if (audited?.action === 'schedule/sync-payments') {
    return { payments: new Set(posted.map(({ document }) => document.item['number'])).size };
  }
  const journalId = posted[0]?.documentId ?? '';
  return audited?.action === 'schedule/post-opening-journal' ? { journalId } : {};
}

const movedTogether = (all: readonly PaymentsMoved[]): PaymentsMoved => ({
  synced: all.flatMap(({ synced }) => synced),
  unsynced: all.flatMap(({ unsynced = [] }) => unsynced),
  otherDocuments: all.reduce((sum, { otherDocuments = 0 }) => sum + otherDocuments, 0),
});
