import { businessDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { amortise } from '../../domain/schedule/amortise.ts';
import { endpoint } from '../access/endpoint.ts';
import { paymentId } from '../schedules/payment-store.ts';
import type { OwnedSchedule } from '../schedules/schedule-store.ts';
import { paymentView } from '../schedules/schedule-view.ts';
import { auditEntry } from '../store/audit.ts';
import { commitOne } from '../store/table.ts';
import { requestTime } from '../posting/posting-session.ts';
import { syncPayments } from '../posting/sync-payments.ts';
import { syncRoutes } from './routes.ts';

export const handler = endpoint(
  syncRoutes,
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments',
  async ({ actor, entity, schedule: asked, body, deadline }, services) => {
    const { clock, xeroWeb } = services;
    const now = clock.now();
    const numbers = numbersOf(asked, body.SyncSchedulePayments);
    const time = requestTime(now, deadline);
    const result = await syncPayments(services, entity, asked, numbers, time);
    const { schedule, states, problems } = result;
    const [first] = problems.values();
    const noneSynced = numbers.every((number) => states.get(number)?.state !== 'synced');
    if (first && noneSynced) throw first;
    const { scheduleId } = schedule;
    const detail = { payments: numbers.length - problems.size };
    await commitOne(
      services.table,
      auditEntry({ actor, action: 'schedule/sync-payments', subject: scheduleId, at: now, detail }),
    );
    const amortisation = amortise(schedule.terms);
    const context = { entity, today: businessDate(now), xeroWeb };
    return {
      schedulePayments: numbers.map((number) =>
        paymentView(schedule, amortisation.payment(number), states.get(number), context),
      ),
      errors: [...problems].map(([number, { message }]) => ({
        id: paymentId(schedule.scheduleId, number),
        message,
      })),
    };
  },
);

/** @throws Refusal `not-found` for ids that are none of the schedule's payments, whosever they are. */
function numbersOf({ scheduleId, terms }: OwnedSchedule, ids: readonly string[]): number[] {
  const { count } = amortise(terms);
  const numbers = new Map<string, number>();
  for (let number = 1; number <= count; number++) numbers.set(paymentId(scheduleId, number), number);
  return [...new Set(ids)].map((id) => {
    const number = numbers.get(id.toLowerCase());
    if (number !== undefined) return number;
    throw new Refusal('not-found', 'payment/unknown', 'The payment could not be found.');
  });
}
