import { businessDate, calendarDate } from '../../domain/calendar.ts';
import { endpoint } from '../access/endpoint.ts';
import { reversePayment } from '../posting/reversals.ts';
import { requestDeadlines } from '../posting/xero-session.ts';
import { reviewSchedule } from '../reports/attention-review-store.ts';
import { paymentNumber, readPaymentStates } from '../schedules/payment-store.ts';
import { ownSchedule } from '../schedules/schedule-store.ts';
import { paymentView } from '../schedules/schedule-view.ts';
import { readContract } from './event-store.ts';
import { eventRoutes } from './routes.ts';

export const handler = endpoint(
  eventRoutes,
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal',
  async ({ actor, entity, schedule: asked, params, body, deadline }, services) => {
    const { table, clock, xeroWeb } = services;
    const at = clock.now();
    const { scheduleId } = asked;
    const contract = await readContract(table, asked);
    const number = paymentNumber(scheduleId, contract.count, params.paymentId);
    const { mode } = body;
    const request = {
      entity,
      userId: actor.userId,
      deadlines: requestDeadlines(at, deadline),
      audited: { actor, action: 'schedule/reverse-payment', at, detail: { number, mode } } as const,
    };
    await reversePayment(services, request, { scheduleId, number, date: calendarDate(body.date), mode });
    const schedule = await ownSchedule(table, entity, scheduleId);
    const state = (await readPaymentStates(table, scheduleId)).get(number);
    const today = businessDate(at);
    await reviewSchedule(table, entity, schedule, { today });
    const context = { entity, today, xeroWeb };
    return paymentView(schedule, contract, contract.payment(number), state, context);
  },
);
