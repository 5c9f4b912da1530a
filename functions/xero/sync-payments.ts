/** Posting some of a schedule's payments: what may be posted, in batches, each exactly once. */
import { isMappingComplete } from '../../domain/journal/account-mapping.ts';
import { paymentJournal } from '../../domain/journal/payment-journal.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise, type Amortisation } from '../../domain/schedule/amortise.ts';
import { isLocked } from '../../domain/schedule/selection.ts';
import type { OwnedEntity, XeroLink } from '../entities/entity-store.ts';
import { type PaymentState, readPaymentStates } from '../schedules/payment-store.ts';
import { type OwnedSchedule, ownSchedule } from '../schedules/schedule-store.ts';
import { coveredNow } from '../schedules/schedule-view.ts';
import { freezePayment } from '../services/xero/documents.ts';
import { type XeroError, xeroLimits } from '../services/xero/port.ts';
import { readTenant } from '../tenants/tenant-store.ts';
import type { XeroServices } from './access-token.ts';
import { atXero, settleSchedule, type Time } from './at-xero.ts';
import { linkOf } from './books.ts';
import { readLockDate } from './chart.ts';
import { withContact } from './contact.ts';
import type { PostingContext } from './exactly-once.ts';
import { sendPosting, type PostingResult } from './post-payments.ts';
import { openPosting, type Posting } from './posting-store.ts';
import {
  coveredPayment,
  lockedPayment,
  notReady,
  openingOutOfDate,
  outOfTime,
  refusedByXero,
  unconfirmedPayment,
  upgradeNeeded,
} from './sync-refusals.ts';

/** Why a payment isn't in Xero, by its number. */
export type Problems = ReadonlyMap<number, Refusal | XeroError>;

export interface PaymentsSynced {
  /** The schedule and its payments as they stand afterwards. */
  readonly schedule: OwnedSchedule;
  readonly states: ReadonlyMap<number, PaymentState>;
  readonly problems: Problems;
}

/** One run over some payments of a schedule. */
interface Run {
  readonly context: PostingContext;
  readonly entity: OwnedEntity;
  readonly link: XeroLink;
  readonly scheduleId: string;
  readonly time: Time;
  readonly problems: Map<number, Refusal | XeroError>;
}

/** How often a call without an answer is repeated at once. */
const ATTEMPTS = 3;
const PAUSE_MS = 1000;

/**
 * Posts payments that are not in Xero yet. Each that could not be posted has its problem; those that are posted
 * already have none.
 * @throws Refusal `conflict` when nothing of the schedule can be posted, XeroError when Xero can't be asked.
 */
export async function syncPayments(
  services: XeroServices,
  entity: OwnedEntity,
  { scheduleId }: Pick<OwnedSchedule, 'scheduleId'>,
  numbers: readonly number[],
  time: Time,
): Promise<PaymentsSynced> {
  const { table } = services;
  const link = linkOf(entity);
  const tenant = await readTenant(table, entity.tenantId);
  if (!tenant || tenant.maximum === 0) throw upgradeNeeded();
  checkReady(await ownSchedule(table, entity, scheduleId), link);
  const problems = new Map<number, Refusal | XeroError>();
  await atXero(services, link, time, async (context) => {
    await settleSchedule(context, scheduleId);
    await postAll({ context, entity, link, scheduleId, time, problems }, numbers);
  });
  const schedule = await ownSchedule(table, entity, scheduleId);
  return { schedule, states: await readPaymentStates(table, scheduleId), problems };
}

/** @throws Refusal `conflict` */
function checkReady({ xeroConnected, accounts, opening }: OwnedSchedule, link: XeroLink): void {
  if (!xeroConnected || !isMappingComplete(accounts)) throw notReady();
  if (opening?.xeroTenantId === link.tenantId && opening.outOfDate) throw openingOutOfDate();
}

async function postAll(run: Run, numbers: readonly number[]): Promise<void> {
  const { context, entity, scheduleId, problems } = run;
  const { services, books } = context;
  const schedule = await ownSchedule(services.table, entity, scheduleId);
  const candidates = await selectUnposted(run, schedule, numbers);
  if (candidates.length === 0) return;
  const lockDate = await readLockDate(services.xero, books);
  const amortisation = amortise(schedule.terms);
  const wanted = candidates.filter((number) => {
    const locked = isLocked(amortisation.payment(number).date, lockDate);
    if (locked) problems.set(number, lockedPayment());
    return !locked;
  });
  if (wanted.length === 0) return;
  const { contactId } = await withContact(context, entity, schedule);
  for (let from = 0; from < wanted.length; from += xeroLimits.documentsPerCall) {
    const batch = wanted.slice(from, from + xeroLimits.documentsPerCall);
    const stop = await postBatch(run, contactId, batch);
    if (!stop) continue;
    for (const number of wanted.slice(from + batch.length)) problems.set(number, stop);
    return;
  }
}

/** Those that nothing is known of in Xero, in order; the others get their problem or are posted already. */
async function selectUnposted(
  { context, entity, problems }: Run,
  schedule: OwnedSchedule,
  numbers: readonly number[],
): Promise<number[]> {
  const states = await readPaymentStates(context.services.table, schedule.scheduleId);
  const covered = coveredNow(schedule, entity);
  for (const number of numbers) {
    const state = states.get(number)?.state;
    if (state === 'posting') problems.set(number, unconfirmedPayment());
    else if (state === undefined && number <= covered) problems.set(number, coveredPayment());
  }
  const unposted = numbers.filter((number) => !states.has(number) && !problems.has(number));
  return [...new Set(unposted)].toSorted((a, b) => a - b);
}

/** Posts one batch; answers why it makes no sense to go on, or null. */
async function postBatch(
  run: Run,
  contactId: string,
  batch: readonly number[],
): Promise<Refusal | XeroError | null> {
  const { context, time, problems } = run;
  const isLate = context.services.clock.now() >= time.until;
  const posting = isLate ? outOfTime() : await freeze(run, contactId, batch).catch(refusalOf);
  if (posting instanceof Refusal) {
    for (const number of batch) problems.set(number, posting);
    return posting;
  }
  const { posting: after, refused, failure } = await sendPatiently(context, posting, time);
  // What is refused though an earlier call may still be carried out is no refusal yet.
  const stop = failure?.kind === 'refused' ? unconfirmedPayment() : failure;
  for (const number of after.open) problems.set(number, stop ?? unconfirmedPayment());
  for (const [number, sentences] of refused) {
    if (!after.open.includes(number)) problems.set(number, refusedByXero(sentences));
  }
  return stop;
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** The posting of a batch as the schedule stands now, its intent written. */
async function freeze(
  { context, entity, link, scheduleId }: Run,
  contactId: string,
  batch: readonly number[],
): Promise<Posting> {
  const { table, ids, clock } = context.services;
  const schedule = await ownSchedule(table, entity, scheduleId);
  checkReady(schedule, link);
  if (schedule.openJournal !== null || batch.some((number) => number <= coveredNow(schedule, entity))) {
    throw openingOutOfDate();
  }
  const amortisation = amortise(schedule.terms);
  const given = {
    batchId: ids.uuid(),
    key: ids.uuid(),
    xeroTenantId: link.tenantId,
    shortCode: link.shortCode,
    documents: batch.map((number) => freezeOne(schedule, amortisation, number, contactId)),
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

/** Sends a posting, again while nothing is known of it and there is time. */
async function sendPatiently(
  context: PostingContext,
  posting: Posting,
  { until }: Time,
): Promise<PostingResult> {
  const { clock, timers } = context.services;
  let result = await sendPosting(context, posting);
  for (let attempt = 1; attempt < ATTEMPTS && result.failure?.kind === 'unavailable'; attempt++) {
    const pause = attempt * PAUSE_MS;
    if (clock.now() + pause >= until) break;
    await timers.sleep(pause);
    result = await sendPosting(context, result.posting);
  }
  return result;
}
