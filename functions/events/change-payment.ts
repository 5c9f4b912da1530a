import { businessDate, calendarDate } from '../../domain/calendar.ts';
import { checkParts } from '../../domain/journal/payment-documents.ts';
import { toCents } from '../../domain/money.ts';
import { invalid, Refusal } from '../../domain/refusal.ts';
import { endpoint } from '../access/endpoint.ts';
import { storedPayment } from '../posting/payment-documents.ts';
import { coveredPayment, paidOnOtherSide } from '../posting/refusals.ts';
import { reconciled } from '../posting/run-posting.ts';
import { requestDeadlines } from '../posting/xero-session.ts';
import { paymentNumber, type PaymentState, readPaymentStates } from '../schedules/payment-store.ts';
import { type OwnedSchedule, refuseWhilePosting, saveSchedule } from '../schedules/schedule-store.ts';
import { coveredNow, paymentView } from '../schedules/schedule-view.ts';
import { auditEntry } from '../store/audit.ts';
import { keys } from '../store/keys.ts';
import { readContract } from './event-store.ts';
import { refuseArchived } from './plan-event.ts';
import { eventRoutes } from './routes.ts';

/** Paid late and paid in parts exclude each other: the one that is sent clears the other. */
export const handler = endpoint(
  eventRoutes,
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}',
  async ({ actor, entity, schedule: asked, params, body, deadline }, services) => {
    const { table, clock, xeroWeb } = services;
    const at = clock.now();
    const request = { entity, userId: actor.userId, deadlines: requestDeadlines(at, deadline) };
    const schedule = await reconciled(services, request, asked);
    const { scheduleId } = schedule;
    const contract = await readContract(table, schedule);
    const number = paymentNumber(scheduleId, contract.count, params.paymentId);
    refuseArchived(schedule);
    refuseWhilePosting(schedule);
    const states = await readPaymentStates(table, scheduleId);
    const state = states.get(number);
    refusePosted(state);
    if (number <= coveredNow(schedule, entity, contract)) throw coveredPayment();
    const parts = (body.parts ?? []).map(({ date, amount }) => ({
      date: calendarDate(date),
      amount: toCents(amount),
    }));
    const payment = contract.payment(number);
    if (parts.length > 0) checkParts(payment, parts);
    const paidOn = body.paidOn ? calendarDate(body.paidOn) : null;
    const dates = paidOn === null ? parts.map(({ date }) => date) : [paidOn];
    if (dates.some((date) => date < contract.terms.startDate)) {
      throw invalid('paidOn', 'payment/before-start', 'Please choose a date on or after the start date.');
    }
    if (dates.some((date) => isCovered(schedule, entity.xero?.tenantId, date))) throw paidOnOtherSide(number);
    const item = { ...storedPayment(number, 0, state), paidOn, parts };
    const changes = { paymentChanges: schedule.paymentChanges + 1 };
    const saved = await saveSchedule(table, entity, schedule, changes, [
      { put: { ...keys.payment(scheduleId, number), ...item } },
      auditEntry({ actor, action: 'schedule/change-payment', subject: scheduleId, at, detail: { number } }),
    ]);
    const after = (await readPaymentStates(table, scheduleId)).get(number);
    const context = { entity, today: businessDate(at), xeroWeb };
    return paymentView(saved, contract, payment, after, context);
  },
);

/** Whether a date is before the opening journal of the linked Xero organisation. */
const isCovered = ({ opening }: OwnedSchedule, xeroTenantId: string | undefined, date: string): boolean =>
  opening !== null && opening.xeroTenantId === xeroTenantId && date < opening.date;

/** @throws Refusal `conflict` */
function refusePosted(state: PaymentState | undefined): void {
  if (state === undefined || state.state === 'unsynced') return;
  const message = 'This payment is already posted to Xero. Please reverse it first.';
  throw new Refusal('conflict', 'payment/posted', message);
}
