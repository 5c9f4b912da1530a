import type * as z from 'zod';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { readContract } from '../records/schedules/events.ts';
import { endpoint } from '../access/endpoint.ts';
import { reviewSchedule } from '../records/schedules/attention-review.ts';
import { paymentId, type PaymentState, readPaymentStates, numbersOf } from '../records/schedules/payments.ts';
import { type OwnedSchedule, ownSchedule } from '../records/schedules/schedule.ts';
import { paymentView } from '../views/schedule.ts';
import { syncRoutes } from '../api/sync.ts';
import { type Decision, postPayments } from '../posting/payments.ts';
import type { Outcome, Problem } from '../posting/outcome.ts';
import { unconfirmedPayment } from '../posting/refusals.ts';
import { XeroError } from '../services/xero/port.ts';
import { auditedRequest } from '../posting/request.ts';

const ROUTE = 'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments';

type Input = z.output<(typeof syncRoutes)[typeof ROUTE]['body']>;

export const handler = endpoint(
  syncRoutes,
  ROUTE,
  async ({ actor, entity, schedule: asked, body, now, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const before = await readContract(table, asked);
    const numbers = numbersOf(asked, before.count, body.SyncSchedulePayments);
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'schedule/sync-payments', at: now },
    );
    const decisions = decisionsOf(asked, before.count, numbers, body.decisions ?? []);
    const wanted = { scheduleId: asked.scheduleId, numbers, decisions };
    const [result] = await postPayments(services, request, [wanted]);
    if (result?.failure) throw result.failure;
    const schedule = await ownSchedule(table, entity, asked.scheduleId);
    const states = await readPaymentStates(table, asked.scheduleId);
    const outcomes = [...(result?.outcomes.values() ?? [])];
    const posted = outcomes.filter(({ kind }) => kind === 'posted').length;
    const isAllPosted = posted > 0 && posted === outcomes.length;
    await reviewSchedule(table, entity, schedule, { today, ...(isAllPosted && { autoSyncFailure: null }) });
    const problems = problemsOf(result?.outcomes ?? new Map());
    const [first] = problems;
    const noneSynced = numbers.every((number) => !isInXero(states.get(number)));
    if (first && noneSynced) throw withAll(first.reason, schedule.scheduleId, problems);
    const contract = await readContract(table, schedule);
    const context = { entity, today, xeroWeb };
    return {
      schedulePayments: numbers
        .filter((number) => number <= contract.count)
        .map((number) =>
          paymentView(schedule, contract, contract.payment(number), states.get(number), context),
        ),
      errors: problems.map(({ number, reason }) => ({
        id: paymentId(schedule.scheduleId, number),
        code: reason instanceof Refusal ? reason.code : `xero/${reason.kind}`,
        message: reason.message,
      })),
    };
  },
);

/** @throws Refusal `not-found` for an unknown payment, `invalid` for one that is not to be posted */
function decisionsOf(
  schedule: OwnedSchedule,
  count: number,
  numbers: readonly number[],
  given: NonNullable<Input['decisions']>,
): Decision[] {
  return given.map(({ paymentId: id, decision, transactionId }) => {
    const [number = 0] = numbersOf(schedule, count, [id]);
    if (numbers.includes(number)) return { number, decision, transactionId };
    throw invalid('decisions', 'payment/not-selected', 'A decision is about a payment that is not selected.');
  });
}

const isInXero = (state: PaymentState | undefined): boolean =>
  state?.state === 'synced' || state?.state === 'begun';

interface PaymentProblem {
  readonly number: number;
  readonly reason: Problem;
}

/** Returns the reason for the first payment with those for all of them, by payment. */
function withAll(reason: Problem, scheduleId: string, problems: readonly PaymentProblem[]): Problem {
  if (!(reason instanceof Refusal) || problems.length === 1) return reason;
  const all = problems.map(
    ({ number, reason: own }) => [paymentId(scheduleId, number), [own.message]] as const,
  );
  return new Refusal(reason.kind, reason.code, reason.message, Object.fromEntries(all));
}

function problemsOf(outcomes: ReadonlyMap<number, Outcome>): readonly PaymentProblem[] {
  return [...outcomes].flatMap(([number, outcome]) =>
    outcome.kind === 'posted' ? [] : [{ number, reason: reasonOf(number, outcome) }],
  );
}

/** Returns why a payment isn't in Xero; of one whose answer was lost, that it may be. */
function reasonOf(number: number, { kind, reason }: Exclude<Outcome, { kind: 'posted' }>): Problem {
  if (kind !== 'unconfirmed') return reason;
  const { code, message } = unconfirmedPayment(number);
  if (reason instanceof XeroError) {
    const { kind: cause, availableAt } = reason;
    return new XeroError(cause, { messages: [message], availableAt });
  }
  return reason.code === code ? unconfirmedPayment(number) : reason;
}
