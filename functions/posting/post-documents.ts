/**
 * The one poster: settles what is open, plans what may be posted, finds contacts, then draws up, freezes, sends and
 * records (`pipeline.ts`) batch by batch. Schedules share calls to Xero: the lock date, the chart, the contacts, and up
 * to fifty documents at a time. A problem with one owner hinders no other.
 */
import { Refusal } from '../../domain/refusal.ts';
import { ownEntity, readAgain } from '../records/entities/entity.ts';
import { type OwnedSchedule, ownSchedule, scheduleChanged } from '../records/schedules/schedule.ts';
import type { DocumentType } from '../services/xero/port.ts';
import { documentsPerCall } from '../xero/batch-size.ts';
import { WriteRefused } from '../store/table.ts';
import { LeaseLost } from '../store/lease.ts';
import type { Drafted } from './batches.ts';
import { contactOf, readActiveContacts } from './contact.ts';
import {
  type DocumentKind,
  isSchedule,
  type Owner,
  type Plan,
  type ReadyDocument,
  type OpenDocument,
} from './documents.ts';
import { inWordsOfPage, type Outcome, type Problem } from './outcome.ts';
import { freeze, send } from './pipeline.ts';
import { reconcile } from './reconcile.ts';
import { linkChanged, outOfTime } from './refusals.ts';
import { codedOf, type Run } from './run.ts';
import { allEntities } from '../records/tenants/entity-scope.ts';
import { inChunks } from '../lib/in-chunks.ts';

/** A request for documents of one owner: a schedule, or the entity by its id. */
interface Asked<Wanted> {
  readonly ownerId: string;
  readonly wanted: readonly Wanted[];
}

interface Read<Own, Wanted> extends Asked<Wanted> {
  readonly owner: Own;
  /** Why the outcome of an earlier document is still unknown. */
  readonly problem: Problem | null;
}

interface Planned<Own, Wanted, Ready> extends Read<Own, Wanted> {
  readonly ready: readonly Ready[];
}

interface Addressed<Own, Wanted, Ready> extends Planned<Own, Wanted, Ready> {
  readonly contactId: string | null;
}

/**
 * The result for one owner. Documents that were in Xero before may have no outcome. `failure` is why nothing of the
 * owner could be posted.
 */
export interface OwnerResult {
  readonly ownerId: string;
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly failure: unknown;
}

/** The results so far. A subject with several documents has the worst of their outcomes. */
class Results {
  readonly #all: ReadonlyMap<string, { readonly outcomes: Map<number, Outcome>; failure: unknown }>;

  constructor(ownerIds: readonly string[]) {
    this.#all = new Map(ownerIds.map((ownerId) => [ownerId, { outcomes: new Map(), failure: null }]));
  }

  add(ownerId: string, outcomes: Iterable<readonly [subject: number, outcome: Outcome]>): void {
    const own = this.#all.get(ownerId)?.outcomes;
    for (const [subject, outcome] of outcomes) {
      if ((own?.get(subject)?.kind ?? 'posted') === 'posted') own?.set(subject, outcome);
    }
  }

  /** Notes why nothing more of an owner is posted. A lost lease ends the run. */
  fail(ownerId: string, error: unknown): void {
    if (error instanceof LeaseLost || error instanceof WriteRefused) throw error;
    const own = this.#all.get(ownerId);
    if (own) own.failure ??= error;
  }

  /** @throws the failure that all of several owners share: a read for all of them failed */
  list(): OwnerResult[] {
    const failures = Array.from(this.#all.values(), ({ failure }) => failure);
    const [first] = failures;
    if (failures.length > 1 && first !== null && failures.every((one) => one === first)) throw first;
    return Array.from(this.#all, ([ownerId, { outcomes, failure }]) => ({ ownerId, outcomes, failure }));
  }

  /** Takes a step for each owner, all at once. Owners for which it fails go no further. */
  async each<In extends { readonly ownerId: string }, Out>(
    all: readonly In[],
    step: (one: In) => Promise<Out>,
  ): Promise<Out[]> {
    const settled = await Promise.allSettled(all.map(step));
    return settled.flatMap((result, index) => {
      if (result.status === 'fulfilled') return [result.value];
      this.fail(all[index]?.ownerId ?? '', result.reason);
      return [];
    });
  }
}

/**
 * Posts documents of one kind.
 * @returns the results in the order asked
 * @throws Refusal `conflict` when nothing of the entity can be posted; LeaseLost, WriteRefused when another process posts
 */
export async function postDocuments<
  Own extends Owner,
  Wanted,
  Ready extends ReadyDocument,
  Holder extends object,
>(
  run: Run,
  kind: DocumentKind<Own, Wanted, Ready, Holder>,
  asked: readonly Asked<Wanted>[],
): Promise<readonly OwnerResult[]> {
  const results = new Results(asked.map(({ ownerId }) => ownerId));
  const read = await results.each(asked, async (one) => ({
    ...one,
    owner: await readOwner<Own>(run, kind, one.ownerId),
    problem: null,
  }));
  const settled = await settle(run, kind, read, results);
  const searched = await results.each(settled, async (one) => ({
    ...one,
    days: (await kind.searched?.(run, one.owner, one.wanted, one.problem)) ?? [],
  }));
  const days = searched.flatMap((one) => one.days);
  if (days.length > 0) await (await codedOf(run)).search(days);
  const planned = await results.each(searched, async (one) => {
    const { ready, outcomes, settle: settleRest } = await kind.plan(run, one.owner, one.wanted, one.problem);
    results.add(one.ownerId, outcomes);
    if (settleRest) results.add(one.ownerId, await settleRest());
    return { ...one, ready };
  });
  const open = planned.filter(({ ready }) => ready.length > 0);
  if (open.length > 0) {
    await postBatches(run, kind, await address(run, kind, open, results), results);
  }
  return results.list();
}

/** The kind says which of the two it is. */
const readOwner = async <Own extends Owner>(
  { context: { services }, entity }: Run,
  { owner }: { readonly owner: 'schedule' | 'entity' },
  ownerId: string,
): Promise<Own> =>
  (owner === 'schedule'
    ? await ownSchedule(services.table, entity, ownerId)
    : await ownEntity(services.table, allEntities(entity.tenantId), ownerId)) as Own;

/** Finds the outcome of documents that earlier processes left open. Those found in Xero count as posted. */
async function settle<Own extends Owner, Wanted>(
  run: Run,
  kind: Pick<DocumentKind<Own, Wanted, never, never>, 'name' | 'owner'>,
  all: readonly Read<Own, Wanted>[],
  results: Results,
): Promise<readonly Read<Own, Wanted>[]> {
  const isOpen = ({ owner }: Read<Own, Wanted>): boolean => !isSchedule(owner) || owner.openIntents > 0;
  const open = all.filter(isOpen);
  if (open.length === 0) return all;
  const { problems, posted } = await reconcile(
    run.context,
    open.map(({ ownerId }) => ownerId),
  );
  for (const { kind: name, ownerId, subject, documentId } of posted) {
    if (name === kind.name) results.add(ownerId, [[subject, { kind: 'posted', documentId }]]);
  }
  const anew = await results.each(open, async (one) => ({
    ...one,
    owner: await readOwner<Own>(run, kind, one.ownerId),
    problem: problems.get(one.ownerId) ?? null,
  }));
  return [...all.filter((one) => !isOpen(one)), ...anew];
}

/** Time that is kept for posting while contacts are looked for. */
const POSTING_MS = 10_000;

/** Finds each owner's contact. Many new ones take many calls: owners that come too late wait for the next run. */
async function address<Own extends Owner, Wanted, Ready extends ReadyDocument>(
  run: Run,
  { hasContact }: { readonly hasContact: boolean },
  all: readonly Planned<Own, Wanted, Ready>[],
  results: Results,
): Promise<readonly Addressed<Own, Wanted, Ready>[]> {
  const { context, entity, deadlines } = run;
  const payerOf = ({ owner, ready }: Planned<Own, Wanted, Ready>): OwnedSchedule | null =>
    hasContact && isSchedule(owner) && ready.some(({ type }) => type !== 'MANUAL-JOURNAL') ? owner : null;
  const active = await readActiveContacts(
    context,
    all.flatMap((one) => payerOf(one) ?? []),
  );
  const found: Addressed<Own, Wanted, Ready>[] = [];
  for (const one of all) {
    const schedule = payerOf(one);
    const isKnown = active.has(schedule?.contact?.contactId ?? '');
    const isLate =
      found.length > 0 &&
      schedule &&
      !isKnown &&
      context.services.clock.now() > deadlines.startBy - POSTING_MS;
    try {
      if (isLate) throw outOfTime();
      const contactId = schedule ? await contactOf(context, entity, schedule, active) : null;
      found.push({ ...one, contactId });
    } catch (error) {
      results.fail(one.ownerId, error);
    }
  }
  return found;
}

/** Documents of one type that go to Xero in one call. */
interface Batch<Own, Wanted, Ready> {
  readonly type: DocumentType;
  readonly chosen: readonly Addressed<Own, Wanted, Ready>[];
}

/** Returns batches in the order of their dates, so that one is found in a narrow range of dates. */
function batchesOf<Own, Wanted, Ready extends ReadyDocument>(
  all: readonly Addressed<Own, Wanted, Ready>[],
  size: number,
): Batch<Own, Wanted, Ready>[] {
  const dated = all.flatMap((one) => one.ready.map((document) => ({ one, document })));
  dated.sort((a, b) => a.document.date.localeCompare(b.document.date));
  return (['SPEND', 'RECEIVE', 'MANUAL-JOURNAL'] as const).flatMap((type) => {
    const ofType = dated.filter(({ document }) => document.type === type);
    const fresh = ofType.filter(({ document }) => document.changes === undefined);
    const changing = ofType.filter(({ document }) => document.changes !== undefined);
    return [...inChunks(fresh, size), ...inChunks(changing, 1)].map((chunk) => ({
      type,
      chosen: Array.from(
        Map.groupBy(chunk, ({ one }) => one),
        ([one, own]) => ({ ...one, ready: own.map(({ document }) => document) }),
      ),
    }));
  });
}

/** Posts batch by batch until there is no time, Xero does not answer, or the kind stops at a refusal. */
async function postBatches<Own extends Owner, Wanted, Ready extends ReadyDocument, Holder extends object>(
  run: Run,
  kind: DocumentKind<Own, Wanted, Ready, Holder>,
  all: readonly Addressed<Own, Wanted, Ready>[],
  results: Results,
): Promise<void> {
  let stop: Problem | null = null;
  const { services, session } = run.context;
  for (const batch of batchesOf(all, await documentsPerCall(services, session.xeroTenantId))) {
    if (run.context.services.clock.now() >= run.deadlines.startBy) stop ??= outOfTime();
    if (stop) skip(batch, stop, results);
    else stop = await postBatch(run, kind, batch, results);
  }
}

function skip<Own, Wanted, Ready extends ReadyDocument>(
  { chosen }: Batch<Own, Wanted, Ready>,
  reason: Problem,
  results: Results,
): void {
  for (const { ownerId, ready } of chosen) {
    results.add(
      ownerId,
      ready.map(({ subject }) => [subject, { kind: 'skipped', reason }]),
    );
  }
}

/** Freezes and sends one batch. Returns the reason to send no further one. */
async function postBatch<Own extends Owner, Wanted, Ready extends ReadyDocument, Holder extends object>(
  run: Run,
  kind: DocumentKind<Own, Wanted, Ready, Holder>,
  batch: Batch<Own, Wanted, Ready>,
  results: Results,
): Promise<Problem | null> {
  const { context, entity, deadlines } = run;
  const drawn = await drawUp(run, kind, batch, results);
  if (drawn.length === 0) return null;
  const frozen = await freeze(context, entity, batch.type, drawn);
  const sent = drawn.flatMap(({ documents }) =>
    documents.filter(({ reference }) => !frozen.skipped.has(reference)),
  );
  const before = sent.length > 0 ? await kind.beforeSend?.(run, sent) : null;
  if (before) {
    const ownerIds = drawn.map(({ ownerId }) => ownerId);
    // Releases the documents, which were not sent.
    if (before.kind === 'refused') await reconcile(context, ownerIds);
    const outcome = told(kind, before);
    for (const { ownerId, subjects } of drawn) {
      results.add(
        ownerId,
        subjects.map((subject) => [subject, outcome]),
      );
    }
    return before.kind === 'posted' ? null : before.reason;
  }
  const outcomes = await send(context, frozen, deadlines.startBy);
  for (const { ownerId, documents } of drawn) {
    results.add(
      ownerId,
      documents.map(({ reference, item }) => [kind.subjectOf(item), told(kind, outcomes.get(reference))]),
    );
  }
  for (const outcome of outcomes.values()) {
    if (outcome.kind === 'posted') continue;
    if (outcome.kind === 'unconfirmed' || kind.stopsAtRefusal) return outcome.reason;
  }
  return null;
}

/** Returns a document's outcome in the words of the page. */
function told(
  { unconfirmed }: { readonly unconfirmed: () => Refusal },
  outcome: Outcome | undefined,
): Outcome {
  const isUnknown = outcome?.kind === 'unconfirmed' && outcome.reason instanceof Refusal;
  if (!outcome || isUnknown) return { kind: 'unconfirmed', reason: unconfirmed() };
  return inWordsOfPage(outcome);
}

interface DrawnUp<Holder extends object> extends Drafted {
  readonly ownerId: string;
  readonly subjects: readonly number[];
  readonly documents: readonly OpenDocument<Holder>[];
}

/**
 * Reads the owners once more, plans again and draws the documents up. The link is read after them: a connected schedule
 * keeps its entity linked, so it is the link of every schedule whose intent is then written.
 */
async function drawUp<Own extends Owner, Wanted, Ready extends ReadyDocument, Holder extends object>(
  run: Run,
  kind: DocumentKind<Own, Wanted, Ready, Holder>,
  { chosen }: Batch<Own, Wanted, Ready>,
  results: Results,
): Promise<DrawnUp<Holder>[]> {
  const { context, entity, link } = run;
  const anew = await Promise.allSettled(
    chosen.map(async (one) => {
      const owner = await readOwner<Own>(run, kind, one.ownerId);
      return { owner, plan: await kind.plan(run, owner, one.wanted, one.problem) };
    }),
  );
  const { xero } = await readAgain(context.services.table, entity);
  if (xero?.tenantId !== link.tenantId) throw linkChanged();
  const drawn: DrawnUp<Holder>[] = [];
  for (const [index, { ownerId, contactId, ready: wanted }] of chosen.entries()) {
    const subjects = wanted.map(({ subject }) => subject);
    try {
      const result = anew[index];
      if (result?.status !== 'fulfilled') throw result?.reason;
      const { owner, plan } = result.value;
      const documents = await kind.draft(run, owner, stillReady(plan, wanted), {
        contactId,
        shortCode: xero.shortCode,
      });
      drawn.push({ ownerId, owner, subjects, documents });
    } catch (error) {
      if (error instanceof Refusal) {
        results.add(
          ownerId,
          subjects.map((subject) => [subject, { kind: 'skipped', reason: error }]),
        );
      } else results.fail(ownerId, error);
    }
  }
  return drawn;
}

/**
 * Returns the documents of a batch as they are planned now.
 * @throws Refusal when one may not be posted any more, or is another document now
 */
function stillReady<Ready extends ReadyDocument>(plan: Plan<Ready>, wanted: readonly Ready[]): Ready[] {
  const reasons = new Map(plan.outcomes);
  return wanted.map(({ subject, part, type, date }) => {
    const now = plan.ready.find((one) => one.subject === subject && one.part === part);
    if (now && now.type === type && now.date === date) return now;
    const outcome = reasons.get(subject);
    throw outcome?.kind === 'skipped' ? outcome.reason : scheduleChanged();
  });
}
