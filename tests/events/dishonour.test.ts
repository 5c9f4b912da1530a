/** Payments that the bank gave back: reversed, with a fee of their own, and presented again. */
import { describe, expect, it } from 'vitest';
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { auditDetails, balances, changePayment, readSchedule, record, reverse } from '../support/events.ts';
import { BANK_TRANSACTIONS, disturb, mend, postJournalAt, syncNumbers } from '../support/syncing.ts';
import { accountIn, prepareSchedule, type Prepared } from '../support/xero.ts';

const feeOf = (prepared: Prepared, amount = 15) => ({
  amount,
  accountId: accountIn(prepared, '404'),
  taxType: 'BASEXCLUDED',
});

const inXero = ({ app, scheduleId }: Prepared) =>
  app
    .books()
    .bankTransactions.map(({ Reference, Type, Total, Status }) => [
      referenceIn(Reference)?.replace(`PD-${scheduleId}-`, ''),
      Type,
      Total,
      Status,
    ]);

const FIRST = ['1', 'SPEND', 1000, 'AUTHORISED'];
const FEE = ['1F', 'SPEND', 15, 'AUTHORISED'];
const REVERSAL = ['1R', 'RECEIVE', 1000, 'AUTHORISED'];

describe('a dishonoured payment', () => {
  it('is reversed with its fee, and is presented again on its date', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    const { status, body } = await reverse(prepared, 1, 'mirror', '2025-02-18', {
      fee: feeOf(prepared),
      presentedOn: '2025-02-25',
    });
    expect(status).toBe(200);
    const shown = {
      dishonoured: true,
      dishonouredOn: '2025-02-18',
      paidOn: '2025-02-25',
      xeroSynchronized: false,
      attempt: 2,
    };
    expect(body).toMatchObject(shown);
    expect((await readSchedule(prepared)).schedulePayments[0]).toMatchObject(shown);
    expect(inXero(prepared)).toEqual([FIRST, FEE, REVERSAL]);
    const [first, fee] = prepared.app.books().bankTransactions;
    expect(fee?.Contact).toEqual(first?.Contact);
    expect(fee?.DateString).toContain('2025-02-18');
    expect(balances(prepared)).toEqual({ '404': 15 });
    await syncNumbers(prepared, [1]);
    const again = prepared.app.books().bankTransactions.at(-1);
    expect(again?.DateString).toContain('2025-02-25');
    expect((await readSchedule(prepared)).schedulePayments[0]).toMatchObject({
      ...shown,
      xeroSynchronized: true,
    });
    expect(await auditDetails(prepared, 'schedule/dishonour-payment')).toEqual([{ number: 1 }]);
    expect(await auditDetails(prepared, 'schedule/post-dishonour-fee')).toEqual([{ number: 1, amount: 15 }]);
  });

  it('needs neither a fee nor a new date', async () => {
    const prepared = await prepareSchedule();
    await changePayment(prepared, 1, { paidOn: '2025-02-17' });
    await syncNumbers(prepared, [1]);
    const { body } = await reverse(prepared, 1, 'mirror', '2025-02-18', {});
    expect(body).toMatchObject({ dishonoured: true, paidOn: null });
    expect(inXero(prepared)).toEqual([FIRST, REVERSAL]);
  });

  it('has a fee for each dishonour', async () => {
    const prepared = await prepareSchedule();
    for (const date of ['2025-02-18', '2025-02-27']) {
      await syncNumbers(prepared, [1]);
      expect((await reverse(prepared, 1, 'mirror', date, { fee: feeOf(prepared) })).status).toBe(200);
    }
    expect(inXero(prepared).map(([reference]) => reference)).toEqual([
      '1',
      '1F',
      '1R',
      '1/2',
      '1/2F',
      '1/2R',
    ]);
    expect(balances(prepared)).toEqual({ '404': 30 });
  });

  it('posts a fee with the GST that was chosen', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    await reverse(prepared, 1, 'mirror', '2025-02-18', { fee: { ...feeOf(prepared, 11), taxType: 'INPUT' } });
    expect(prepared.app.books().bankTransactions[1]).toMatchObject({
      Total: 11,
      TotalTax: 1,
      LineAmountTypes: 'Inclusive',
    });
  });

  it('reverses a payment that is wrong without a mark', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    expect((await reverse(prepared, 1, 'mirror', '2025-02-18')).body).toMatchObject({
      dishonoured: false,
      dishonouredOn: null,
    });
  });
});

describe('a dishonour whose answers are lost', () => {
  it('posts the fee and the reversal once, after the loss of the answer for each', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    const ask = () => reverse(prepared, 1, 'mirror', '2025-02-18', { fee: feeOf(prepared) });
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-after' });
    expect((await ask()).status).toBe(503);
    expect(inXero(prepared)).toEqual([FIRST, FEE]);
    expect((await readSchedule(prepared)).schedulePayments[0]).toMatchObject({ dishonoured: false });
    expect((await ask()).status).toBe(503);
    expect(inXero(prepared)).toEqual([FIRST, FEE, REVERSAL]);
    mend(prepared);
    expect((await ask()).body).toMatchObject({ dishonoured: true, xeroSynchronized: false });
    expect((await ask()).body.code).toBe('payment/not-synced');
    expect(inXero(prepared)).toEqual([FIRST, FEE, REVERSAL]);
    expect(await auditDetails(prepared, 'schedule/dishonour-payment')).toEqual([{ number: 1 }]);
    expect(await auditDetails(prepared, 'schedule/post-dishonour-fee')).toHaveLength(1);
  });

  it('refuses another fee once one is in Xero', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-after' });
    await reverse(prepared, 1, 'mirror', '2025-02-18', { fee: feeOf(prepared) });
    mend(prepared);
    const other = await reverse(prepared, 1, 'mirror', '2025-02-18', { fee: feeOf(prepared, 20) });
    expect([other.status, other.body.code]).toEqual([409, 'payment/fee-posted']);
    expect(other.body.detail).toContain('$15.00');
    expect((await reverse(prepared, 1, 'mirror', '2025-02-18', {})).status).toBe(200);
    expect(inXero(prepared)).toEqual([FIRST, FEE, REVERSAL]);
  });
});

describe('a dishonour that is refused', () => {
  it.each<[string, (prepared: Prepared) => Parameters<typeof reverse>[4], string]>([
    ['a fee of nothing', (p) => ({ fee: feeOf(p, 0) }), 'dishonoured.fee.amount'],
    ['a negative fee', (p) => ({ fee: feeOf(p, -15) }), 'dishonoured.fee.amount'],
    ['a fee in fractions of a cent', (p) => ({ fee: feeOf(p, 1.005) }), 'dishonoured.fee.amount'],
    [
      'a bank account for the fee',
      (p) => ({ fee: { ...feeOf(p), accountId: accountIn(p, '090') } }),
      'dishonoured.fee.accountId',
    ],
    [
      'an account of the loan',
      (p) => ({ fee: { ...feeOf(p), accountId: accountIn(p, '874.001') } }),
      'dishonoured.fee.accountId',
    ],
    [
      'a tax rate that Xero does not have',
      (p) => ({ fee: { ...feeOf(p), taxType: 'NONE-SUCH' } }),
      'dishonoured.fee.taxType',
    ],
    ['an earlier second date', () => ({ presentedOn: '2025-02-17' }), 'dishonoured.presentedOn'],
  ])('names the field for %s, and posts nothing', async (_what, dishonoured, field) => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    const { status, body } = await reverse(prepared, 1, 'mirror', '2025-02-18', dishonoured(prepared));
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, [field]]);
    expect(inXero(prepared)).toEqual([FIRST]);
    expect((await readSchedule(prepared)).schedulePayments[0]).toMatchObject({ xeroSynchronized: true });
  });

  it('is one of an unknown account, of an earlier day, and one that deletes', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1]);
    const unknown = await reverse(prepared, 1, 'mirror', '2025-02-18', {
      fee: { ...feeOf(prepared), accountId: 'a9d0d0e8-5f2c-4d3a-8a7a-1c1d1e1f2a2b' },
    });
    expect([unknown.status, unknown.body.code]).toEqual([404, 'account/unknown']);
    const early = await reverse(prepared, 1, 'mirror', '2025-02-10', { fee: feeOf(prepared) });
    expect([early.status, Object.keys(early.body.errors ?? {})]).toEqual([400, ['date']]);
    const deleting = await reverse(prepared, 1, 'delete', '2025-02-18', { fee: feeOf(prepared) });
    expect([deleting.status, Object.keys(deleting.body.errors ?? {})]).toEqual([400, ['mode']]);
    expect(inXero(prepared)).toEqual([FIRST]);
  });

  it('is one of a payment in parts that is presented again at once', async () => {
    const prepared = await prepareSchedule();
    await changePayment(prepared, 1, {
      parts: [
        { date: '2025-02-15', amount: 400 },
        { date: '2025-02-20', amount: 600 },
      ],
    });
    await syncNumbers(prepared, [1]);
    const refused = await reverse(prepared, 1, 'mirror', '2025-02-25', { presentedOn: '2025-02-28' });
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([
      400,
      ['dishonoured.presentedOn'],
    ]);
    const { body } = await reverse(prepared, 1, 'mirror', '2025-02-25', { fee: feeOf(prepared) });
    expect(body).toMatchObject({ dishonoured: true, paidOn: null });
    expect(balances(prepared)).toEqual({ '404': 15 });
  });

  it('is one of a payment that took no money, or on a locked day', async () => {
    const prepared = await prepareSchedule();
    await syncNumbers(prepared, [1, 2, 3, 4, 5]);
    await record(prepared, { kind: 'holiday', date: '2025-06-20', fromPayment: 6, qty: 2 });
    await syncNumbers(prepared, [6]);
    const journal = await reverse(prepared, 6, 'mirror', '2025-08-01', {});
    expect([journal.status, journal.body.code]).toEqual([409, 'payment/no-bank']);
    prepared.app.control('PATCH', `organisations/${prepared.app.books().tenantId}`, {
      periodLockDate: '2025-06-30',
    });
    const locked = await reverse(prepared, 5, 'mirror', '2025-06-20', { fee: feeOf(prepared) });
    expect([locked.status, locked.body.code]).toEqual([409, 'payment/locked']);
    expect(inXero(prepared)).toHaveLength(5);
  });

  it('is presented again on the side of the opening journal on which it is due', async () => {
    const prepared = await prepareSchedule();
    expect((await postJournalAt(prepared, '2025-02-01')).status).toBe(200);
    await syncNumbers(prepared, [1]);
    const fine = await reverse(prepared, 1, 'mirror', '2025-02-18', { presentedOn: '2025-02-25' });
    expect(fine.status).toBe(200);
  });
});
