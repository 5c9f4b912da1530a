/**
 * The one poster: settles what is open, plans what may be posted, finds contacts, then draws up, freezes, sends and
 * records (`pipeline.ts`) batch by batch. Schedules share calls to Xero: the lock date, the chart, the contacts, and up
 * to fifty documents at a time. A problem with one owner hinders no other.
 */
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import { XeroError } from '../services/xero/error.ts';
import { documentsPerCall } from '../xero/batch-size.ts';
import { contactOf, readActiveContacts } from '../xero/contact.ts';
import { type DocumentKind, type Plan, type PlanAfterSearch, type SentKind } from './plan/document-kind.ts';
import { isSchedule, mayHaveOpen, type Owner } from './protocol/open-document.ts';
import type { FoundTransactions } from '../xero/coded-transactions.ts';
import { inWordsOfPage, type Outcome, type Reason } from './protocol/outcome.ts';
import { freeze, send } from './protocol/pipeline.ts';
import { reconcile } from './protocol/reconcile.ts';
import { removeDocuments } from './protocol/removals.ts';
import { leaseHeld, outOfTime } from './protocol/refusals.ts';
import { codedOf, type Run } from './plan/run.ts';
import { keepContacts } from '../xero/cached-reads.ts';
import { dropCachedReads } from '../xero/read-cache.ts';
import { inChunks } from '../lib/in-chunks.ts';
import { drawUp } from './draw-up.ts';
import {
  type Addressed,
  type OwnerRequest,
  type PlannedBatch,
  isTakenOver,
  type OwnerResult,
  type Planned,
  Results,
} from './owners.ts';

/**
 * Posts documents of one kind.
 * @returns the results in the order asked
 * @throws Refusal `conflict` when nothing of the entity can be posted; LeaseLost, WriteRefused when another process posts
 */
export async function postDocuments<Wanted, Own extends Owner>(
  run: Run,
  kind: DocumentKind<Wanted, Own>,
  asked: readonly OwnerRequest<Wanted>[],
): Promise<readonly OwnerResult[]> {
  const results = new Results(asked.map(({ ownerId }) => ownerId));
  const settled = await settle(run, kind, asked, results);
  const begun = await results.each(settled, (one) => begin(run, kind, one));
  const found = await search(
    run,
    begun.flatMap(({ plan }) => ('days' in plan ? [plan] : [])),
  );
  const planOf = async (plan: Plan | PlanAfterSearch): Promise<Plan> =>
    'days' in plan ? plan.choose(found) : plan;
  const planned = await results.each(begun, async ({ ownerId, owner, wanted, problem, plan }) => {
    const { ready, outcomes, settle: settleRest } = await planOf(plan);
    results.add(ownerId, outcomes);
    if (settleRest) results.add(ownerId, await settleRest());
    const planAgain = async () => {
      const now = await kind.read(run, ownerId);
      return { owner: now, ...(await planOf(await kind.plan(run, now, wanted, problem))) };
    };
    return { ownerId, owner, ready, planAgain };
  });
  const open = planned.filter(({ ready }) => ready.length > 0);
  if (open.length > 0) {
    await postBatches(run, kind, await address(run, kind, open, results), results);
  }
  return results.list();
}

/** Plans an owner's documents. What they replace leaves Xero first; then they are planned again. */
async function begin<Wanted, Own extends Owner>(
  run: Run,
  kind: DocumentKind<Wanted, Own>,
  one: Read<Wanted, Own>,
) {
  const plan = await kind.plan(run, one.owner, one.wanted, one.problem);
  if ('days' in plan || plan.replaces === undefined || !isSchedule(one.owner)) return { ...one, plan };
  // The action's entry is written with the documents that follow.
  const context = { ...run.context, audited: undefined };
  await removeDocuments(context, one.owner, [plan.replaces], run.deadlines.startBy);
  const owner = await kind.read(run, one.ownerId);
  return { ...one, owner, plan: await kind.plan(run, owner, one.wanted, one.problem) };
}

/** Searches once for all owners, and gives each transaction to one of their payments. */
async function search(run: Run, plans: readonly PlanAfterSearch[]): Promise<FoundTransactions> {
  const coded = await codedOf(run);
  const days = plans.flatMap((plan) => plan.days);
  if (days.length > 0) await coded.search(days);
  const sought = plans.flatMap((plan) => plan.sought);
  const matches = await coded.matches(sought);
  const given = new Map(sought.map((one) => [JSON.stringify(one), matches.get(one) ?? []] as const));
  return { coded, given };
}

interface Read<Wanted, Own> extends OwnerRequest<Wanted> {
  readonly owner: Own;
  /** Why the outcome of an earlier document is still unknown. */
  readonly problem: Reason | null;
}

/** Reads the owners, and finds the outcome of documents left open. Those found in Xero count as posted. */
async function settle<Wanted, Own extends Owner>(
  run: Run,
  kind: DocumentKind<Wanted, Own>,
  asked: readonly OwnerRequest<Wanted>[],
  results: Results,
): Promise<readonly Read<Wanted, Own>[]> {
  const all = await results.each(asked, async (one) => ({
    ...one,
    owner: await kind.read(run, one.ownerId),
    problem: null,
  }));
  const isOpen = ({ owner }: Read<Wanted, Own>): boolean => mayHaveOpen(owner);
  const open = all.filter(isOpen);
  if (open.length === 0) return all;
  const { problems, posted } = await reconcile(
    run.context,
    open.map(({ ownerId }) => ownerId),
  );
  for (const { document, documentId } of posted) {
    if (document.kind === kind.name)
      results.addAll(document.ownerId, [document], { kind: 'posted', documentId });
  }
  const anew = await results.each(open, async (one) => ({
    ...one,
    owner: await kind.read(run, one.ownerId),
    problem: problems.get(one.ownerId) ?? null,
  }));
  return [...all.filter((one) => !isOpen(one)), ...anew];
}

/** Time that is kept for posting while contacts are looked for. */
const CONTACT_SPARE_MS = 10_000;

/** Finds each owner's contact. Many new ones take many calls: owners that come too late wait for the next run. */
async function address(
  { context, entity, deadlines }: Run,
  { hasContact }: SentKind,
  all: readonly Planned[],
  results: Results,
): Promise<readonly Addressed[]> {
  const payerOf = ({ owner, ready }: Planned): OwnedSchedule | null =>
    hasContact && isSchedule(owner) && ready.some(({ type }) => type !== 'MANUAL-JOURNAL') ? owner : null;
  const active = await readActiveContacts(
    context,
    all.flatMap((one) => payerOf(one) ?? []),
  );
  const named = new Map<string, string>();
  const found: Addressed[] = [];
  for (const one of all) {
    const schedule = payerOf(one);
    const isKnown = active.has(schedule?.contact?.contactId ?? '');
    const isLate =
      found.length > 0 &&
      schedule &&
      !isKnown &&
      context.services.clock.now() > deadlines.startBy - CONTACT_SPARE_MS;
    try {
      if (isLate) throw outOfTime();
      const contactId = schedule ? await contactOf(context, entity, schedule, active, named) : null;
      found.push({ ...one, contactId });
    } catch (error) {
      results.fail(one.ownerId, error);
    }
  }
  const read = new Set(
    found.flatMap(({ contactId }) => (contactId === null || active.has(contactId) ? [] : [contactId])),
  );
  if (context.isJob && read.size > 0) {
    const { table, clock } = context.services;
    await keepContacts(table, context.session.cacheOwner, { asked: read, active: read }, clock.now());
  }
  return found;
}

/** Returns batches in the order of their dates, so that one is found in a narrow range of dates. */
function batchesOf(all: readonly Addressed[], size: number): PlannedBatch[] {
  const dated = all.flatMap((one) => one.ready.map((document) => ({ one, document })));
  dated.sort((a, b) => a.document.date.localeCompare(b.document.date));
  return (['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'] as const).flatMap((type) => {
    const ofType = dated.filter(({ document }) => document.type === type);
    return [...inChunks(ofType, size)].map((chunk) => ({
      type,
      chosen: Array.from(
        Map.groupBy(chunk, ({ one }) => one),
        ([one, own]) => ({ ...one, ready: own.map(({ document }) => document) }),
      ),
    }));
  });
}

/** Posts batch by batch until there is no time, Xero does not answer, or the kind stops at a refusal. */
async function postBatches(
  run: Run,
  kind: SentKind,
  all: readonly Addressed[],
  results: Results,
): Promise<void> {
  let stop: Reason | null = null;
  let isFirst = true;
  const { services, session } = run.context;
  for (const batch of batchesOf(all, await documentsPerCall(services, session.xeroTenantId))) {
    if (services.clock.now() >= run.deadlines.startBy) stop ??= outOfTime();
    if (stop) {
      skip(batch, stop, results);
      continue;
    }
    try {
      stop = await postBatch(run, kind, batch, results);
    } catch (error) {
      // Only a run that sent nothing is refused: the answer has what earlier batches posted.
      if (isFirst || !isTakenOver(error)) throw error;
      stop = leaseHeld();
      skip(batch, stop, results);
    }
    isFirst = false;
  }
}

function skip({ chosen }: PlannedBatch, reason: Reason, results: Results): void {
  for (const { ownerId, ready } of chosen) results.addAll(ownerId, ready, { kind: 'skipped', reason });
}

/** Freezes and sends one batch. Returns the reason to send no further one. */
async function postBatch(
  run: Run,
  kind: SentKind,
  batch: PlannedBatch,
  results: Results,
): Promise<Reason | null> {
  const { context, entity, deadlines } = run;
  const drawn = await drawUp(run, batch, results);
  if (drawn.length === 0) return null;
  const frozen = await freeze(context, entity, batch.type, drawn);
  const outcomes = await send(context, frozen, deadlines.startBy);
  for (const { ownerId, documents } of drawn) {
    results.add(
      ownerId,
      documents.map(({ reference, subject }) => [subject, inWordsOf(kind, outcomes.get(reference))]),
    );
  }
  const isRefused = outcomes.values().some(({ kind: outcome }) => outcome === 'refused');
  // A read of the day before may be the cause: the next try reads again.
  if (isRefused && context.isJob) await dropCachedReads(context.services.table, context.session.cacheOwner);
  for (const outcome of outcomes.values()) {
    if (outcome.kind === 'posted') continue;
    if (outcome.kind === 'unconfirmed' || kind.stopsAtRefusal) return outcome.reason;
  }
  return null;
}

/** Returns a document's outcome in the words of the page. */
function inWordsOf(kind: SentKind, outcome: Outcome | undefined): Outcome {
  if (outcome && outcome.kind !== 'unconfirmed') return inWordsOfPage(outcome);
  const reason = kind.unconfirmed();
  const error = outcome?.reason;
  if (!(error instanceof XeroError)) return { kind: 'unconfirmed', reason };
  if (error.kind !== 'unavailable' || error.isUnsent) return { kind: 'unconfirmed', reason: error };
  const { availableAt } = error;
  return {
    kind: 'unconfirmed',
    reason: new XeroError('unavailable', { messages: [reason.message], availableAt }),
  };
}
