/** Adjusting journals of an entity, and their reversals. */
import { adjustingReference } from '../../../domain/posting/document-reference.ts';
import { conflict, invalid, type Refusal } from '../../../domain/refusal.ts';
import { narrationOf } from '../../../domain/reports/adjusting-journal.ts';
import { type OwnedEntity, ownEntity } from '../../records/entities/entity.ts';
import {
  readAdjustingJournals,
  retireJournal,
  type StoredJournal,
} from '../../records/schedules/adjusting-journals.ts';
import { allEntities } from '../../records/tenants/entity-scope.ts';
import { journalJson } from '../../services/xero/documents.ts';
import { refuseUnknownAccounts } from '../../xero/reads.ts';
import { sentDocumentOf } from '../protocol/document-facts.ts';
import type { Address, DocumentKind } from './document-kind.ts';
import type { OpenDocument } from '../protocol/open-document.ts';
import {
  journalsRevision,
  type JournalsWanted,
  planJournals,
  type PlannedJournal,
  untrackedText,
} from '../../books/adjusting-journals.ts';
import { refuseLockedJournal, unconfirmedDocument } from '../protocol/refusals.ts';
import { namedTracking } from '../../xero/tracking.ts';
import { chartOf, codesOf, lockDateOf, type Run, trackingOf } from './run.ts';

export interface JournalsToPost extends JournalsWanted {
  /** The revision of the journals that were shown; undefined is not checked. */
  readonly revision: string | undefined;
}

export const adjusting = {
  name: 'adjusting',
  hasContact: false,
  stopsAtRefusal: true,
  unconfirmed: () => unconfirmedDocument('The journal'),
  read: ({ context: { services }, entity }, entityId) =>
    ownEntity(services.table, allEntities(entity.tenantId), entityId),

  async plan(run, entity, wanted, problem) {
    await run.once('voided journals', async () => {
      for (const one of wanted) await retireVoided(run, entity, one);
    });
    const plans = await Promise.all(
      wanted.map((one) => planJournals(run.context.services.table, entity, one)),
    );
    const journals = plans.flatMap((plan) => plan.journals);
    if (journals.some(({ stored }) => stored?.state === 'posting'))
      throw problem ?? unconfirmedDocument('The journal');
    for (const [index, { revision }] of wanted.entries()) {
      const now = journalsRevision(plans[index]?.journals ?? []);
      if (revision !== undefined && revision !== now) throw stalePreview();
    }
    const open = journals.filter(({ stored }) => stored === null);
    if (open.length === 0) return { ready: [], outcomes: [] };
    const untracked = open.flatMap((journal) => journal.untracked);
    if (untracked.length > 0) throw conflict('tracking/required', untrackedText(untracked));
    const lockDate = await lockDateOf(run);
    for (const { document } of open) refuseLockedJournal(document.date, lockDate);
    const accounts = open.flatMap(({ document }) => document.lines.map(({ account }) => account));
    refuseUnknownAccounts(
      await chartOf(run),
      accounts.flatMap((account) => (account === null ? [] : [['nonCurrentAccounts', account]])),
    );
    const ready = open.map((journal, part) => ({
      subject: 0,
      part,
      type: 'MANUAL-JOURNAL' as const,
      date: journal.document.date,
      draft: ({ shortCode }: Address) => draft(run, entity, journal, shortCode),
    }));
    return { ready, outcomes: [] };
  },
} satisfies DocumentKind<JournalsToPost, OwnedEntity>;

const stalePreview = (): Refusal =>
  conflict('journal/stale', 'The journals have changed since the preview. Please preview them again.');

async function draft(
  run: Run,
  { entityId }: OwnedEntity,
  { place, sk, attempt, document }: PlannedJournal,
  shortCode: string,
): Promise<OpenDocument<StoredJournal>> {
  const { services, session } = run.context;
  const codes = await codesOf(run);
  const reference = adjustingReference(entityId, { ...place, attempt }, services.restores.length);
  const { date, lineAmountTypes, lines } = document;
  const categories = lines.some(({ tracking = [] }) => tracking.length > 0) ? await trackingOf(run) : [];
  const json = journalJson({
    narration: `${narrationOf(place.kind, place.date, place.isReversal)} [${reference}]`,
    date,
    isAccrualOnly: true,
    lineAmountTypes,
    url: `${services.origin}/reports?entityId=${entityId}&date=${place.date}`,
    lines: lines.map(({ account, description, taxType, amount, tracking = [] }) => {
      if (account === null) throw accountMissing();
      const accountCode = codes.get(account) ?? null;
      const named = namedTracking(tracking, categories);
      return { accountId: account, accountCode, description, taxType, cents: amount, tracking: named };
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
    syncedAt: null,
  };
  return {
    kind: 'adjusting',
    ownerId: entityId,
    sk,
    subject: 0,
    reference,
    json,
    date,
    contactId: null,
    item,
  };
}

const MISSING_ACCOUNTS = 'Please choose the accounts of the non-current part.';

const accountMissing = (): Refusal => invalid('nonCurrentAccounts', 'journal/accounts', MISSING_ACCOUNTS);

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
