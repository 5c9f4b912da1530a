import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import { toCents } from '../../domain/money.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { reversePayment, type WantedDishonour } from '../posting/reversals.ts';
import { NOT_SYNCED } from '../posting/protocol/refusals.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { paymentNumbers, readPaymentStates } from '../records/schedules/payments.ts';
import { type OwnedSchedule, ownSchedule } from '../records/schedules/schedule.ts';
import { paymentView } from '../views/payment.ts';
import { readContract } from '../records/schedules/events.ts';
import { type Dishonoured as DishonouredBody, eventRoutes } from '../api/events.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import { checkPaidOn } from './vary-payment.ts';

type Dishonoured = z.output<typeof DishonouredBody>;

export const handler = endpoint(
  eventRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal',
  async ({ actor, entity, schedule: asked, params, body, now, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const { scheduleId } = asked;
    const contract = await readContract(table, asked);
    const number = paymentNumbers(asked, contract.count)(params.paymentId);
    const { mode, dishonoured } = body;
    const dishonour = dishonoured
      ? await dishonourOf(services, entity, asked, { number, contract, dishonoured })
      : null;
    const request = auditedRequest(
      { actor, entity, deadlines },
      dishonour === null
        ? { action: 'schedule/reverse-payment', at: now, detail: { number, mode } }
        : { action: 'schedule/dishonour-payment', at: now, detail: { number } },
    );
    const review = async (): Promise<OwnedSchedule> => {
      const schedule = await ownSchedule(table, entity, scheduleId);
      await reviewSchedule(table, entity, schedule, { today });
      return schedule;
    };
    const wanted = { scheduleId, number, date: calendarDate(body.date), mode, dishonour };
    await reversePayment(services, request, wanted).catch(async (error: unknown) => {
      // An earlier call may have failed after it reversed the payment.
      if (error instanceof Refusal && error.code === NOT_SYNCED) await review();
      throw error;
    });
    const schedule = await review();
    const state = (await readPaymentStates(table, scheduleId, [number])).get(number);
    const context = { entity, today, xeroWeb };
    return paymentView(schedule, contract, contract.payment(number), state, context);
  },
);

/**
 * Returns a dishonour as it is recorded.
 * @throws Refusal `invalid` or `conflict` when the payment can't be presented again on that day
 */
async function dishonourOf(
  { table }: Pick<XeroServices, 'table'>,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  {
    number,
    contract,
    dishonoured: { fee, presentedOn },
  }: { readonly number: number; readonly contract: Contract; readonly dishonoured: Dishonoured },
): Promise<WantedDishonour> {
  const wanted = {
    fee: fee ? { ...fee, amount: toCents(fee.amount) } : null,
    presentedOn: presentedOn === undefined ? null : calendarDate(presentedOn),
  };
  if (wanted.presentedOn === null) return wanted;
  const state = (await readPaymentStates(table, schedule.scheduleId, [number])).get(number);
  const field = 'dishonoured.presentedOn';
  if (state && state.parts.length > 0) {
    throw invalid(
      field,
      'payment/in-parts',
      'This payment was made in parts. Please enter how it is paid again once it is reversed.',
    );
  }
  checkPaidOn(schedule, entity, contract, { number, field, dates: [wanted.presentedOn] });
  return wanted;
}
