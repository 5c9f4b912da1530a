/** Payments whose money has left the bank in another way than by a spend-money transaction. */
import { describe, expect, it } from 'vitest';
import { correct, decide } from '../support/coding.ts';
import { signIn } from '../support/people.ts';
import { jobsOf } from '../support/jobs.ts';
import { asOwner, inXero, paymentIds, schedulePath, syncNumbers } from '../support/syncing.ts';
import {
  changeSettings,
  linkTo,
  prepareAnother,
  prepareSchedule,
  type Prepared,
  startWork,
} from '../support/xero.ts';

const PREVIEW = `POST ${schedulePath}/sync/xero/payments/preview` as const;

async function review(prepared: Prepared, ...numbers: readonly number[]) {
  const ids = await paymentIds(prepared, numbers);
  return (await prepared.app.call(PREVIEW, { ...asOwner(prepared), body: { SyncSchedulePayments: ids } }))
    .body;
}

const idOf = ({ app }: Prepared, code: string): string =>
  app.books().accounts.find((one) => one.Code === code)?.AccountID ?? '';

/** The acts of a person in Xero on 14 February about the payment of 15 February, with the id of the match. */
const WAYS: Readonly<Record<string, (prepared: Prepared) => string>> = {
  bill: (prepared) => bill(prepared, 'B-901', 1000).paymentIds[0] ?? '',
  batch: (prepared) => {
    const { app } = prepared;
    const invoiceIds = [bill(prepared, 'B-1', 400, false), bill(prepared, 'B-2', 600, false)].map(
      ({ invoiceId }) => invoiceId,
    );
    const given = {
      tenantId: app.books().tenantId,
      date: '2025-02-14',
      bankAccountId: idOf(prepared, '090'),
      invoiceIds,
    };
    return (app.control('POST', 'batches', given) as { batchPaymentId: string }).batchPaymentId;
  },
  transfer: (prepared) => {
    const { app } = prepared;
    const accounts = { fromBankAccountId: idOf(prepared, '090'), toBankAccountId: idOf(prepared, '091') };
    const given = { tenantId: app.books().tenantId, date: '2025-02-14', amount: 1000, ...accounts };
    return (app.control('POST', 'transfers', given) as { fromTransactionId: string }).fromTransactionId;
  },
  prepayment: (prepared) => transaction(prepared, 'SPEND-PREPAYMENT'),
  overpayment: (prepared) => transaction(prepared, 'SPEND-OVERPAYMENT'),
  other: (prepared) => odd(prepared, 'unknown-type'),
  unreadable: (prepared) => odd(prepared, 'no-total'),
};

function bill(prepared: Prepared, number: string, amount: number, isPaid = true) {
  const { app } = prepared;
  const date = '2025-02-14';
  const payments = isPaid ? [{ date, bankAccountId: idOf(prepared, '090') }] : [];
  const lines = [{ accountId: idOf(prepared, '404'), amount, taxType: 'BASEXCLUDED' }];
  const given = {
    tenantId: app.books().tenantId,
    date,
    contactName: 'Toyota Finance',
    number,
    lines,
    payments,
  };
  return app.control('POST', 'bills', given) as { invoiceId: string; paymentIds: string[] };
}

function transaction(prepared: Prepared, type: string): string {
  const { app } = prepared;
  const lines = [{ accountId: idOf(prepared, '620'), amount: 1000, taxType: 'BASEXCLUDED' }];
  const given = {
    tenantId: app.books().tenantId,
    type,
    date: '2025-02-14',
    contactName: 'Toyota Finance',
    bankAccountId: idOf(prepared, '090'),
    lines,
  };
  return (app.control('POST', 'transactions', given) as { transactionId: string }).transactionId;
}

function odd(prepared: Prepared, kind: string): string {
  const { app } = prepared;
  const place = { date: '2025-02-14', bankAccountId: idOf(prepared, '090'), total: 1000 };
  const given = { tenantId: app.books().tenantId, kind, ...place };
  return (app.control('POST', 'odd', given) as { documentId: string }).documentId;
}

describe.each(Object.keys(WAYS))('a payment that has left the bank by way of: %s', (kind) => {
  it('is listed in the review, is not posted, can not be corrected and is posted anyway', async () => {
    const prepared = await prepareSchedule();
    const transactionId = WAYS[kind]?.(prepared) ?? '';
    const before = inXero(prepared).length;
    const { documents, unsearched } = await review(prepared, 1);
    const number = kind === 'bill' ? 'B-901' : kind === 'batch' ? 'B-1, B-2' : '';
    const total = kind === 'unreadable' ? 0 : 1000;
    expect([documents[0]?.matches, unsearched]).toMatchObject([
      [{ transactionId, kind, number, canCorrect: false, date: '2025-02-14', total }],
      [],
    ]);
    const page = kind === 'bill' || kind === 'batch' ? 'AccountsPayable/View.aspx?InvoiceID=' : transactionId;
    expect(documents[0]?.matches[0]?.xeroUrl).toContain(page);
    const refused = await syncNumbers(prepared, [1]);
    expect([refused.status, refused.body.code]).toEqual([409, 'payment/already-coded']);
    const corrected = await correct(prepared, 1, transactionId);
    expect([corrected.status, corrected.body.code]).toEqual([409, 'payment/not-correctable']);
    expect(inXero(prepared)).toHaveLength(before);
    expect((await decide(prepared, { number: 1, decision: 'post' })).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(before + 1);
  });
});

it('says what to do in Xero about a bill', async () => {
  const prepared = await prepareSchedule();
  WAYS['bill']?.(prepared);
  const { body } = await syncNumbers(prepared, [1]);
  expect(body.detail).toContain(
    'Bill B-901 of Toyota Finance was paid with $1,000.00 on 14 Feb 2025. Remove that payment and void the bill in Xero, then sync. Or leave the payment out here.',
  );
});

it('reads two lists once for payments of eight months', async () => {
  const prepared = await prepareSchedule();
  const { app } = prepared;
  const before = app.requests().length;
  await review(prepared, 1, 2, 3, 4, 5, 6, 7, 8);
  const paths = app
    .requests()
    .slice(before)
    .map(({ path }) => path.split('?')[0]?.split('/').at(-1));
  expect(paths.filter((path) => path === 'BankTransactions' || path === 'Payments')).toHaveLength(2);
});

describe('a link without the scope for payments of bills', () => {
  async function prepareUnscoped(): Promise<Prepared> {
    const work = await startWork();
    await linkTo(work.app, work.owner, work.entityId, undefined, 'accounting.payments.read');
    return prepareAnother(work);
  }

  it('asks Xero for none, names the days, and posts where a person says so', async () => {
    const prepared = await prepareUnscoped();
    const { documents, unsearched } = await review(prepared, 1);
    expect([documents[0]?.matches, unsearched]).toEqual([
      [],
      [{ from: '2025-02-10', to: '2025-02-20', why: 'scope-missing' }],
    ]);
    const refused = await syncNumbers(prepared, [1]);
    expect([refused.status, refused.body.code]).toEqual([409, 'payment/scope-missing']);
    expect(prepared.app.requests().filter(({ path }) => path.includes('/Payments'))).toEqual([]);
    expect((await decide(prepared, { number: 1, decision: 'post' })).status).toBe(200);
  });

  it('stops auto sync with an obstacle that is not transient', async () => {
    const work = await startWork();
    await linkTo(work.app, work.owner, work.entityId, undefined, 'accounting.payments.read');
    const prepared = await prepareAnother(work, { startDate: '2025-04-20' });
    await changeSettings(prepared, { autoSync: true });
    prepared.app.clock.advance(21 * 86_400_000);
    const { worked } = await jobsOf(prepared.app).run('auto-sync');
    expect(JSON.stringify(worked)).toContain('payment/scope-missing');
    expect(inXero(prepared)).toEqual([]);
    const signedIn = async () => (await signIn(prepared.app, prepared.owner.email)).token;
    const attention = async () => {
      const { body } = await prepared.app.call('GET /v1/attention', { as: await signedIn() });
      return body.filter(({ kind }) => kind === 'scope-missing' || kind === 'auto-sync-failing');
    };
    const messages = async () =>
      (await prepared.app.call('GET /v1/messages', { as: await signedIn() })).body.filter(
        ({ actionRequired, code }) => actionRequired && code === null,
      );
    expect(await attention()).toMatchObject([
      { entityId: prepared.entityId, scheduleId: null, action: 'Reconnect to Xero' },
    ]);
    expect(await messages()).toMatchObject([
      { subject: expect.stringContaining('needs a permission in Xero') },
    ]);
    prepared.app.clock.advance(86_400_000);
    await jobsOf(prepared.app).run('auto-sync');
    expect(await messages()).toHaveLength(1);
    await linkTo(prepared.app, { ...prepared.owner, token: await signedIn() }, prepared.entityId);
    expect([await attention(), await messages()]).toEqual([[], []]);
    prepared.app.clock.advance(86_400_000);
    await jobsOf(prepared.app).run('auto-sync');
    expect(inXero(prepared)).toHaveLength(1);
  });
});
