import { calendarDate } from '../../domain/calendar.ts';
import { toCents } from '../../domain/money.ts';
import { endpoint } from '../access/endpoint.ts';
import { reconciledForChange } from '../posting/protocol/run-posting.ts';
import { reviewSchedule } from '../books/attention-review.ts';
import { paymentNumbers, readPaymentStates } from '../records/schedules/payments.ts';
import { paymentView } from '../views/payment.ts';
import { auditEntry } from '../records/tenants/audit.ts';
import { readContract } from '../records/schedules/events.ts';
import { eventRoutes } from '../api/events.ts';
import { varyPayment } from './vary-payment.ts';

/** A field that is absent is cleared, because a payment is made late or in parts. */
export const handler = endpoint(
  eventRoutes,
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}',
  async ({ actor, entity, schedule: asked, params, body, now, today, deadlines }, services) => {
    const { table, xeroWeb } = services;
    const request = { entity, userId: actor.userId, deadlines };
    const schedule = await reconciledForChange(services, request, asked);
    const { scheduleId } = schedule;
    const contract = await readContract(table, schedule);
    const number = paymentNumbers(schedule, contract.count)(params.paymentId);
    const detail = { number };
    const entry = auditEntry({
      actor,
      action: 'schedule/change-payment',
      subject: scheduleId,
      at: now,
      detail,
    });
    const parts = body.parts ?? [];
    const variation = {
      paidOn: body.paidOn ? calendarDate(body.paidOn) : null,
      parts: parts.map(({ date, amount }) => ({ date: calendarDate(date), amount: toCents(amount) })),
    };
    const saved = await varyPayment(services, request, schedule, number, variation, [entry]);
    const after = (await readPaymentStates(table, scheduleId, [number])).get(number);
    await reviewSchedule(table, entity, saved, { today });
    const context = { entity, today, xeroWeb };
    return paymentView(saved, contract, contract.payment(number), after, context);
  },
);
