/**
 * After a restore of the table: documents that were posted since the moment of the backup are in Xero, but unknown here.
 * Before anything of an entity is posted, its documents that changed in Xero since then are looked up once by their
 * references. Payments, opening journals and known events are recorded as posted; others, adjusting journals among them,
 * can't be explained from Xero alone, so a person has to delete them there. Their references are not given again. Documents
 * of schedules that the backup lacks are named once in an answer to a user, who would post them again by entering the
 * schedule; until then nothing is posted.
 */
import * as z from 'zod';
import { parseReference } from '../../domain/posting/document-reference.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { readContractState } from '../records/schedules/events.ts';
import { listSchedules, type OwnedSchedule } from '../records/schedules/schedule.ts';
import type { DocumentType, XeroError } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type Item, queryAll } from '../store/table.ts';
import type { PostingContext } from './recorded-call.ts';
import { changedDocuments } from './find-documents.ts';
import { comparingAfterRestore, lostSchedules, unexplainedDocuments } from './refusals.ts';
import { reverseCovered } from './restored-deletions.ts';
import { recordEvents } from './restored-events.ts';
import { explainJournals, recordOpenings } from './restored-journals.ts';
import { recordPayments } from './restored-payments.ts';
import { type UnknownDocument, unknownOf } from './unknown-document.ts';

const TYPES: readonly DocumentType[] = ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'];

/** The steps of the comparison that an entity has passed. Each is the `quietSince` of the last restore; 0: none. */
const ComparisonItem = z.object({
  /** Its documents were looked up and recorded. */
  restoredAt: z.number().default(0),
  /** Documents of schedules that were lost with the restore were named to a user. */
  named: z.number().default(0),
});

type Comparison = z.output<typeof ComparisonItem>;

async function readComparison(
  { table }: XeroServices,
  { entityId }: OwnedEntity,
  xeroTenantId: string,
): Promise<Comparison> {
  return ComparisonItem.parse((await table.get(keys.comparison(entityId, xeroTenantId))) ?? {});
}

/** Whether the entity's documents in this Xero organisation were not looked up since the table was restored. */
export async function needsComparison(services: XeroServices, entity: OwnedEntity): Promise<boolean> {
  const last = services.restores.at(-1);
  if (!last || entity.xero === null) return false;
  const { restoredAt } = await readComparison(services, entity, entity.xero.tenantId);
  return restoredAt < last.quietSince;
}

/**
 * Looks all documents of the entity up that changed since the backup, and records them. `reconcileOpen` finds the outcome of
 * documents that the backup holds as open, without sending any. `isHeard`: a user reads the refusal.
 * @throws Refusal `conflict` while calls of before the restore may still be carried out, for documents that can't be
 * explained, and for documents of schedules that were lost, until a user has read it; XeroError when a search fails.
 */
export async function compareAfterRestore(
  context: PostingContext,
  isHeard: boolean,
  reconcileOpen: (owners: readonly string[]) => Promise<ReadonlyMap<string, XeroError>>,
): Promise<void> {
  const { services, session, entity } = context;
  const { table, clock, protocol, restores } = services;
  const restoredAt = restores.at(-1)?.quietSince ?? 0;
  if (!protocol.provesAbsenceAt(restoredAt, clock.now())) throw comparingAfterRestore();
  const before = await listSchedules(table, entity);
  const owners = [...before.map(({ scheduleId }) => scheduleId), entity.entityId];
  for (const problem of (await reconcileOpen(owners)).values()) throw problem;
  const comparison = await readComparison(services, entity, session.xeroTenantId);
  // Another process may have compared while this one stood still.
  if (comparison.restoredAt >= restoredAt) return;
  const schedules = await listSchedules(table, entity);
  const found = await findChanged(context, comparison);
  const unexplained: string[] = [];
  for (const schedule of schedules) {
    unexplained.push(...(await explain(context, schedule, found.get(schedule.scheduleId) ?? [])));
  }
  unexplained.push(
    ...(await explainJournals(context, schedules, unknownOf(found.get(entity.entityId) ?? [], 'adjusting'))),
  );
  if (unexplained.length > 0) throw unexplainedDocuments(unexplained);
  const key = keys.comparison(entity.entityId, session.xeroTenantId);
  const lost = await lostDocuments(context, found);
  if (lost.length > 0 && comparison.named !== restoredAt) {
    if (isHeard) await commitOne(table, { update: key, set: { named: restoredAt } });
    throw lostSchedules(lost);
  }
  await commitOne(table, { update: key, set: { restoredAt } });
}

/** Xero's clock and that of the backup may differ. */
const CLOCKS_DIFFER_MS = 3_600_000;

/**
 * Returns the documents in Xero that changed since the backups that the entity was not compared after, by the id in their
 * reference: a schedule's, or the entity's.
 */
async function findChanged(
  context: PostingContext,
  { restoredAt }: Comparison,
): Promise<ReadonlyMap<string, readonly UnknownDocument[]>> {
  const backups = context.services.restores
    .filter(({ quietSince }) => quietSince > restoredAt)
    .map(({ backupAt }) => backupAt);
  const since = new Date(Math.min(...backups) - CLOCKS_DIFFER_MS);
  const found = new Map<string, UnknownDocument[]>();
  for (const type of TYPES) {
    for (const document of await changedDocuments(context, type, since)) {
      const reference = context.services.protocol.referenceIn(document.text);
      const parts = reference === null ? null : parseReference(reference);
      if (reference === null || parts === null) continue;
      const own = found.get(parts.ownerId) ?? [];
      own.push({ ...document, type, reference, parts });
      found.set(parts.ownerId, own);
    }
  }
  return found;
}

/**
 * Returns the references of documents that stand in Xero for schedules that the table does not have: those recorded since the
 * backup, and those deleted here earlier, which can't be told apart.
 */
async function lostDocuments(
  { services: { table }, entity }: PostingContext,
  found: ReadonlyMap<string, readonly UnknownDocument[]>,
): Promise<string[]> {
  const ids = [...found.keys()].filter((id) => id !== entity.entityId);
  const owners = await table.getMany(ids.map((id) => keys.scheduleParent(id)));
  return ids
    .filter((_, index) => owners[index] === undefined)
    .flatMap((id) => found.get(id) ?? [])
    .filter(({ deleted, parts }) => !deleted && parts.of !== 'adjusting')
    .map(({ reference }) => reference);
}

/** Records the documents of one schedule that it does not know. Returns the references of those that it can't explain. */
async function explain(
  context: PostingContext,
  schedule: OwnedSchedule,
  documents: readonly UnknownDocument[],
): Promise<string[]> {
  const items = await queryAll(context.services.table, keysBelow(schedule));
  const known = new Set(items.flatMap(idsIn));
  const unknown = documents.filter(({ id }) => !known.has(id));
  const { contract, events } = await readContractState(context.services.table, schedule);
  const unexplained = [
    ...(await recordPayments(context, schedule, contract, items, unknownOf(unknown, 'payment'))),
    ...(await recordEvents(context, schedule, events, unknownOf(unknown, 'event'))),
  ];
  const isVoided = documents.some(({ id, deleted }) => deleted && id === schedule.opening?.journalId);
  await recordOpenings(context, schedule, items, {
    unknown: unknownOf(unknown, 'opening'),
    isVoided,
  });
  const gone = documents.filter((document) => document.deleted).map(({ id }) => id);
  await reverseCovered(context, schedule.scheduleId, new Set(gone));
  return unexplained.flatMap(({ reference, deleted }) => (deleted ? [] : [reference]));
}

const keysBelow = ({ scheduleId }: OwnedSchedule) => ({ pk: keys.scheduleParent(scheduleId).pk });

/** The ids of the documents in Xero that an item knows. */
function idsIn(item: Item): unknown[] {
  const reversed = Array.isArray(item['reversed']) ? (item['reversed'] as { documentId: unknown }[]) : [];
  return [item['documentId'], item['journalId'], ...reversed.map(({ documentId }) => documentId)];
}
