/** The part of the tour through contract events and what happens to single payments. */
import type { RouteClient } from '../../../functions/client/route-client.ts';

const PATH = '/v1/entities/{entityId}/schedules/{scheduleId}';

/** Records an extra repayment of a day, and posts it; returns its id. */
export async function repayExtra(
  call: RouteClient,
  params: Readonly<Record<'entityId' | 'scheduleId', string>>,
  date: string,
): Promise<string> {
  const body = { kind: 'extra-repayment', date, amount: 1_000, keep: 'payment' } as const;
  const { revision } = await call(`POST ${PATH}/events/preview`, { params, body });
  const { id } = await call(`POST ${PATH}/events`, { params, body: { ...body, revision } });
  await call(`POST ${PATH}/events/{eventId}/sync`, { params: { ...params, eventId: id } });
  return id;
}

/** Records an event, posts and undoes it; says that a payment was late, and reverses a posted one. */
export async function tourEvents(
  call: RouteClient,
  params: Readonly<Record<'entityId' | 'scheduleId', string>>,
): Promise<void> {
  const { schedulePayments } = await call(`GET ${PATH}`, { params });
  const posted = schedulePayments.filter(({ xeroSynchronized }) => xeroSynchronized);
  const last = schedulePayments.at(-1);
  const newest = posted.at(-1);
  if (!last || !newest) throw new Error('No payment is synced.');
  await call(`PATCH ${PATH}/payments/{paymentId}`, {
    params: { ...params, paymentId: last.id },
    body: { paidOn: last.paymentDate },
  });
  await call(`POST ${PATH}/payments/{paymentId}/reversal`, {
    params: { ...params, paymentId: newest.id },
    body: { date: newest.paymentDate, mode: 'delete' },
  });
  const date = schedulePayments.at(posted.length + 1)?.paymentDate ?? last.paymentDate;
  const eventId = await repayExtra(call, params, date);
  await call(`GET ${PATH}/events`, { params });
  await call(`DELETE ${PATH}/events/{eventId}`, { params: { ...params, eventId } });
}
