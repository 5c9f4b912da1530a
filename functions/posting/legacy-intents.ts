/**
 * Postings of earlier versions that were under way at an upgrade: payments kept their bytes on a `B#` item below the
 * schedule, opening journals on their own item. They are never sent again, only searched for.
 */
import * as z from 'zod';
import { dueAnew } from '../schedules/due-index-store.ts';
import { postingNoted } from '../schedules/schedule-store.ts';
import { DATED, keys, prefixes } from '../store/keys.ts';
import { commit, type Item, queryAll, type Write } from '../store/table.ts';
import type { PostingContext } from './recorded-call.ts';
import type { OpenDocument } from './open-document.ts';
import { findDocuments } from './find-documents.ts';
import { openingJournalOf, openingOf } from './opening-journal-store.ts';
import { Calls, NO_CALLS } from './protocol.ts';
import { voidReplaced } from './replaced-journal.ts';

const LegacyPosting = z.object({
  batchId: z.string(),
  entityId: z.string(),
  xeroTenantId: z.string(),
  documents: z.array(z.object({ number: z.number(), reference: z.string(), json: z.string() })),
  open: z.array(z.number()),
  calls: Calls,
  version: z.number(),
});

const LegacyJournal = z.object({
  attempt: z.string(),
  entityId: z.string(),
  xeroTenantId: z.string(),
  json: z.string(),
  calls: Calls,
  version: z.number(),
});

const Dated = z.object({ Date: z.string(), Contact: z.object({ ContactID: z.string() }).optional() });

/** Settles a schedule's postings of earlier versions, as far as their outcome can be known. */
export async function settleLegacy(context: PostingContext, scheduleId: string): Promise<void> {
  const { services, session } = context;
  const { pk } = keys.scheduleParent(scheduleId);
  const postings = await queryAll(services.table, { pk, sk: { prefix: prefixes.legacyPostings } });
  for (const item of postings) {
    const posting = LegacyPosting.parse(item);
    if (posting.xeroTenantId === session.xeroTenantId) await settlePosting(context, scheduleId, posting);
  }
  const journals = await queryAll(services.table, { pk, sk: { prefix: prefixes.openingJournals } });
  for (const item of journals) {
    const isLegacy = item['json'] !== undefined;
    const isOpen = isLegacy && item['state'] !== 'posted' && item['xeroTenantId'] === session.xeroTenantId;
    if (isOpen) await settleJournal(context, scheduleId, await afterVoiding(context, item));
  }
}

async function settlePosting(
  context: PostingContext,
  scheduleId: string,
  { batchId, entityId, documents, open, calls, version }: z.output<typeof LegacyPosting>,
): Promise<void> {
  const wanted = documents
    .filter(({ number }) => open.includes(number))
    .map(({ number, reference, json }) => {
      const { Date: date, Contact } = Dated.parse(JSON.parse(json));
      const contactId = Contact?.ContactID ?? null;
      return {
        scheduleId,
        sk: keys.payment(scheduleId, number).sk,
        token: reference,
        date,
        contactId,
        number,
      };
    });
  const { table, clock, protocol } = context.services;
  const isProof = calls.firstAt === null || protocol.provesAbsence(calls, clock.now());
  const found = await findDocuments(context, 'SPEND', wanted.map(asDocument), isProof);
  const decided = isProof ? wanted : wanted.filter(({ token }) => found.has(token));
  if (decided.length === 0) return;
  const isOver = decided.length === wanted.length;
  const key = { pk: keys.scheduleParent(scheduleId).pk, sk: `${prefixes.legacyPostings}${batchId}` };
  const synced = decided.filter(({ token }) => found.has(token)).map(({ number }) => number);
  const stillOpen = wanted.filter((one) => !decided.includes(one)).map(({ number }) => number);
  await commit(table, [
    postingNoted({ entityId, scheduleId }, { closed: isOver ? 1 : 0, synced, changes: {} }),
    isOver
      ? { delete: key, if: ['version', '=', version] }
      : { update: key, set: { open: stillOpen, version: version + 1 }, if: ['version', '=', version] },
    ...decided.map(({ number, token }): Write => {
      const payment = keys.payment(scheduleId, number);
      const documentId = found.get(token);
      return documentId === undefined
        ? { delete: payment, if: ['state', '=', 'posting'] }
        : { update: payment, set: { state: 'synced', documentId }, if: ['state', '=', 'posting'] };
    }),
  ]);
}

/** A journal that was voiding the one before: that is finished first. */
async function afterVoiding(context: PostingContext, item: Item): Promise<Item> {
  const journal = openingJournalOf(item);
  if (journal.state !== 'voiding') return item;
  const voiding = await voidReplaced(context, journal);
  if (voiding.kind === 'unknown') throw voiding.error;
  const after = (await context.services.table.get({ pk: item.pk, sk: item.sk })) ?? item;
  // The journal itself was never sent.
  return { ...after, calls: NO_CALLS };
}

async function settleJournal(
  context: PostingContext,
  scheduleId: string,
  item: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { attempt, entityId, json, calls, version } = LegacyJournal.parse(item);
  const { table, clock, protocol } = context.services;
  const [body] = z.object({ ManualJournals: z.array(Dated) }).parse(JSON.parse(json)).ManualJournals;
  const key = keys.openingJournal(scheduleId, attempt);
  const document = { scheduleId, sk: key.sk, token: attempt, date: body?.Date ?? '', contactId: null };
  const isProof = calls.firstAt === null || protocol.provesAbsence(calls, clock.now());
  const found = await findDocuments(context, 'MANUAL-JOURNAL', [asDocument(document)], isProof);
  const journalId = found.get(attempt);
  if (journalId === undefined && !isProof) return;
  const unchanged = ['version', '=', version] as const;
  const noted = (changes: object) =>
    postingNoted(
      { entityId, scheduleId },
      { closed: 1, synced: [], changes: { openJournal: null, ...changes } },
    );
  if (journalId === undefined) {
    await commit(table, [noted({}), { delete: key, if: unchanged }]);
    return;
  }
  const journal = { ...openingJournalOf(item), journalId };
  await commit(table, [
    noted({ opening: openingOf(journal, false) }),
    {
      update: key,
      set: { state: 'posted', journalId, version: version + 1 },
      remove: DATED,
      if: unchanged,
    },
    dueAnew(scheduleId, journal.date),
  ]);
}

const asDocument = (document: Omit<OpenDocument, 'json' | 'item'>): OpenDocument => ({
  ...document,
  json: '',
  item: {},
});
