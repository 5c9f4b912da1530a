/** Posting adjusting journals: reconcile, check, freeze, send, record, as for every document (`pipeline.ts`). */
import { isLocked } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { narrationOf } from '../../domain/reports/adjusting-journal.ts';
import { ownEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { journalJson } from '../services/xero/documents.ts';
import {
  readAdjustingJournals,
  retireJournal,
  type StoredJournal,
} from '../records/schedules/adjusting-journals.ts';
import type { PostingContext } from './recorded-call.ts';
import { adjustingReference } from '../../domain/posting/document-reference.ts';
import type { OpenDocument } from './open-document.ts';
import { requirePosted } from './outcome.ts';
import { freeze, send, reconcile } from './pipeline.ts';
import { type JournalPlan, type JournalsWanted, planJournals, type PlannedJournal } from './plan-journals.ts';
import { linkChanged, lockedJournal, unconfirmedDocument } from './refusals.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { type PostingRequest, runPosting } from './run-posting.ts';
import { sentDocumentOf } from './document-facts.ts';
import { accountCodes, readChart, readLockDate, refuseUnknownAccounts } from '../xero/reads.ts';

/**
 * Posts the adjusting journals of an entity that are not in Xero yet, and their reversals.
 * @returns the journals as they stand afterwards.
 * @throws Refusal `conflict` when they can't be posted now, `invalid` while an account is not chosen; XeroError when
 * Xero refuses or doesn't answer.
 */
export async function postAdjustingJournals(
  services: XeroServices,
  request: PostingRequest,
  wanted: JournalsWanted,
): Promise<JournalPlan> {
  const { table } = services;
  const { entity } = request;
  await requirePaidPlan(table, entity.tenantId);
  return runPosting(services, request, async (context) => {
    const problems = await reconcile(context, [entity.entityId]);
    await retireVoided(context, request, wanted);
    const plan = await planJournals(table, entity, wanted);
    if (plan.journals.some(({ stored }) => stored?.state === 'posting')) {
      throw problems.get(entity.entityId) ?? unconfirmedDocument();
    }
    const missing = plan.journals.filter(({ stored }) => stored === null);
    if (missing.length === 0) return plan;
    await post(context, request, missing);
    return planJournals(table, entity, wanted);
  });
}

/** Finds out which of the journals were voided in Xero: they may be posted again. */
async function retireVoided(
  { services: { table, xero }, session }: PostingContext,
  { entity }: PostingRequest,
  { date, kinds }: JournalsWanted,
): Promise<void> {
  const { entityId } = entity;
  const { xeroTenantId } = session;
  for (const journal of await readAdjustingJournals(table, { entityId, xeroTenantId })) {
    const { documentId } = journal;
    const isAsked = journal.entityId === entityId && journal.date === date && kinds.includes(journal.kind);
    if (!isAsked || journal.state !== 'posted' || documentId === null) continue;
    const found = await session.call((access) => xero.getDocument(access, 'MANUAL-JOURNAL', documentId));
    if (found?.deleted === true) await retireJournal(table, journal);
  }
}

async function post(
  context: PostingContext,
  { entity, deadlines }: PostingRequest,
  missing: readonly PlannedJournal[],
): Promise<void> {
  const { services, session } = context;
  const { table, xero } = services;
  const lockDate = await readLockDate(xero, session);
  if (missing.some(({ document }) => isLocked(document.date, lockDate))) throw lockedJournal();
  const chart = await readChart(xero, session);
  const accounts = missing.flatMap(({ document }) => document.lines.map(({ account }) => account));
  refuseUnknownAccounts(
    chart,
    accounts.flatMap((account) => (account === null ? [] : [['nonCurrentAccounts', account]])),
  );
  const { xero: link } = await ownEntity(table, entity.tenantId, entity.entityId);
  if (link?.tenantId !== session.xeroTenantId) throw linkChanged();
  const codes = accountCodes(chart);
  const documents = missing.map((journal) =>
    drafted(context, entity.entityId, link.shortCode, journal, codes),
  );
  const frozen = await freeze(context, entity, 'MANUAL-JOURNAL', [{ entity, documents }]);
  const { outcomes } = await send(context, frozen, deadlines.startBy);
  for (const { reference } of documents) requirePosted(outcomes.get(reference), unconfirmedDocument());
}

function drafted(
  { services: { origin }, session: { xeroTenantId } }: PostingContext,
  entityId: string,
  shortCode: string,
  { place, sk, attempt, document }: PlannedJournal,
  codes: ReadonlyMap<string, string>,
): OpenDocument {
  const reference = adjustingReference(entityId, { ...place, attempt });
  const { date, lineAmountTypes, lines } = document;
  const json = journalJson({
    narration: `${narrationOf(place.kind, place.date, place.isReversal)} [${reference}]`,
    date,
    lineAmountTypes,
    url: `${origin}/reports?entityId=${entityId}&date=${place.date}`,
    lines: lines.map(({ account, description, taxType, amount }) => {
      if (account === null) throw accountMissing();
      const accountCode = codes.get(account) ?? null;
      return { accountId: account, accountCode, description, taxType, cents: amount };
    }),
  });
  const item: Omit<StoredJournal, 'sk' | 'state'> & { state: 'posting' } = {
    entityId,
    ...place,
    attempt,
    xeroTenantId,
    shortCode,
    state: 'posting',
    documentId: null,
    document: sentDocumentOf({ reference, json, roles: lines.map(({ role }) => role) }),
  };
  return { scheduleId: entityId, sk, reference, json, date, contactId: null, item };
}

const MISSING_ACCOUNTS = 'Please choose the accounts of the non-current part.';

const accountMissing = (): Refusal =>
  new Refusal('invalid', 'journal/accounts', MISSING_ACCOUNTS, { nonCurrentAccounts: [MISSING_ACCOUNTS] });
