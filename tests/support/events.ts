/** Contract events of a prepared schedule, recorded and undone as people do it. */
import type { Input } from '../../functions/client/route-client.ts';
import type { TestApp } from './app.ts';
import { asOwner, paymentIds, schedulePath } from './syncing.ts';
import type { Prepared } from './xero.ts';

const EVENTS = `${schedulePath}/events` as const;

export type EventBody = Input<`POST ${typeof EVENTS}/preview`>['body'];

/** A schedule with its owner; not all tests need Xero. */
type Subject = Pick<Prepared, 'owner' | 'params'> & { readonly app: TestApp };

export const preview = (prepared: Subject, body: EventBody) =>
  prepared.app.call(`POST ${EVENTS}/preview`, { ...asOwner(prepared), body });

/** Previews and records an event. */
export async function record(prepared: Subject, body: EventBody) {
  const { body: previewed, status } = await preview(prepared, body);
  if (status !== 200) throw new Error(`Preview: ${status} ${JSON.stringify(previewed)}`);
  const { revision } = previewed;
  return prepared.app.call(`POST ${EVENTS}`, { ...asOwner(prepared), body: { ...body, revision } });
}

export const readSchedule = async (prepared: Subject) =>
  (await prepared.app.call(`GET ${schedulePath}`, asOwner(prepared))).body;

export const readEvents = async (prepared: Prepared) =>
  (await prepared.app.call(`GET ${EVENTS}`, asOwner(prepared))).body;

export function undo({ app, owner, params }: Subject, eventId: string) {
  return app.call(`DELETE ${EVENTS}/{eventId}`, { as: owner.token, params: { ...params, eventId } });
}

export function syncEvent(prepared: Prepared, eventId: string) {
  const { app, owner, params } = prepared;
  return app.call(`POST ${EVENTS}/{eventId}/sync`, { as: owner.token, params: { ...params, eventId } });
}

/** The details of the audit entries of an action, the newest first. */
export async function auditDetails({ app, owner }: Pick<Subject, 'app' | 'owner'>, action: string) {
  const { body } = await app.call('GET /v1/tenants/audit', { as: owner.token, query: { action } });
  return body.map(({ detail }) => detail);
}

export async function changePayment(
  prepared: Prepared,
  number: number,
  body: NonNullable<Input<`PATCH ${typeof schedulePath}/payments/{paymentId}`>['body']>,
) {
  const { app, owner, params } = prepared;
  const [paymentId = ''] = await paymentIds(prepared, [number]);
  return app.call(`PATCH ${schedulePath}/payments/{paymentId}`, {
    as: owner.token,
    params: { ...params, paymentId },
    body,
  });
}

type ReversalBody = Input<`POST ${typeof schedulePath}/payments/{paymentId}/reversal`>['body'];

export async function reverse(
  prepared: Prepared,
  number: number,
  mode: 'mirror' | 'delete',
  date = '2026-09-01',
  dishonoured?: ReversalBody['dishonoured'],
) {
  const { app, owner, params } = prepared;
  const [paymentId = ''] = await paymentIds(prepared, [number]);
  return app.call(`POST ${schedulePath}/payments/{paymentId}/reversal`, {
    as: owner.token,
    params: { ...params, paymentId },
    body: { date, mode, ...(dishonoured && { dishonoured }) },
  });
}

/** The balances of the accounts in Xero by code, in dollars: documents that stand, debits positive. */
export function balances({ app }: Prepared): Record<string, number> {
  const { accounts, bankTransactions, manualJournals } = app.books();
  const sums: Record<string, number> = {};
  const add = (accountId: string, amount: number): void => {
    const code = accounts.find(({ AccountID }) => AccountID === accountId)?.Code ?? accountId;
    sums[code] = Math.round(((sums[code] ?? 0) + amount) * 100) / 100;
  };
  for (const { Status, Type, LineItems } of bankTransactions) {
    const sign = Type === 'RECEIVE' ? -1 : 1;
    if (Status === 'AUTHORISED')
      for (const { AccountID, UnitAmount } of LineItems) add(AccountID, sign * UnitAmount);
  }
  for (const { Status, JournalLines } of manualJournals) {
    if (Status === 'POSTED') for (const { AccountID, LineAmount } of JournalLines) add(AccountID, LineAmount);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, amount]) => amount !== 0));
}
