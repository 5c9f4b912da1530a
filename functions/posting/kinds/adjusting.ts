/** Adjusting journals of an entity, and their reversals. */
import { adjustingReference } from '../../../domain/posting/document-reference.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { narrationOf } from '../../../domain/reports/adjusting-journal.ts';
import type { OwnedEntity } from '../../records/entities/entity.ts';
import {
  journalOf,
  readAdjustingJournals,
  retireJournal,
  type StoredJournal,
} from '../../records/schedules/adjusting-journals.ts';
import { journalJson } from '../../services/xero/documents.ts';
import { refuseUnknownAccounts } from '../../xero/reads.ts';
import { sentDocumentOf } from '../document-facts.ts';
import type { DocumentKind } from '../documents.ts';
import { type JournalsWanted, planJournals, type PlannedJournal } from '../plan-journals.ts';
import { refuseLockedJournal, unconfirmedDocument } from '../refusals.ts';
import { chartOf, codesOf, lockDateOf, type Run } from '../run.ts';

interface ReadyJournal {
  /** Its place among the journals that are wanted. */
  readonly subject: number;
  readonly part: 0;
  readonly type: 'MANUAL-JOURNAL';
  readonly date: string;
  readonly journal: PlannedJournal;
}

export const adjusting: DocumentKind<OwnedEntity, JournalsWanted, ReadyJournal, StoredJournal> & {
  readonly name: 'adjusting';
} = {
  name: 'adjusting',
  owner: 'entity',
  hasContact: false,
  stopsAtRefusal: true,
  parse: journalOf,
  free: { any: ['absent', ['state', '=', 'retired']] },
  subjectOf: () => 0,
  opened: () => ({}),
  // The item keeps the lines that were posted.
  posted: (_document, documentId) => ({ set: { state: 'posted', documentId } }),
  // The item counts the attempts, whose references are never given again.
  released: ({ item }) => ({ set: item.attempt > 1 ? { state: 'retired' } : null }),
  unconfirmed: () => unconfirmedDocument('The journal'),

  async plan(run, entity, wanted, problem) {
    await run.once('voided journals', async () => {
      for (const one of wanted) await retireVoided(run, entity, one);
    });
    const plans = wanted.map((one) => planJournals(run.context.services.table, entity, one));
    const journals = (await Promise.all(plans)).flatMap((plan) => plan.journals);
    if (journals.some(({ stored }) => stored?.state === 'posting'))
      throw problem ?? unconfirmedDocument('The journal');
    const ready = journals.flatMap((journal, subject): ReadyJournal[] =>
      journal.stored === null
        ? [{ subject, part: 0, type: 'MANUAL-JOURNAL', date: journal.document.date, journal }]
        : [],
    );
    if (ready.length === 0) return { ready, outcomes: [] };
    const lockDate = await lockDateOf(run);
    for (const { journal } of ready) refuseLockedJournal(journal.document.date, lockDate);
    const accounts = ready.flatMap(({ journal }) => journal.document.lines.map(({ account }) => account));
    refuseUnknownAccounts(
      await chartOf(run),
      accounts.flatMap((account) => (account === null ? [] : [['nonCurrentAccounts', account]])),
    );
    return { ready, outcomes: [] };
  },

  async draft(run, { entityId }, ready, { shortCode }) {
    const { services, session } = run.context;
    const codes = await codesOf(run);
    return ready.map(({ journal: { place, sk, attempt, document } }) => {
      const reference = adjustingReference(entityId, { ...place, attempt }, services.restores.length);
      const { date, lineAmountTypes, lines } = document;
      const json = journalJson({
        narration: `${narrationOf(place.kind, place.date, place.isReversal)} [${reference}]`,
        date,
        isAccrualOnly: true,
        lineAmountTypes,
        url: `${services.origin}/reports?entityId=${entityId}&date=${place.date}`,
        lines: lines.map(({ account, description, taxType, amount }) => {
          if (account === null) throw accountMissing();
          const accountCode = codes.get(account) ?? null;
          return { accountId: account, accountCode, description, taxType, cents: amount };
        }),
      });
      const item: StoredJournal = {
        sk,
        entityId,
        ...place,
        attempt,
        xeroTenantId: session.xeroTenantId,
        shortCode,
        state: 'posting',
        documentId: null,
        document: sentDocumentOf({ reference, json, roles: lines.map(({ role }) => role) }),
      };
      return { kind: 'adjusting', ownerId: entityId, sk, reference, json, date, contactId: null, item };
    });
  },
};

const MISSING_ACCOUNTS = 'Please choose the accounts of the non-current part.';

const accountMissing = (): Refusal =>
  new Refusal('invalid', 'journal/accounts', MISSING_ACCOUNTS, { nonCurrentAccounts: [MISSING_ACCOUNTS] });

/** Finds out which of the journals were voided in Xero: they may be posted again. */
async function retireVoided(
  { context: { services, session } }: Run,
  { entityId }: OwnedEntity,
  { date, kinds }: JournalsWanted,
): Promise<void> {
  const { table, xero } = services;
  const { xeroTenantId } = session;
  for (const journal of await readAdjustingJournals(table, { entityId, xeroTenantId })) {
    const { documentId } = journal;
    const isAsked = journal.entityId === entityId && journal.date === date && kinds.includes(journal.kind);
    if (!isAsked || journal.state !== 'posted' || documentId === null) continue;
    const found = await session.call((access) => xero.getDocument(access, 'MANUAL-JOURNAL', documentId));
    if (found?.deleted === true) await retireJournal(table, journal);
  }
}
