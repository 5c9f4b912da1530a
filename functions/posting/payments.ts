/**
 * Posting payments of an entity's schedules: settle what is open, select what may be posted, find contacts and account
 * codes, then freeze, send and record (`pipeline.ts`). Each step takes the progress of all schedules and returns it
 * one step further.
 */
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { Refusal } from '../../domain/refusal.ts';
import { paymentDate } from '../../domain/schedule/due-dates.ts';
import { isLocked } from '../../domain/schedule/selection.ts';
import { ownEntity, type XeroLink } from '../entities/entity-store.ts';
import type { XeroServices } from '../lib/context.ts';
import { type PaymentState, readPaymentStates } from '../schedules/payment-store.ts';
import { type OwnedSchedule, ownSchedule } from '../schedules/schedule-store.ts';
import { coveredNow } from '../schedules/schedule-view.ts';
import { XeroError, xeroLimits } from '../services/xero/port.ts';
import { WriteRefused } from '../store/table.ts';
import type { PostingContext } from './announced-call.ts';
import { contactOf, readActiveContacts } from './contact.ts';
import { LeaseLost } from './lease.ts';
import { type DocumentSetting, paymentDocuments } from './payment-documents.ts';
import { type Drafted, freeze, type Outcome, type Problem, send, settle } from './pipeline.ts';
import {
  coveredPayment,
  linkChanged,
  lockedPayment,
  notReady,
  openingOutOfDate,
  outOfTime,
  refusedByXero,
  unconfirmedPayment,
} from './refusals.ts';
import { requirePaidPlan } from './require-paid-plan.ts';
import { type PostingRequest, runPosting } from './run-posting.ts';
import { linkOf } from './xero-session.ts';
import { accountCodes, readChart, readLockDate } from './xero-reads.ts';

/** Payments of a schedule that are wanted in Xero. */
export interface Wanted {
  readonly scheduleId: string;
  readonly numbers: readonly number[];
}

/**
 * The result for one schedule. Payments that are in Xero since before have no outcome. `failure` is why nothing of the
 * schedule could be posted.
 */
export interface SchedulePosting {
  readonly scheduleId: string;
  readonly outcomes: ReadonlyMap<number, Outcome>;
  readonly failure: unknown;
}

/** A schedule on its way through the steps. `remaining` are its payments without an outcome, in order. */
interface Progress extends SchedulePosting {
  readonly schedule: OwnedSchedule | null;
  readonly remaining: readonly number[];
  readonly contactId: string | null;
}

/** The context that all steps of a run share. */
interface Run extends PostingRequest {
  readonly context: PostingContext;
  readonly link: XeroLink;
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
  wanted: readonly Wanted[],
): Promise<readonly SchedulePosting[]> {
  const link = linkOf(request.entity);
  await requirePaidPlan(services.table, request.entity.tenantId);
  return runPosting(services, request, async (context) => {
    const run: Run = { ...request, context, link };
    const selected = await Promise.all((await settled(run, wanted)).map((one) => select(run, one)));
    if (selected.every(({ remaining }) => remaining.length === 0)) return selected;
    const unlocked = await leaveOutLocked(run, selected);
    if (unlocked.every(({ remaining }) => remaining.length === 0)) return unlocked;
    return postRemaining(run, await findContacts(run, unlocked));
  });
}

/** Reads the schedules, and settles those with open documents. Payments found in Xero count as posted. */
async function settled(run: Run, wanted: readonly Wanted[]): Promise<readonly Progress[]> {
  const begun = await Promise.all(
    wanted.map((one) => attempt(newProgress(one), (it) => readSchedule(run, it))),
  );
  const open = begun.filter(({ schedule }) => (schedule?.openIntents ?? 0) > 0);
  if (open.length === 0) return begun;
  const { context } = run;
  const { table } = context.services;
  const before = await Promise.all(open.map(({ scheduleId }) => readPaymentStates(table, scheduleId)));
  const problems = await settle(
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
        const wasSynced = before[index]?.get(number)?.state === 'synced';
        if (state?.state === 'synced' && !wasSynced)
          return [[number, { kind: 'posted', documentId: state.documentId ?? '' }]];
        if (state?.state !== 'posting') return [];
        return [[number, { kind: 'unconfirmed', reason: problem ?? unconfirmedPayment() }]];
      });
      return attempt(decide(progress, outcomes), (it) => readSchedule(run, it));
    }),
  );
}

const newProgress = ({ scheduleId, numbers }: Wanted): Progress => ({
  scheduleId,
  outcomes: new Map(),
  failure: null,
  schedule: null,
  remaining: [...new Set(numbers)].toSorted((a, b) => a - b),
  contactId: null,
});

const decide = (progress: Progress, outcomes: Iterable<readonly [number, Outcome]>): Progress => {
  const all = new Map([...progress.outcomes, ...outcomes]);
  return { ...progress, outcomes: all, remaining: progress.remaining.filter((number) => !all.has(number)) };
};

async function readSchedule({ context, entity }: Run, progress: Progress): Promise<Progress> {
  return { ...progress, schedule: await ownSchedule(context.services.table, entity, progress.scheduleId) };
}

/** Runs a step for one schedule. A failure ends that schedule's progress; a lost lease ends the run. */
async function attempt(
  progress: Progress,
  step: (progress: Progress) => Promise<Progress>,
): Promise<Progress> {
  if (progress.failure !== null) return progress;
  try {
    return await step(progress);
  } catch (error) {
    if (error instanceof LeaseLost || error instanceof WriteRefused) throw error;
    return { ...progress, failure: error, remaining: [] };
  }
}

/** Leaves out payments that are in Xero, in the opening balances, or being posted. */
function select({ context, entity, link }: Run, progress: Progress): Promise<Progress> {
  return attempt(progress, async (it) => {
    if (!it.schedule) return it;
    checkReady(it.schedule, link);
    const states = await readPaymentStates(context.services.table, it.scheduleId);
    const covered = coveredNow(it.schedule, entity);
    const decided = it.remaining.flatMap((number): [number, Outcome][] => {
      const reason = whyNot(states.get(number), number <= covered);
      return reason ? [[number, reason]] : [];
    });
    const chosen = decide(it, decided);
    return { ...chosen, remaining: chosen.remaining.filter((number) => !states.has(number)) };
  });
}

function whyNot(state: PaymentState | undefined, isCovered: boolean): Outcome | null {
  if (state?.state === 'posting') return { kind: 'unconfirmed', reason: unconfirmedPayment() };
  return state === undefined && isCovered ? { kind: 'skipped', reason: coveredPayment() } : null;
}

/** @throws Refusal `conflict` */
function checkReady({ xeroConnected, accounts, opening }: OwnedSchedule, link: XeroLink): void {
  if (!xeroConnected || !isMappingComplete(accounts)) throw notReady();
  if (opening?.xeroTenantId === link.tenantId && opening.outOfDate) throw openingOutOfDate();
}

async function leaveOutLocked({ context }: Run, all: readonly Progress[]): Promise<readonly Progress[]> {
  const lockDate = await readLockDate(context.services.xero, context.session);
  return all.map((progress) => {
    const { schedule, remaining } = progress;
    if (!schedule) return progress;
    const locked = remaining.filter((number) => isLocked(paymentDate(schedule.terms, number), lockDate));
    const reason = lockedPayment();
    return decide(
      progress,
      locked.map((number) => [number, { kind: 'skipped', reason }] as const),
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
      await attempt(progress, async (it) => {
        if (!schedule || remaining.length === 0) return it;
        if (isLate) throw outOfTime();
        return { ...it, contactId: await contactOf(context, entity, schedule, active) };
      }),
    );
  }
  return found;
}

/** Payments of one schedule that are posted together, by number. */
interface Chosen {
  readonly scheduleId: string;
  readonly numbers: readonly number[];
}

/** Posts the remaining payments in batches until there is no time, or Xero does not answer. */
async function postRemaining(run: Run, all: readonly Progress[]): Promise<readonly SchedulePosting[]> {
  const batches = batchesOf(all);
  if (batches.length === 0) return all;
  const { xero, clock } = run.context.services;
  const codes = accountCodes(await readChart(xero, run.context.session));
  const ready: Ready = { codes, contacts: new Map(all.map((one) => [one.scheduleId, one.contactId ?? ''])) };
  let results = all;
  let stop: Problem | null = null;
  for (const batch of batches) {
    if (clock.now() >= run.deadlines.startBy) stop = outOfTime();
    if (stop) break;
    const posted = await postBatch(run, ready, batch);
    results = results.map((progress) => mergeResult(progress, posted.results.get(progress.scheduleId)));
    stop = posted.stop;
  }
  return results.map((progress) => decide(progress, skipAll(progress.remaining, stop ?? outOfTime())));
}

/** In the order of their dates, so that a batch is found in a narrow range of dates; fifty payments each. */
function batchesOf(all: readonly Progress[]): readonly (readonly Chosen[])[] {
  const dated = all.flatMap(({ scheduleId, schedule, remaining, contactId }) =>
    schedule === null || contactId === null
      ? []
      : remaining.map((number) => ({ scheduleId, number, date: paymentDate(schedule.terms, number) })),
  );
  dated.sort((a, b) => Number(a.date > b.date) - Number(a.date < b.date));
  const batches: Chosen[][] = [];
  for (let from = 0; from < dated.length; from += xeroLimits.documentsPerCall) {
    const batch = dated.slice(from, from + xeroLimits.documentsPerCall);
    const groups = Map.groupBy(batch, ({ scheduleId }) => scheduleId);
    batches.push(
      Array.from(groups, ([scheduleId, own]) => ({ scheduleId, numbers: own.map(({ number }) => number) })),
    );
  }
  return batches;
}

const skipAll = (numbers: readonly number[], reason: Problem) =>
  numbers.map((number): [number, Outcome] => [number, { kind: 'skipped', reason }]);

/** The inputs of documents besides their schedules: account codes by id, contacts by schedule. */
interface Ready {
  readonly codes: ReadonlyMap<string, string>;
  readonly contacts: ReadonlyMap<string, string>;
}

type Result = Pick<SchedulePosting, 'outcomes' | 'failure'>;

/** The results of a batch by schedule, and why it makes no sense to go on. */
interface BatchPosted {
  readonly results: ReadonlyMap<string, Result>;
  readonly stop: Problem | null;
}

const mergeResult = (progress: Progress, result: Result | undefined): Progress =>
  result ? { ...decide(progress, result.outcomes), failure: progress.failure ?? result.failure } : progress;

/** Freezes and sends one batch. */
async function postBatch(run: Run, ready: Ready, batch: readonly Chosen[]): Promise<BatchPosted> {
  const { context, entity, deadlines } = run;
  const { drafted, results } = await draftBatch(run, ready, batch);
  if (drafted.length === 0) return { results, stop: null };
  const { outcomes, isRefusedWhole } = await send(
    context,
    await freeze(context, entity, 'SPEND', drafted),
    deadlines.startBy,
  );
  // One document may have spoilt the call for the others.
  if (isRefusedWhole && drafted.length > 1) return postApart(run, ready, batch);
  for (const { schedule, documents } of drafted) {
    const own = documents.map(({ token, item }): [number, Outcome] => [
      Number(item['number']),
      inOurWords(outcomes.get(token)),
    ]);
    results.set(schedule.scheduleId, { outcomes: new Map(own), failure: null });
  }
  const unanswered = [...outcomes.values()].find(({ kind }) => kind === 'unconfirmed');
  return { results, stop: unanswered?.kind === 'unconfirmed' ? unanswered.reason : null };
}

/** Posts the schedules of a batch in a call each. */
async function postApart(run: Run, ready: Ready, batch: readonly Chosen[]): Promise<BatchPosted> {
  const results = new Map<string, Result>();
  for (const chosen of batch) {
    const posted = await postBatch(run, ready, [chosen]);
    for (const [scheduleId, result] of posted.results) results.set(scheduleId, result);
    if (posted.stop) return { results, stop: posted.stop };
  }
  return { results, stop: null };
}

function inOurWords(outcome: Outcome | undefined): Outcome {
  const isUnknown = outcome?.kind === 'unconfirmed' && outcome.reason instanceof Refusal;
  if (!outcome || isUnknown) return { kind: 'unconfirmed', reason: unconfirmedPayment() };
  const isSaid = outcome.kind === 'refused' && outcome.reason instanceof XeroError;
  return isSaid ? { kind: 'refused', reason: refusedByXero(outcome.reason) } : outcome;
}

interface DraftedBatch {
  readonly drafted: readonly Drafted[];
  /** Results of schedules that can't be posted any more. */
  readonly results: Map<string, Result>;
}

/**
 * Reads the schedules once more and draws up their documents. The link is read after them: a connected schedule keeps
 * its entity linked, so it is the link of every schedule whose intent is then written.
 */
async function draftBatch(run: Run, ready: Ready, batch: readonly Chosen[]): Promise<DraftedBatch> {
  const { context, entity, link } = run;
  const { table, origin } = context.services;
  const schedules = await Promise.allSettled(
    batch.map(({ scheduleId }) => ownSchedule(table, entity, scheduleId)),
  );
  const { xero } = await ownEntity(table, entity.tenantId, entity.entityId);
  if (xero?.tenantId !== link.tenantId) throw linkChanged();
  const drafted: Drafted[] = [];
  const results = new Map<string, Result>();
  for (const [index, { scheduleId, numbers }] of batch.entries()) {
    try {
      const found = schedules[index];
      if (found?.status !== 'fulfilled') throw found?.reason;
      const schedule = found.value;
      checkReady(schedule, link);
      const covered = coveredNow(schedule, entity);
      if (schedule.openJournal !== null || numbers.some((number) => number <= covered)) {
        throw openingOutOfDate();
      }
      const contactId = ready.contacts.get(scheduleId) ?? '';
      const setting: DocumentSetting = {
        origin,
        xeroTenantId: link.tenantId,
        shortCode: link.shortCode,
        contactId,
        codes: ready.codes,
      };
      const documents = paymentDocuments(schedule, numbers, setting);
      drafted.push({ schedule, documents });
    } catch (error) {
      const isRefusal = error instanceof Refusal;
      const outcomes = new Map(isRefusal ? skipAll(numbers, error) : []);
      results.set(scheduleId, { outcomes, failure: isRefusal ? null : error });
    }
  }
  return { drafted, results };
}
