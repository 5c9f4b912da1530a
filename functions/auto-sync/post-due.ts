/**
 * Auto sync of a batch of schedules. A failure is recorded with its schedule and the queue's message is deleted, so
 * that other schedules of the same Xero organisation continue.
 */
import pMap from 'p-map';
import type { JobResult } from '../access/job-handler.ts';
import { trackingInForce } from '../records/entities/tracking.ts';
import { readPaymentStates } from '../records/schedules/payments.ts';
import { isOpen, readUnknown } from '../records/schedules/unknown-documents.ts';
import { XeroError } from '../services/xero/error.ts';
import { xeroLimits } from '../services/xero/port.ts';
import { acquireAppCalls } from '../xero/app-rate-limiter.ts';
import {
  abandon,
  type Attempt,
  conclude,
  type GiveUp,
  type JobServices,
  NOTHING_DUE,
  type AttemptOutcome,
} from './conclusion.ts';
import {
  explained,
  isLockedOut,
  isRefusal,
  obstacleIn,
  obstacleOf,
  UNANSWERED,
  UNCONFIRMED,
} from './obstacles.ts';
import { type DueRequest, beginAll } from './begin.ts';
import { postEvent } from '../posting/post-one.ts';
import { postPayments } from '../posting/payments.ts';
import type { Outcome } from '../posting/protocol/outcome.ts';
import { OUT_OF_TIME, outOfTime } from '../posting/protocol/refusals.ts';
import type { PostingRequest } from '../posting/protocol/request.ts';
import { readChart } from '../xero/reads.ts';
import { BACKGROUND } from '../xero/organisation-rate-limiter.ts';
import { openSession } from '../xero/session.ts';
import type { Deadlines } from '../services/deadlines.ts';

/** Schedules concluded at the same time. */
const AT_ONCE = 10;

/**
 * Posts the due payments of schedules. `giveUp` receives schedules whose retries are used up.
 * @returns the result of each schedule, in the order asked
 */
export async function autoSync(
  services: JobServices,
  asked: DueRequest,
  time: Deadlines,
  giveUp: GiveUp,
): Promise<JobResult[]> {
  const { attempts, results } = await beginAll(services, asked, time, giveUp);
  let hasPosted = false;
  for (const together of Map.groupBy(attempts, ({ located }) => located.entity.entityId).values()) {
    const tried = await withQuestions(services, together, await post(services, together, time));
    const outcomes = await explainRefusals(services, together, tried, time);
    hasPosted ||= [...outcomes.values()].some((one) => one.posted.length + one.postedEvents.length > 0);
    await pMap(
      together,
      async (attempt) => {
        const { ownerId: scheduleId } = attempt.due;
        const outcome = outcomes.get(scheduleId) ?? NOTHING_DUE;
        // A run that posts nothing would be continued for ever.
        const isContinued = hasPosted && outcome.obstacle?.code === OUT_OF_TIME;
        const concluded = conclude(services, attempt, { ...outcome, isContinued }, giveUp);
        const failed = (error: unknown) => abandon(services, attempt.claimed, error, giveUp);
        results.set(scheduleId, await concluded.catch(failed));
      },
      { concurrency: AT_ONCE },
    );
  }
  return asked.scheduleIds.map((scheduleId) => ({ scheduleId, ...results.get(scheduleId) }));
}

/** Posts the due payments of one entity's schedules. Returns the outcome of each schedule with due payments. */
async function post(
  services: JobServices,
  attempts: readonly Attempt[],
  time: Deadlines,
): Promise<ReadonlyMap<string, AttemptOutcome>> {
  const due = attempts.filter(({ numbers, events }) => numbers.length > 0 || events.length > 0);
  const [first] = due;
  if (!first) return new Map();
  const { entity } = first.located;
  const outcomes = new Map<string, AttemptOutcome>();
  try {
    if (services.clock.now() >= time.startBy) throw outOfTime();
    if (!(await acquireAppCalls(services, callsFor(due), time.leaseBy))) throw new XeroError('throttled');
    const wanted = due
      .filter(({ numbers }) => numbers.length > 0)
      .map(({ located, numbers }) => ({ scheduleId: located.schedule.scheduleId, numbers }));
    const request = { entity, userId: null, deadlines: time };
    const results = wanted.length > 0 ? await postPayments(services, request, wanted) : [];
    for (const { ownerId: scheduleId, outcomes: each, failure } of results) {
      const attempt = due.find(({ claimed }) => claimed.ownerId === scheduleId);
      const before = attempt ? await postedBefore(services, attempt, each) : [];
      const posted = [...before, ...numbersOf(each, ({ kind }) => kind === 'posted')].toSorted(
        (a, b) => a - b,
      );
      const locked = numbersOf(each, (one) => one.kind !== 'posted' && isLockedOut(one.reason));
      const reasons = [...each.values()].flatMap((one) => (one.kind === 'posted' ? [] : [one.reason]));
      const errors = failure === null ? reasons : [failure];
      const obstacle = obstacleIn(services, scheduleId, errors);
      outcomes.set(scheduleId, { posted, postedEvents: [], locked, obstacle });
    }
    for (const attempt of due) {
      const { ownerId: scheduleId } = attempt.claimed;
      const before = outcomes.get(scheduleId) ?? NOTHING_DUE;
      outcomes.set(scheduleId, await postDueEvents(services, request, attempt, before));
    }
  } catch (error) {
    // One line of the log, since alarms count lines.
    const obstacle = obstacleOf(services, first.claimed.ownerId, error);
    for (const { claimed } of due) {
      const { ownerId: scheduleId } = claimed;
      outcomes.set(scheduleId, { ...(outcomes.get(scheduleId) ?? NOTHING_DUE), obstacle });
    }
  }
  return outcomes;
}

/** Returns the payments that earlier attempts posted, and ended before a message reported them. */
async function postedBefore(
  { table }: JobServices,
  { due, claimed: { ownerId: scheduleId, since }, numbers }: Attempt,
  outcomes: ReadonlyMap<number, Outcome>,
): Promise<number[]> {
  if (due.attempts === 0 || since === null) return [];
  const states = await readPaymentStates(table, scheduleId, numbers);
  return numbers.filter((number) => {
    const payment = states.get(number);
    const isByJob = payment?.state === 'synced' && payment.syncedBy === null;
    return isByJob && !outcomes.has(number) && (payment.syncedAt ?? 0) >= since;
  });
}

/** Posts the due events of a schedule in their order, after its payments; an obstacle ends that. */
async function postDueEvents(
  services: JobServices,
  request: PostingRequest,
  { events, claimed: { ownerId: scheduleId } }: Attempt,
  before: AttemptOutcome,
): Promise<AttemptOutcome> {
  let outcome = before;
  for (const event of events) {
    if (outcome.obstacle) break;
    try {
      await postEvent(services, request, { scheduleId, number: event.number });
      outcome = { ...outcome, postedEvents: [...outcome.postedEvents, event] };
    } catch (error) {
      outcome = { ...outcome, obstacle: obstacleOf(services, scheduleId, error) };
    }
  }
  return outcome;
}

function numbersOf(outcomes: ReadonlyMap<number, Outcome>, isSuch: (outcome: Outcome) => boolean): number[] {
  return [...outcomes]
    .flatMap(([number, outcome]) => (isSuch(outcome) ? [number] : []))
    .toSorted((a, b) => a - b);
}

/** Stops at an unconfirmed document about which members are asked: an answer ends that, and no retry does. */
async function withQuestions(
  { table }: JobServices,
  attempts: readonly Attempt[],
  outcomes: ReadonlyMap<string, AttemptOutcome>,
): Promise<ReadonlyMap<string, AttemptOutcome>> {
  const entity = attempts[0]?.located.entity;
  const isOpenAt = ({ obstacle }: AttemptOutcome): boolean => UNCONFIRMED.has(obstacle?.code ?? '');
  if (!entity?.xero || ![...outcomes.values()].some(isOpenAt)) return outcomes;
  const place = { entityId: entity.entityId, xeroTenantId: entity.xero.tenantId };
  const questions = (await readUnknown(table, place)).filter(isOpen);
  const asked = new Set(questions.flatMap(({ candidates }) => candidates.map(({ ownerId }) => ownerId)));
  return new Map(
    Array.from(outcomes, ([scheduleId, outcome]) => [
      scheduleId,
      isOpenAt(outcome) && asked.has(scheduleId) ? { ...outcome, obstacle: UNANSWERED } : outcome,
    ]),
  );
}

/** Reads the chart of accounts after a refusal by Xero, so that the message can name the action. */
async function explainRefusals(
  services: JobServices,
  attempts: readonly Attempt[],
  outcomes: ReadonlyMap<string, AttemptOutcome>,
  time: Deadlines,
): Promise<ReadonlyMap<string, AttemptOutcome>> {
  const entity = attempts[0]?.located.entity;
  if (!entity?.xero || ![...outcomes.values()].some(({ obstacle }) => isRefusal(obstacle))) return outcomes;
  const chart = await readChart(services.xero, openSession(services, entity.xero, BACKGROUND, time)).catch(
    () => [],
  );
  const explain = ({ located, due }: Attempt): [string, AttemptOutcome] => {
    const outcome = outcomes.get(due.ownerId) ?? NOTHING_DUE;
    const { obstacle } = outcome;
    if (!obstacle || !isRefusal(obstacle)) return [due.ownerId, outcome];
    return [due.ownerId, { ...outcome, obstacle: explained(obstacle, located.schedule, chart) }];
  };
  return new Map(attempts.map(explain));
}

/**
 * The number of calls: chart, both lists of the search and posting, tracking where a schedule has a choice, and two more for
 * each missing contact.
 */
const callsFor = (due: readonly Attempt[]): number =>
  3 +
  Number(due.some(isTracked)) +
  Math.ceil(due.length / xeroLimits.documentsPerCall) +
  2 * due.filter(({ located }) => located.schedule.contact === null).length;

const isTracked = ({ located: { schedule, entity } }: Attempt): boolean =>
  trackingInForce(schedule, entity, entity.xero?.tenantId).chosen.length > 0;
