/** Syncs a prepared schedule through the real handlers, and reads the result in Xero. */
import type { AnswerOf, TestApp } from './app.ts';
import type { Prepared, XeroBooks, XeroRequest } from './xero.ts';

export const schedulePath = '/v1/entities/{entityId}/schedules/{scheduleId}' as const;
const SYNC = `PUT ${schedulePath}/sync/xero/payments` as const;
const POST_OPENING = `PUT ${schedulePath}/sync/xero/openingbalancejournal` as const;
export const BANK_TRANSACTIONS = '/api.xro/2.0/BankTransactions';
export const MANUAL_JOURNALS = '/api.xro/2.0/ManualJournals';
export const MINUTE = 60_000;

/** The interpretations of Xero's documentation that are the hardest for the product. */
export const STRICT = { referenceFilter: 'nothing', idempotencyScope: 'token', lineAccount: 'code' };

export interface PaymentView {
  readonly id: string;
  readonly number: number;
  readonly xeroSynchronized: boolean;
  readonly xeroUrl: string | null;
}

export const asOwner = ({ owner, params }: Pick<Prepared, 'owner' | 'params'>) => ({
  as: owner.token,
  params,
});

export const archive = (
  { app, ...of }: Pick<Prepared, 'owner' | 'params'> & { app: TestApp },
  isArchived = true,
) => app.call(`POST ${schedulePath}/archive`, { ...asOwner(of), body: { archive: isArchived } });

export async function paymentsOf(prepared: Prepared): Promise<PaymentView[]> {
  const { body } = await prepared.app.call(`GET ${schedulePath}`, asOwner(prepared));
  return body.schedulePayments;
}

export async function paymentIds(prepared: Prepared, numbers: readonly number[]): Promise<string[]> {
  const payments = await paymentsOf(prepared);
  return payments.filter(({ number }) => numbers.includes(number)).map(({ id }) => id);
}

/** Requests the posting of payments by number. */
export async function syncNumbers(
  prepared: Prepared,
  numbers: readonly number[],
): Promise<AnswerOf<typeof SYNC>> {
  const ids = await paymentIds(prepared, numbers);
  return prepared.app.call(SYNC, { ...asOwner(prepared), body: { SyncSchedulePayments: ids } });
}

/** Returns the numbers of the payments shown as synced. */
export async function syncedNumbers(prepared: Prepared): Promise<number[]> {
  const payments = await paymentsOf(prepared);
  return payments.filter(({ xeroSynchronized }) => xeroSynchronized).map(({ number }) => number);
}

/** Requests an opening journal as at a date, balanced by an asset. */
export async function postJournalAt(
  prepared: Prepared,
  date: string,
): Promise<AnswerOf<typeof POST_OPENING>> {
  const { app } = prepared;
  const { body } = await app.call(`GET ${schedulePath}/templates/openingbalancejournal`, {
    ...asOwner(prepared),
    query: { date },
  });
  return app.call(POST_OPENING, { ...asOwner(prepared), body: withAsset(body, app) });
}

type Template = AnswerOf<`GET ${typeof schedulePath}/templates/openingbalancejournal`>['body'];

/** Returns the opening journal of a template, balanced by an asset. */
export function withAsset({ taxRates: _, posted: __, ...journal }: Template, app: Prepared['app']) {
  const sum = journal.lineItems.reduce((total, { amount }) => total + amount, 0);
  const asset = {
    description: 'Truck',
    accountId: app.books().accounts.find(({ Name }) => Name === 'Motor Vehicles')?.AccountID ?? '',
    taxType: 'BASEXCLUDED' as const,
    amount: -Math.round(sum * 100) / 100,
  };
  return { ...journal, lineItems: [...journal.lineItems, asset] };
}

export const inXero = ({ app }: Prepared): XeroBooks['bankTransactions'] => app.books().bankTransactions;

export const journalsInXero = ({ app }: Prepared): XeroBooks['manualJournals'] => app.books().manualJournals;

/** Returns the calls that post payments. */
export const postingCalls = ({ app }: Prepared): XeroRequest[] =>
  app.requests().filter(({ method, path }) => method === 'PUT' && path.startsWith(BANK_TRANSACTIONS));

export const disturb = ({ app }: Prepared, ...rules: object[]): void =>
  void app.control('POST', 'faults', { rules });

export const mend = ({ app }: Prepared): void => void app.control('DELETE', 'faults');
