import { calendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { reversePayment } from '../posting/reversals.ts';
import { NOT_SYNCED } from '../posting/protocol/refusals.ts';
import { auditedRequest } from '../posting/protocol/request.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { paymentNumbers, readPaymentStates } from '../records/schedules/payments.ts';
import { type OwnedSchedule, ownSchedule } from '../records/schedules/schedule.ts';
import { paymentView } from '../views/payment.ts';
import { readContract } from '../records/schedules/events.ts';
import { eventRoutes } from '../api/events.ts';

export const handler = endpoint(
  eventRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal',
  async ({ actor, entity, schedule: asked, params, body, now, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const { scheduleId } = asked;
    const contract = await readContract(table, asked);
    const number = paymentNumbers(asked, contract.count)(params.paymentId);
    const { mode } = body;
    const request = auditedRequest(
      { actor, entity, deadlines },
      { action: 'schedule/reverse-payment', at: now, detail: { number, mode } },
    );
    const review = async (): Promise<OwnedSchedule> => {
      const schedule = await ownSchedule(table, entity, scheduleId);
      await reviewSchedule(table, entity, schedule, { today });
      return schedule;
    };
    const wanted = { scheduleId, number, date: calendarDate(body.date), mode };
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
