/**
 * After a restore of the table: documents that were posted since the moment of the backup are in Xero, but unknown here.
 * Before anything of an entity is posted, all of its documents in Xero are looked up once by their tokens. Payments,
 * opening journals and known events are recorded as posted; others, adjusting journals among them, can't be explained
 * from Xero alone, so a person has to delete them there. Their tokens are not given again.
 */
import { addDays, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { paymentDate } from '../../domain/schedule/due-dates.ts';
import type { OwnedEntity } from '../entities/entity-store.ts';
import type { XeroServices } from '../lib/context.ts';
import { readContractState } from '../events/event-store.ts';
import { listSchedules, type OwnedSchedule } from '../schedules/schedule-store.ts';
import type { DocumentType, XeroError } from '../services/xero/port.ts';
import { keys } from '../store/keys.ts';
import { commitOne, type Item, queryAll } from '../store/table.ts';
import type { PostingContext } from './recorded-call.ts';
import { allDocuments } from './find-documents.ts';
import { comparingAfterRestore, unexplainedDocuments } from './refusals.ts';
import { reverseCovered } from './restored-deletions.ts';
import { recordEvents } from './restored-events.ts';
import { explainJournals, recordOpenings } from './restored-journals.ts';
import { recordPayments } from './restored-payments.ts';
import type { UnknownDocument } from './unknown-document.ts';

const TYPES: readonly DocumentType[] = ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'];

/** Whether the entity's documents in this Xero organisation were not looked up since the table was restored. */
export async function needsComparison(
  { restoredAt, table, protocol }: XeroServices,
  { entityId, xero }: OwnedEntity,
): Promise<boolean> {
  if (restoredAt === null || xero === null || !protocol.comparesAfterRestore) return false;
  const item = await table.get(keys.comparison(entityId, xero.tenantId));
  return item?.['restoredAt'] !== restoredAt;
}

/**
 * Looks all documents of the entity up and records them. `settleOpen` finds the outcome of documents that the backup
 * holds as open, without sending any.
 * @throws Refusal `conflict` while calls of before the restore may still be carried out, and for documents that can't be
 * explained; XeroError when a search fails.
 */
export async function compareAfterRestore(
  context: PostingContext,
  settleOpen: (owners: readonly string[]) => Promise<ReadonlyMap<string, XeroError>>,
): Promise<void> {
  const { services, session, entity } = context;
  const { table, clock, protocol } = services;
  const restoredAt = services.restoredAt ?? 0;
  if (!protocol.provesAbsenceAt(restoredAt, clock.now())) throw comparingAfterRestore();
  const before = await listSchedules(table, entity);
  const owners = [...before.map(({ scheduleId }) => scheduleId), entity.entityId];
  for (const problem of (await settleOpen(owners)).values()) throw problem;
  const schedules = await listSchedules(table, entity);
  const found = await findAll(context, schedules);
  const unexplained: string[] = [];
  for (const schedule of schedules) {
    unexplained.push(...(await explain(context, schedule, found.get(schedule.scheduleId) ?? [])));
  }
  unexplained.push(...(await explainJournals(context, schedules, found.get(entity.entityId) ?? [])));
  if (unexplained.length > 0) throw unexplainedDocuments(unexplained);
  await commitOne(table, { put: { ...keys.comparison(entity.entityId, session.xeroTenantId), restoredAt } });
}

/** Returns the documents of schedules and of the entity itself, by the id in their token. */
async function findAll(
  context: PostingContext,
  schedules: readonly OwnedSchedule[],
): Promise<ReadonlyMap<string, readonly UnknownDocument[]>> {
  if (schedules.length === 0) return new Map();
  const range = rangeOf(schedules, new Date(context.services.clock.now()).toISOString().slice(0, 10));
  const found = new Map<string, UnknownDocument[]>();
  for (const type of TYPES) {
    for (const document of await allDocuments(context, type, range)) {
      const token = context.services.protocol.tokenIn(document.text) ?? '';
      const [, scheduleId = '', rest = ''] = /^PD-(.{36})-(.+)$/.exec(token) ?? [];
      const own = found.get(scheduleId) ?? [];
      own.push({ ...document, type, token, rest });
      found.set(scheduleId, own);
    }
  }
  return found;
}

/** Days beyond the terms, for payments that a change of the contract has moved. */
const SPARE_DAYS = 3 * 366;

function rangeOf(
  schedules: readonly OwnedSchedule[],
  today: string,
): { readonly from: CalendarDate; readonly to: CalendarDate } {
  const starts = schedules.map(({ terms }) => terms.startDate);
  const ends = schedules.map(({ terms }) =>
    paymentDate(
      terms,
      terms.rows.reduce((sum, { qty }) => sum + qty, 0),
    ),
  );
  const first = [...starts, calendarDate(today)].toSorted()[0] ?? calendarDate(today);
  const last = [...ends, calendarDate(today)].toSorted().at(-1) ?? calendarDate(today);
  return { from: addDays(first, -SPARE_DAYS), to: addDays(last, SPARE_DAYS) };
}

/** Records the documents of one schedule that it does not know. Returns the tokens of those that it can't explain. */
async function explain(
  context: PostingContext,
  schedule: OwnedSchedule,
  documents: readonly UnknownDocument[],
): Promise<string[]> {
  const items = await queryAll(context.services.table, keysBelow(schedule));
  const known = new Set(items.flatMap(idsIn));
  const unknown = documents.filter(({ id }) => !known.has(id));
  const { contract, events } = await readContractState(context.services.table, schedule);
  const of = (pattern: RegExp) => unknown.filter(({ rest }) => pattern.test(rest));
  const unexplained = [
    ...(await recordPayments(context, schedule, contract, items, of(/^\d/))),
    ...(await recordEvents(context, schedule, events, of(/^E\d/))),
  ];
  const isVoided = documents.some(({ id, deleted }) => deleted && id === schedule.opening?.journalId);
  await recordOpenings(context, schedule, items, { unknown: of(/^OB\d+$/), isVoided });
  const gone = documents.filter((document) => document.deleted).map(({ id }) => id);
  await reverseCovered(context, schedule.scheduleId, new Set(gone));
  return unexplained.flatMap(({ token, deleted }) => (deleted ? [] : [token]));
}

const keysBelow = ({ scheduleId }: OwnedSchedule) => ({ pk: keys.scheduleParent(scheduleId).pk });

/** The ids of the documents in Xero that an item knows. */
function idsIn(item: Item): unknown[] {
  const reversed = Array.isArray(item['reversed']) ? (item['reversed'] as { documentId: unknown }[]) : [];
  return [item['documentId'], item['journalId'], ...reversed.map(({ documentId }) => documentId)];
}
