/** The payments that a call wants to post, and the answer about them. */
import type * as z from 'zod';
import { invalid, Refusal } from '../../domain/refusal.ts';
import type { PaymentsToPost } from '../api/payments.ts';
import type { Outcome, Reason } from '../posting/protocol/outcome.ts';
import type { OwnerResult } from '../posting/owners.ts';
import type { CodingDecision, WantedPayments } from '../posting/payments.ts';
import { unconfirmedPayment } from '../posting/protocol/refusals.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { readContract } from '../records/schedules/events.ts';
import {
  paymentId,
  paymentNumbers,
  type PaymentState,
  readPaymentStates,
} from '../records/schedules/payments.ts';
import { type OwnedSchedule, ownSchedule } from '../records/schedules/schedule.ts';
import type { ServicesFor } from '../services/context.ts';
import { XeroError } from '../services/xero/error.ts';
import type { Table } from '../store/table.ts';
import { paymentView } from '../views/payment.ts';
import type { CalendarDate } from '../../domain/calendar.ts';

type Input = z.output<typeof PaymentsToPost>;

/** @throws Refusal `not-found` for an unknown payment, `invalid` for a decision about one that is not to be posted */
export async function wantedOf(
  table: Table,
  schedule: OwnedSchedule,
  { SyncSchedulePayments, decisions: given = [] }: Input,
): Promise<WantedPayments> {
  const { count } = await readContract(table, schedule);
  const numberOf = paymentNumbers(schedule, count);
  const numbers = [...new Set(SyncSchedulePayments)].map(numberOf);
  const selected = new Set(numbers);
  const decisions = given.map(({ paymentId: id, decision, transactionId }): CodingDecision => {
    const number = numberOf(id);
    if (selected.has(number)) return { number, decision, transactionId };
    throw invalid('decisions', 'payment/not-selected', 'A decision is about a payment that is not selected.');
  });
  return { scheduleId: schedule.scheduleId, numbers, decisions };
}

interface PaymentProblem {
  readonly number: number;
  readonly reason: Reason;
}

/** Reviews a schedule after its posting. Returns its payments as they are now, and why others are not in Xero. */
export async function answerAbout(
  { table, xeroWeb }: ServicesFor<'xero'>,
  { entity, today }: { readonly entity: OwnedEntity; readonly today: CalendarDate },
  { scheduleId, numbers }: WantedPayments,
  outcomes: OwnerResult['outcomes'],
) {
  const schedule = await ownSchedule(table, entity, scheduleId);
  const states = await readPaymentStates(table, scheduleId, numbers);
  const problems = problemsOf(outcomes);
  const isAllPosted = outcomes.size > 0 && problems.length === 0;
  const contract = await readContract(table, schedule);
  const autoSync = isAllPosted ? { autoSyncFailure: null, trackingFailure: null } : {};
  await reviewSchedule(table, entity, schedule, { today, contract, ...autoSync });
  const context = { entity, today, xeroWeb };
  return {
    problems,
    isNoneInXero: !numbers.some((number) => isInXero(states.get(number))),
    schedulePayments: numbers
      .filter((number) => number <= contract.count)
      .map((number) =>
        paymentView(schedule, contract, contract.payment(number), states.get(number), context),
      ),
    errors: problems.map(({ number, reason }) => ({
      id: paymentId(scheduleId, number),
      code: reason instanceof Refusal ? reason.code : `xero/${reason.kind}`,
      message: reason.message,
    })),
  };
}

const isInXero = (state: PaymentState | undefined): boolean =>
  state?.state === 'synced' || state?.state === 'begun';

function problemsOf(outcomes: OwnerResult['outcomes']): readonly PaymentProblem[] {
  return [...outcomes].flatMap(([number, outcome]) =>
    outcome.kind === 'posted' ? [] : [{ number, reason: reasonOf(number, outcome) }],
  );
}

/** Returns why a payment isn't in Xero; of one whose answer was lost, that it may be. */
function reasonOf(number: number, { kind, reason }: Exclude<Outcome, { kind: 'posted' }>): Reason {
  if (kind !== 'unconfirmed') return reason;
  const { code, message } = unconfirmedPayment(number);
  if (reason instanceof XeroError) {
    const { kind: cause, availableAt } = reason;
    return new XeroError(cause, { messages: [message], availableAt });
  }
  return reason.code === code ? unconfirmedPayment(number) : reason;
}
