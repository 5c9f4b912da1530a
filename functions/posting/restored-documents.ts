/**
 * After a restore of the table: documents that were posted since the moment of the backup are in Xero, but unknown here.
 * Before anything of an entity is posted, all of its documents in Xero are looked up once by their tokens. Payments and
 * opening journals are recorded as posted; others, adjusting journals among them, can't be explained from Xero alone, so
 * a person has to decide.
 */
import { addDays, calendarDate, type CalendarDate } from '../../domain/calendar.ts';
import { TAX_TYPES, type TaxType } from '../../domain/gst/tax-types.ts';
import { paymentDate } from '../../domain/schedule/due-dates.ts';
import { scheduleOf } from '../../domain/schedule/contract.ts';
import { paymentKey, paymentOf } from '../schedules/payment-store.ts';
import { listSchedules, type OwnedSchedule, postingNoted } from '../schedules/schedule-store.ts';
import type { DocumentType, FoundDocument, XeroError } from '../services/xero/port.ts';
import { keys, prefixes } from '../store/keys.ts';
import { commit, commitOne, type Item, queryAll, type Write } from '../store/table.ts';
import { readAdjustingJournals } from './adjusting-journal-store.ts';
import type { PostingContext } from './announced-call.ts';
import { allDocuments } from './find-documents.ts';
import { balancesAt, openingJournalOf, openingOf } from './opening-journal-store.ts';
import { comparingAfterRestore, unexplainedDocuments } from './refusals.ts';
import { linkOf } from './xero-session.ts';

const TYPES: readonly DocumentType[] = ['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'];

/** Whether the entity's documents in this Xero organisation were not looked up since the table was restored. */
export async function needsComparison(context: PostingContext): Promise<boolean> {
  const { services, session, entity } = context;
  const { restoredAt, table, protocol } = services;
  if (restoredAt === null || !protocol.comparesAfterRestore) return false;
  const item = await table.get(keys.comparison(entity.entityId, session.xeroTenantId));
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
  settleOpen: (scheduleIds: readonly string[]) => Promise<ReadonlyMap<string, XeroError>>,
): Promise<void> {
  const { services, session, entity } = context;
  const { table, clock, protocol } = services;
  const restoredAt = services.restoredAt ?? 0;
  if (!protocol.provesAbsenceAt(restoredAt, clock.now())) throw comparingAfterRestore();
  const before = await listSchedules(table, entity);
  for (const problem of (await settleOpen(before.map(({ scheduleId }) => scheduleId))).values())
    throw problem;
  const schedules = await listSchedules(table, entity);
  const found = await findAll(context, schedules);
  const unexplained: string[] = [];
  for (const schedule of schedules) {
    unexplained.push(...(await explain(context, schedule, found.get(schedule.scheduleId) ?? [])));
  }
  unexplained.push(...(await unknownJournals(context, found.get(entity.entityId) ?? [])));
  if (unexplained.length > 0) throw unexplainedDocuments(unexplained);
  await commitOne(table, { put: { ...keys.comparison(entity.entityId, session.xeroTenantId), restoredAt } });
}

/** A document of ours. `rest` is the token's part after the schedule's id. */
interface OwnDocument extends FoundDocument {
  readonly token: string;
  readonly rest: string;
}

/** Returns the documents of schedules and of the entity itself, by the id in their token. */
async function findAll(
  context: PostingContext,
  schedules: readonly OwnedSchedule[],
): Promise<ReadonlyMap<string, readonly OwnDocument[]>> {
  if (schedules.length === 0) return new Map();
  const range = rangeOf(schedules, new Date(context.services.clock.now()).toISOString().slice(0, 10));
  const found = new Map<string, OwnDocument[]>();
  for (const type of TYPES) {
    for (const document of await allDocuments(context, type, range)) {
      const token = context.services.protocol.tokenIn(document.text) ?? '';
      const [, scheduleId = '', rest = ''] = /^PD-(.{36})-(.+)$/.exec(token) ?? [];
      const own = found.get(scheduleId) ?? [];
      own.push({ ...document, token, rest });
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
  documents: readonly OwnDocument[],
): Promise<string[]> {
  const items = await queryAll(context.services.table, keysBelow(schedule));
  const known = new Set(items.flatMap(idsIn));
  const unknown = documents.filter(({ id }) => !known.has(id));
  const payments = unknown.flatMap(({ id, rest }) => {
    const number = Number(/^\d+$/.exec(rest)?.[0] ?? 0);
    return number > 0 && isUntouched(items, schedule, number) ? [{ id, number }] : [];
  });
  await recordPayments(context, schedule, payments);
  await recordJournals(context, schedule, items, unknown);
  const explained = new Set(payments.map(({ id }) => id));
  return unknown.flatMap(({ id, rest, token, deleted }) =>
    explained.has(id) || deleted || rest.startsWith('OB') ? [] : [token],
  );
}

/** Returns the tokens of the entity's adjusting journals that stand in Xero and are not known here. */
async function unknownJournals(
  { services: { table }, entity: { entityId } }: PostingContext,
  documents: readonly OwnDocument[],
): Promise<string[]> {
  if (documents.length === 0) return [];
  const known = new Set<unknown>(
    (await readAdjustingJournals(table, { entityId })).map(({ documentId }) => documentId),
  );
  return documents.flatMap(({ id, token, deleted }) => (deleted || known.has(id) ? [] : [token]));
}

const keysBelow = ({ scheduleId }: OwnedSchedule) => ({ pk: keys.scheduleParent(scheduleId).pk });

/** The ids of the documents in Xero that an item knows. */
function idsIn(item: Item): unknown[] {
  const reversed = Array.isArray(item['reversed']) ? (item['reversed'] as { documentId: unknown }[]) : [];
  return [item['documentId'], item['journalId'], ...reversed.map(({ documentId }) => documentId)];
}

/** Whether no document of a payment is known, and it is not made in parts. */
function isUntouched(items: readonly Item[], { scheduleId }: OwnedSchedule, number: number): boolean {
  const { sk } = keys.payment(scheduleId, number);
  const own = items.filter((item) => item.sk === sk || item.sk.startsWith(`${sk}.`)).map(paymentOf);
  return own.every(
    ({ state, part, attempt, parts }) =>
      state === 'unsynced' && part === 0 && attempt === 1 && parts.length === 0,
  );
}

/** The number of payments that fit into a transaction with the schedule's own write. */
const AT_ONCE = 90;

async function recordPayments(
  { services: { table }, session: { xeroTenantId }, entity }: PostingContext,
  schedule: OwnedSchedule,
  payments: readonly { readonly id: string; readonly number: number }[],
): Promise<void> {
  const { scheduleId } = schedule;
  const { shortCode } = linkOf(entity);
  for (let from = 0; from < payments.length; from += AT_ONCE) {
    const some = payments.slice(from, from + AT_ONCE);
    const synced = some.map(({ number }) => number);
    await commit(table, [
      postingNoted(schedule, { closed: 0, synced, changes: {} }),
      ...some.map(({ id: documentId, number }): Write => ({
        update: paymentKey(scheduleId, number, 0),
        set: { number, state: 'synced', xeroTenantId, shortCode, documentId },
        if: { any: ['absent', ['state', '=', 'unsynced']] },
      })),
    ]);
  }
}

/**
 * Records the opening journal that stands in Xero in place of those that do not any more, and keeps later attempts from
 * the tokens of all journals found.
 */
async function recordJournals(
  context: PostingContext,
  schedule: OwnedSchedule,
  items: readonly Item[],
  unknown: readonly OwnDocument[],
): Promise<void> {
  const journals = unknown.filter(({ rest }) => /^OB\d+$/.test(rest));
  if (journals.length === 0) return;
  const { table } = context.services;
  const openingAttempts = Math.max(schedule.openingAttempts, ...journals.map(attemptOf));
  const [standing] = journals
    .filter(({ deleted }) => !deleted)
    .toSorted((a, b) => attemptOf(b) - attemptOf(a));
  const journal = standing && (await journalItem(context, schedule, standing));
  if (!journal) {
    await commit(table, [postingNoted(schedule, { closed: 0, synced: [], changes: { openingAttempts } })]);
    return;
  }
  const opening = openingOf(openingJournalOf(journal), false);
  const replaced = items.filter(
    (item) =>
      item.sk.startsWith(prefixes.openingJournals) && item['xeroTenantId'] === context.session.xeroTenantId,
  );
  await commit(table, [
    postingNoted(schedule, { closed: 0, synced: [], changes: { opening, openingAttempts } }),
    ...replaced.map((item): Write => ({ delete: { pk: item.pk, sk: item.sk } })),
    { put: journal, if: 'absent' },
  ]);
}

const attemptOf = ({ rest }: OwnDocument): number => Number(rest.slice('OB'.length));

/** Returns the item of an opening journal as Xero has it; null when it is gone. */
async function journalItem(
  { services: { xero }, session, entity }: PostingContext,
  schedule: OwnedSchedule,
  { id, rest: attempt, text }: OwnDocument,
): Promise<Item | null> {
  const content = await session.call((access) => xero.readDocument(access, 'MANUAL-JOURNAL', id));
  if (!content || content.deleted) return null;
  const { date, lineAmountTypes } = content;
  const description = text.replace(/ \[[^\]]*\]$/, '');
  const lines = content.lines.map(({ accountId, taxType, cents, ...line }) => ({
    account: accountId,
    description: line.description,
    amount: cents,
    taxType: TAX_TYPES.find((known): known is TaxType => known === taxType) ?? 'BASEXCLUDED',
  }));
  return {
    ...keys.openingJournal(schedule.scheduleId, attempt),
    attempt,
    entityId: schedule.entityId,
    scheduleId: schedule.scheduleId,
    xeroTenantId: session.xeroTenantId,
    shortCode: linkOf(entity).shortCode,
    date,
    content: JSON.stringify({ date, description, lineAmountTypes, lines }),
    balances: balancesAt(scheduleOf(schedule.terms, []), date),
    replaces: null,
    state: 'posted',
    journalId: id,
    version: 1,
  };
}
