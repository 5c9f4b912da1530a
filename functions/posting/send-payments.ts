/** Payments that may be posted, of one or of several schedules: frozen, and sent in batches, each exactly once. */
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { paymentJournal } from '../../domain/journal/payment-journal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise, type Amortisation } from '../../domain/schedule/amortise.ts';
import type { OwnedEntity, XeroLink } from '../entities/entity-store.ts';
import { type OwnedSchedule, ownSchedule } from '../schedules/schedule-store.ts';
import { coveredNow } from '../schedules/schedule-view.ts';
import { freezePayment } from '../services/xero/documents.ts';
import { type XeroError, xeroLimits } from '../services/xero/port.ts';
import type { Time } from './posting-session.ts';
import type { PostingContext } from './protocol.ts';
import { type BatchResult, sendBatch } from './post-payments.ts';
import { openPosting, type Posting } from './payment-intent-store.ts';
import { notReady, openingOutOfDate, outOfTime, refusedByXero, unconfirmedPayment } from './refusals.ts';

/** Why a payment isn't in Xero. */
export type Problem = Refusal | XeroError;

/** One run over payments of an entity's schedules. */
export interface Run {
  readonly context: PostingContext;
  readonly entity: OwnedEntity;
  readonly link: XeroLink;
  readonly time: Time;
}

/** A schedule in a run, and what has come of its payments so far. */
export interface Part {
  readonly scheduleId: string;
  /** Payments that are in Xero now and were not before. */
  readonly posted: number[];
  readonly problems: Map<number, Problem>;
  /** Why nothing more of the schedule can be posted. */
  failure: unknown;
}

/** A payment that is to be posted. */
export interface Chosen {
  readonly part: Part;
  readonly contactId: string;
  readonly number: number;
}

/** How often a call without an answer is repeated at once. */
const ATTEMPTS = 3;
const PAUSE_MS = 1000;

/** Posts payments in their order, as many in a call as Xero takes, until that makes no sense any more. */
export async function postChosen(run: Run, chosen: readonly Chosen[]): Promise<void> {
  for (let from = 0; from < chosen.length; from += xeroLimits.documentsPerCall) {
    const batch = chosen.slice(from, from + xeroLimits.documentsPerCall);
    const isLate = run.context.services.clock.now() >= run.time.until;
    const stop = isLate ? outOfTime() : await postBatch(run, batch);
    if (!stop) continue;
    const rest = chosen.slice(isLate ? from : from + batch.length);
    for (const { part, number } of rest) part.problems.set(number, stop);
    return;
  }
}

/** @throws Refusal `conflict` */
export function checkReady({ xeroConnected, accounts, opening }: OwnedSchedule, link: XeroLink): void {
  if (!xeroConnected || !isMappingComplete(accounts)) throw notReady();
  if (opening?.xeroTenantId === link.tenantId && opening.outOfDate) throw openingOutOfDate();
}

/** Posts one batch; answers why it makes no sense to go on, or null. */
async function postBatch(run: Run, batch: readonly Chosen[]): Promise<Problem | null> {
  const { context, time } = run;
  const { ids } = context.services;
  const shared = { batchId: ids.uuid(), key: ids.uuid() };
  const frozen: { readonly part: Part; readonly posting: Posting }[] = [];
  for (const [part, payments] of Map.groupBy(batch, (one) => one.part)) {
    const posting = await freeze(run, payments, shared).catch((error: unknown) => {
      if (error instanceof Refusal) for (const { number } of payments) part.problems.set(number, error);
      else part.failure = error;
      return null;
    });
    if (posting) frozen.push({ part, posting });
  }
  if (frozen.length === 0) return null;
  const result = await sendPatiently(
    context,
    frozen.map(({ posting }) => posting),
    time,
  );
  if (result.isRefusedWhole && frozen.length > 1) return postApart(run, batch);
  // What is refused though an earlier call may still be carried out is no refusal yet.
  const stop = result.failure?.kind === 'refused' ? unconfirmedPayment() : result.failure;
  for (const [index, { part }] of frozen.entries()) noteResult(part, result, index, stop);
  return stop;
}

/** Posts a batch's schedules each in a call of its own. */
async function postApart(run: Run, batch: readonly Chosen[]): Promise<Problem | null> {
  let stop: Problem | null = null;
  for (const payments of Map.groupBy(batch, ({ part }) => part).values()) {
    if (stop) for (const { part, number } of payments) part.problems.set(number, stop);
    else stop = await postBatch(run, payments);
  }
  return stop;
}

/** What came of one posting of a batch. */
function noteResult(
  part: Part,
  { postings, refused }: BatchResult,
  index: number,
  stop: Problem | null,
): void {
  const posting = postings[index];
  for (const { number, reference } of posting?.documents ?? []) {
    const sentences = refused.get(reference);
    if (posting?.open.includes(number)) part.problems.set(number, stop ?? unconfirmedPayment());
    else if (sentences !== undefined) part.problems.set(number, refusedByXero(sentences));
    else part.posted.push(number);
  }
}

/** The posting of a schedule's payments as it stands now, its intent written. */
async function freeze(
  { context, entity, link }: Run,
  payments: readonly Chosen[],
  shared: Pick<Posting, 'batchId' | 'key'>,
): Promise<Posting> {
  const { table, clock } = context.services;
  const [first] = payments;
  if (!first) throw new RangeError('There is nothing to freeze');
  const { part, contactId } = first;
  const schedule = await ownSchedule(table, entity, part.scheduleId);
  checkReady(schedule, link);
  const covered = coveredNow(schedule, entity);
  if (schedule.openJournal !== null || payments.some(({ number }) => number <= covered)) {
    throw openingOutOfDate();
  }
  const amortisation = amortise(schedule.terms);
  const given = {
    ...shared,
    xeroTenantId: link.tenantId,
    shortCode: link.shortCode,
    documents: payments.map(({ number }) => freezeOne(schedule, amortisation, number, contactId)),
  };
  return openPosting(table, entity, schedule, given, new Date(clock.now()).toISOString());
}

function freezeOne(
  { scheduleId, accounts }: OwnedSchedule,
  amortisation: Amortisation,
  number: number,
  contactId: string,
): Posting['documents'][number] {
  if (!isMappingComplete(accounts)) throw notReady();
  const { date, lines } = paymentJournal(amortisation, number, accounts);
  const frozen = freezePayment({
    reference: `PD-${scheduleId}-${number}`,
    date,
    contactId,
    bankAccountId: accounts.bankAccountId,
    lines: lines.map(({ account, description, amount }) => ({
      accountId: account,
      description,
      cents: amount,
    })),
  });
  return { number, ...frozen };
}

/** Sends a batch, again while nothing is known of it and there is time. */
async function sendPatiently(
  context: PostingContext,
  postings: readonly Posting[],
  { until }: Time,
): Promise<BatchResult> {
  const { clock, timers } = context.services;
  let result = await sendBatch(context, postings);
  for (let attempt = 1; attempt < ATTEMPTS && result.failure?.kind === 'unavailable'; attempt++) {
    const pause = attempt * PAUSE_MS;
    const isWhole = result.postings.every(({ open }) => open.length > 0);
    if (!isWhole || clock.now() + pause >= until) break;
    await timers.sleep(pause);
    result = await sendBatch(context, result.postings);
  }
  return result;
}
