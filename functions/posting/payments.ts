/**
 * Posting payments of an entity's schedules: reconcile what is open, select what may be posted, find contacts and account
 * codes, then freeze, send and record (`pipeline.ts`). Each step takes the progress of all schedules and returns it
 * one step further.
 */
import { businessDate, type CalendarDate, isLocked } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { type OwnedEntity, ownEntity, type XeroLink } from '../records/entities/entity.ts';
import { readContract } from '../records/schedules/events.ts';
import type { XeroServices } from '../services/context.ts';
import { type PaymentState, readPaymentStates } from '../records/schedules/payments.ts';
import {
  type OwnedSchedule,
  ownSchedule,
  postingInProgress,
  scheduleChanged,
} from '../records/schedules/schedule.ts';
import { coveredNow } from '../records/schedules/sync-state.ts';
import type { DocumentType } from '../services/xero/port.ts';
import type { TableReader } from '../store/table.ts';
import type { PostingContext } from './recorded-call.ts';
import type { DraftedOfSchedule } from './batches.ts';
import type { OpenDocument } from './open-document.ts';
import { contactOf, readActiveContacts } from './contact.ts';
import type { DocumentSetting } from './ledger-documents.ts';
import { paymentDocument, type PlannedPayment, plannedPayments } from './payment-documents.ts';
import { recordEmptyPayments } from './empty-documents.ts';
import { inWordsOfPage, type Outcome, type Problem } from './outcome.ts';
import { batchesOf, type Chosen, type PlannedBatch } from './payment-batches.ts';
import {
  type BatchResult,
  newProgress,
  type Progress,
  runStep,
  type SchedulePosting,
  skipAll,
  type WantedPayments,
  withOutcomes,
  withResult,
  worse,
} from './payment-progress.ts';
import { freeze, send, reconcile } from './pipeline.ts';
import {
  checkReady,
  coveredPayment,
  linkChanged,
  lockedPayment,
  noPartDue,
  openingOutOfDate,
  outOfTime,
  unconfirmedPayment,
  unknownPayment,
} from './refusals.ts';
import { isUndoUncertain } from './removals.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { type PostingRequest, runPosting } from './run-posting.ts';
import { linkOf } from '../xero/session.ts';
import { accountCodes, readChart, readLockDate } from '../xero/reads.ts';

/** The context that all steps of a run share. */
interface Run extends PostingRequest {
  readonly context: PostingContext;
  readonly link: XeroLink;
  readonly today: CalendarDate;
}

/**
 * Posts payments that are not in Xero yet. Schedules share calls to Xero: the lock date, the chart, the contacts, and
 * up to fifty payments at a time. A problem with one schedule hinders no other.
 * @returns the results in the order asked.
 * @throws Refusal `conflict` when nothing of the entity can be posted, XeroError when Xero can't be asked.
 */
export async function postPayments(
  services: XeroServices,
  request: PostingRequest,
  wanted: readonly WantedPayments[],
): Promise<readonly SchedulePosting[]> {
  const link = linkOf(request.entity);
  await requirePaidPlan(services.table, request.entity.tenantId);
  return runPosting(services, request, async (context) => {
    const today = businessDate(services.clock.now());
    const run: Run = { ...request, context, link, today };
    const selected = await Promise.all((await readReconciled(run, wanted)).map((one) => select(run, one)));
    if (selected.every(({ remaining }) => remaining.length === 0)) return selected;
    const unlocked = await leaveOutLocked(run, selected);
    const withLines = await Promise.all(unlocked.map((progress) => recordEmpty(run, progress)));
    if (withLines.every(({ remaining }) => remaining.length === 0)) return withLines;
    return postRemaining(run, await findContacts(run, withLines));
  });
}

/** Reads the schedules, and reconciles those with open documents. Payments found in Xero count as posted. */
async function readReconciled(run: Run, wanted: readonly WantedPayments[]): Promise<readonly Progress[]> {
  const begun = await Promise.all(
    wanted.map((one) => runStep(newProgress(one), (it) => readSchedule(run, it))),
  );
  const open = begun.filter(({ schedule }) => (schedule?.openIntents ?? 0) > 0);
  if (open.length === 0) return begun;
  const { context } = run;
  const { table } = context.services;
  const before = await Promise.all(open.map(({ scheduleId }) => readPaymentStates(table, scheduleId)));
  const problems = await reconcile(
    context,
    open.map(({ scheduleId }) => scheduleId),
  );
  return Promise.all(
    begun.map(async (progress) => {
      const index = open.indexOf(progress);
      if (index < 0) return progress;
      const states = await readPaymentStates(table, progress.scheduleId);
      const problem = problems.get(progress.scheduleId);
      const outcomes = progress.remaining.flatMap((number): [number, Outcome][] => {
        const state = states.get(number);
        const wasPosting = before[index]?.get(number)?.state === 'posting';
        if (wasPosting && state?.state === 'synced')
          return [[number, { kind: 'posted', documentId: state.documentId ?? '' }]];
        if (state?.state !== 'posting') return [];
        return [[number, { kind: 'unconfirmed', reason: problem ?? unconfirmedPayment() }]];
      });
      return runStep(withOutcomes(progress, outcomes), async (it) => {
        // Payments follow the contract with the event or without it.
        if (await isUndoUncertain(table, it.scheduleId)) throw problem ?? postingInProgress();
        return readSchedule(run, it);
      });
    }),
  );
}

async function readSchedule({ context, entity }: Run, progress: Progress): Promise<Progress> {
  const { table } = context.services;
  const schedule = await ownSchedule(table, entity, progress.scheduleId);
  return { ...progress, schedule, contract: await readContract(table, schedule) };
}

/** Leaves out payments that are in Xero, in the opening balances, or being posted, and plans the documents of others. */
function select({ context, entity, link, today }: Run, progress: Progress): Promise<Progress> {
  return runStep(progress, async (it) => {
    const { schedule, contract } = it;
    if (!schedule || !contract) return it;
    checkReady(schedule, link);
    const states = await readPaymentStates(context.services.table, it.scheduleId);
    const covered = coveredNow(schedule, entity, contract);
    const decided = it.remaining.flatMap((number): [number, Outcome][] => {
      const reason = whyNot(states.get(number), number <= covered);
      return reason ? [[number, reason]] : [];
    });
    const chosen = withOutcomes(it, decided);
    const open = chosen.remaining.filter((number) => states.get(number)?.state !== 'synced');
    return planned({ ...chosen, remaining: open }, schedule, contract, states, today);
  });
}

function whyNot(state: PaymentState | undefined, isCovered: boolean): Outcome | null {
  if (state?.state === 'posting') return { kind: 'unconfirmed', reason: unconfirmedPayment() };
  const isBegun = state !== undefined && state.state !== 'unsynced';
  return !isBegun && isCovered ? { kind: 'skipped', reason: coveredPayment() } : null;
}

/** Plans the documents of the remaining payments. A payment without any is skipped. */
function planned(
  progress: Progress,
  { accounts }: OwnedSchedule,
  contract: Contract,
  states: ReadonlyMap<number, PaymentState>,
  today: CalendarDate,
): Progress {
  const documents: PlannedPayment[] = [];
  const skipped: [number, Outcome][] = [];
  for (const number of progress.remaining) {
    if (number > contract.count) {
      skipped.push([number, { kind: 'skipped', reason: unknownPayment() }]);
      continue;
    }
    try {
      const own = plannedPayments(contract, number, states.get(number), accounts, today);
      if (own.length === 0) skipped.push([number, { kind: 'skipped', reason: noPartDue() }]);
      documents.push(...own);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      skipped.push([number, { kind: 'skipped', reason: error }]);
    }
  }
  return { ...withOutcomes(progress, skipped), planned: documents };
}

async function leaveOutLocked({ context }: Run, all: readonly Progress[]): Promise<readonly Progress[]> {
  const lockDate = await readLockDate(context.services.xero, context.session);
  return all.map((progress) => {
    const locked = progress.planned.filter(({ date }) => isLocked(date, lockDate));
    const reason = lockedPayment();
    return withOutcomes(
      progress,
      locked.map(({ number }) => [number, { kind: 'skipped', reason }] as const),
    );
  });
}

/** Time that is kept for posting while contacts are looked for. */
const POSTING_MS = 10_000;

/** Finds each schedule's contact. Many new ones take many calls: schedules that come too late wait for the next run. */
async function findContacts(run: Run, all: readonly Progress[]): Promise<readonly Progress[]> {
  const { context, entity, deadlines } = run;
  const pending = all.flatMap(({ schedule, remaining }) =>
    schedule && remaining.length > 0 ? [schedule] : [],
  );
  const active = await readActiveContacts(context, pending);
  const found: Progress[] = [];
  for (const progress of all) {
    const { schedule, remaining } = progress;
    const isKnown = active.has(schedule?.contact?.contactId ?? '');
    const isFirst = found.every(({ contactId }) => contactId === null);
    const isLate = !isFirst && !isKnown && context.services.clock.now() > deadlines.startBy - POSTING_MS;
    found.push(
      await runStep(progress, async (it) => {
        if (!schedule || remaining.length === 0) return it;
        if (isLate) throw outOfTime();
        return { ...it, contactId: await contactOf(context, entity, schedule, active) };
      }),
    );
  }
  return found;
}

/** Posts the remaining payments in batches until there is no time, or Xero does not answer. */
async function postRemaining(run: Run, all: readonly Progress[]): Promise<readonly SchedulePosting[]> {
  const batches = batchesOf(all);
  if (batches.length === 0) return all;
  const { xero, clock } = run.context.services;
  const codes = accountCodes(await readChart(xero, run.context.session));
  const contacts = new Map(all.map((one) => [one.scheduleId, one.contactId ?? '']));
  const ready: Ready = { codes, contacts };
  let results = all;
  let stop: Problem | null = null;
  for (const batch of batches) {
    if (clock.now() >= run.deadlines.startBy) stop = outOfTime();
    if (stop) break;
    const posted = await postBatch(run, ready, batch);
    results = results.map((progress) => withResult(progress, posted.results.get(progress.scheduleId)));
    stop = posted.stop;
  }
  return results.map((progress) => withOutcomes(progress, skipAll(progress.remaining, stop ?? outOfTime())));
}

/** Payments without lines count as synced; nothing is posted of them. */
function recordEmpty({ context, entity }: Run, progress: Progress): Promise<Progress> {
  return runStep(progress, async (it) => {
    const empty = it.planned.filter(({ document }) => document === null).map(({ number }) => number);
    if (!it.schedule || empty.length === 0) return it;
    const schedule = await recordEmptyPayments(context, entity, it.schedule, empty);
    return withOutcomes(
      { ...it, schedule },
      empty.map((number) => [number, { kind: 'posted', documentId: '' }] as const),
    );
  });
}

/** The inputs of documents besides their schedules: account codes by id, contacts by schedule. */
interface Ready {
  readonly codes: ReadonlyMap<string, string>;
  readonly contacts: ReadonlyMap<string, string>;
}

/** The results of a batch by schedule, and the reason to send no further batch. */
interface BatchPosted {
  readonly results: ReadonlyMap<string, BatchResult>;
  readonly stop: Problem | null;
}

/** Freezes and sends one batch. */
async function postBatch(run: Run, ready: Ready, batch: PlannedBatch): Promise<BatchPosted> {
  const { context, entity, deadlines } = run;
  const { drafted, results } = await draftBatch(run, ready, batch);
  if (drafted.length === 0) return { results, stop: null };
  const { outcomes, isRefusedWhole } = await send(
    context,
    await freeze(context, entity, batch.type, drafted),
    deadlines.startBy,
  );
  // Xero may have refused the whole call because of one document.
  if (isRefusedWhole && drafted.length > 1) return postApart(run, ready, batch);
  for (const { schedule, documents } of drafted) {
    const own = new Map<number, Outcome>();
    for (const { reference, item } of documents) {
      const number = Number(item['number']);
      own.set(number, worse(own.get(number), paymentOutcome(outcomes.get(reference))));
    }
    results.set(schedule.scheduleId, { outcomes: own, failure: null });
  }
  const unanswered = [...outcomes.values()].find(({ kind }) => kind === 'unconfirmed');
  return { results, stop: unanswered?.kind === 'unconfirmed' ? unanswered.reason : null };
}

/** Posts the schedules of a batch in a call each. */
async function postApart(run: Run, ready: Ready, { type, chosen }: PlannedBatch): Promise<BatchPosted> {
  const results = new Map<string, BatchResult>();
  for (const one of chosen) {
    const posted = await postBatch(run, ready, { type, chosen: [one] });
    for (const [scheduleId, result] of posted.results) results.set(scheduleId, result);
    if (posted.stop) return { results, stop: posted.stop };
  }
  return { results, stop: null };
}

/** Returns a document's outcome as that of its payment, in the words of the page. */
function paymentOutcome(outcome: Outcome | undefined): Outcome {
  const isUnknown = outcome?.kind === 'unconfirmed' && outcome.reason instanceof Refusal;
  if (!outcome || isUnknown) return { kind: 'unconfirmed', reason: unconfirmedPayment() };
  return inWordsOfPage(outcome);
}

interface DraftedBatch {
  readonly drafted: readonly DraftedOfSchedule[];
  /** Results of schedules that can't be posted any more. */
  readonly results: Map<string, BatchResult>;
}

/**
 * Reads the schedules once more and draws up their documents. The link is read after them: a connected schedule keeps
 * its entity linked, so it is the link of every schedule whose intent is then written.
 */
async function draftBatch(run: Run, ready: Ready, { type, chosen }: PlannedBatch): Promise<DraftedBatch> {
  const { context, entity, link } = run;
  const { table } = context.services;
  const anew = await Promise.allSettled(chosen.map((one) => readAnew(table, entity, one)));
  const { xero } = await ownEntity(table, entity.tenantId, entity.entityId);
  if (xero?.tenantId !== link.tenantId) throw linkChanged();
  const drafted: DraftedOfSchedule[] = [];
  const results = new Map<string, BatchResult>();
  for (const [index, { scheduleId, planned: wanted }] of chosen.entries()) {
    try {
      const result = anew[index];
      if (result?.status !== 'fulfilled') throw result?.reason;
      const { schedule } = result.value;
      checkReady(schedule, link);
      drafted.push({ schedule, documents: draftDocuments(run, ready, type, result.value, wanted) });
    } catch (error) {
      const isRefusal = error instanceof Refusal;
      const numbers = wanted.map(({ number }) => number);
      const outcomes = new Map(isRefusal ? skipAll(numbers, error) : []);
      results.set(scheduleId, { outcomes, failure: isRefusal ? null : error });
    }
  }
  return { drafted, results };
}

interface ReadAnew {
  readonly schedule: OwnedSchedule;
  readonly contract: Contract;
  readonly states: ReadonlyMap<number, PaymentState>;
}

async function readAnew(table: TableReader, entity: OwnedEntity, { scheduleId }: Chosen): Promise<ReadAnew> {
  const schedule = await ownSchedule(table, entity, scheduleId);
  const contract = await readContract(table, schedule);
  return { schedule, contract, states: await readPaymentStates(table, scheduleId) };
}

/** @throws Refusal `conflict` when the documents aren't those that were planned. */
function draftDocuments(
  { context, entity, link, today }: Run,
  ready: Ready,
  type: DocumentType,
  { schedule, contract, states }: ReadAnew,
  wanted: readonly PlannedPayment[],
): OpenDocument[] {
  const covered = coveredNow(schedule, entity, contract);
  if (schedule.openJournal !== null || wanted.some(({ number }) => number <= covered)) {
    throw openingOutOfDate();
  }
  const setting: DocumentSetting = {
    origin: context.services.origin,
    xeroTenantId: link.tenantId,
    shortCode: link.shortCode,
    contactId: ready.contacts.get(schedule.scheduleId) ?? '',
    codes: ready.codes,
  };
  return wanted.map((one) => {
    if (one.number > contract.count) throw scheduleChanged();
    const state = states.get(one.number);
    const now = plannedPayments(contract, one.number, state, schedule.accounts, today).find(
      ({ part }) => part === one.part,
    );
    if (!now?.document || now.document.type !== type || now.date !== one.date) throw scheduleChanged();
    return paymentDocument(schedule, now, now.document, state, setting);
  });
}
