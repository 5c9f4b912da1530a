/** Payments that a bank rule or a person has coded in Xero before Paydown posts them. */
import { describe, expect, it } from 'vitest';
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { reverse } from '../support/events.ts';
import { check } from '../support/ledger.ts';
import {
  asOwner,
  BANK_TRANSACTIONS,
  disturb,
  inXero,
  journalsInXero,
  mend,
  MINUTE,
  paymentsOf,
  schedulePath,
  syncNumbers,
} from '../support/syncing.ts';
import { linkTo, prepareAnother, prepareSchedule, type Prepared, startWork } from '../support/xero.ts';

const SYNC = `PUT ${schedulePath}/sync/xero/payments` as const;
const PREVIEW = `POST ${schedulePath}/sync/xero/payments/preview` as const;

interface Coding {
  readonly reconciled?: boolean;
  readonly taxType?: string;
  readonly code?: string;
  readonly amount?: number;
}

/** A bank rule codes a repayment to an expense account. */
function code(
  { app }: Pick<Prepared, 'app'>,
  date: string,
  { reconciled = false, taxType, code: account = '404', amount = 1000 }: Coding = {},
): string {
  const { tenantId, accounts } = app.books();
  const idOf = (wanted: string) => accounts.find(({ Code }) => Code === wanted)?.AccountID ?? '';
  const lines = [{ accountId: idOf(account), amount, ...(taxType && { taxType }) }];
  const given = { tenantId, date, contactName: 'Toyota Finance', bankAccountId: idOf('090'), lines, reconciled };
  return (app.control('POST', 'transactions', given) as { transactionId: string }).transactionId;
}

async function review(prepared: Prepared, ...numbers: readonly number[]) {
  const payments = await paymentsOf(prepared);
  const ids = payments.filter(({ number }) => numbers.includes(number)).map(({ id }) => id);
  return (await prepared.app.call(PREVIEW, { ...asOwner(prepared), body: { SyncSchedulePayments: ids } })).body;
}

interface Chosen {
  readonly number: number;
  readonly decision: 'correct' | 'post';
  readonly transactionId?: string;
}

async function decide(prepared: Prepared, ...chosen: readonly Chosen[]) {
  const payments = await paymentsOf(prepared);
  const idOf = (number: number) => payments.find((one) => one.number === number)?.id ?? '';
  const decisions = chosen.map(({ number, ...decision }) => ({ paymentId: idOf(number), ...decision }));
  const SyncSchedulePayments = chosen.map(({ number }) => idOf(number));
  return prepared.app.call(SYNC, { ...asOwner(prepared), body: { SyncSchedulePayments, decisions } });
}

const correct = (prepared: Prepared, number: number, transactionId: string) =>
  decide(prepared, { number, decision: 'correct', transactionId });

const linesOf = (prepared: Prepared, id: string) =>
  inXero(prepared)
    .find((one) => one.BankTransactionID === id)
    ?.LineItems.map(({ AccountCode, UnitAmount }) => [AccountCode, UnitAmount]);

const standing = (prepared: Prepared) => inXero(prepared).filter(({ Status }) => Status === 'AUTHORISED');

const reconcile = ({ app }: Prepared, documentId: string, action = 'reconcile'): void =>
  void app.control('POST', 'documents', { tenantId: app.books().tenantId, documentId, action });

describe('a payment that a bank rule has coded', () => {
  it('is listed with the transaction in the review, and is not posted without a decision', async () => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-14');
    const { documents, unsearched } = await review(prepared, 1, 2);
    expect(documents.map(({ matches }) => matches)).toEqual([
      [
        {
          transactionId,
          date: '2025-02-14',
          contact: 'Toyota Finance',
          total: 1000,
          isReconciled: false,
          hasGst: true,
          xeroUrl: expect.stringContaining(transactionId),
        },
      ],
      [],
    ]);
    expect(unsearched).toEqual([]);
    const { status, body } = await syncNumbers(prepared, [1, 2]);
    expect(status).toBe(200);
    const [payment] = await paymentsOf(prepared);
    const message =
      '$1,000.00 to Toyota Finance on 14th Feb 2025 is in Xero already. Choose whether to correct its coding, to post the payment anyway or to leave it out.';
    expect(body.errors).toEqual([{ id: payment?.id, code: 'payment/already-coded', message }]);
    expect(standing(prepared)).toHaveLength(2);
    const alone = await syncNumbers(prepared, [1]);
    expect([alone.status, alone.body.code]).toEqual([409, 'payment/already-coded']);
  });

  it('keeps its id and gets our contact, reference and lines where it is not reconciled', async () => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-17', { taxType: 'BASEXCLUDED' });
    const { status, body } = await correct(prepared, 1, transactionId);
    expect([status, body.errors]).toEqual([200, []]);
    expect(body.schedulePayments).toMatchObject([
      { xeroSynchronized: true, origin: 'corrected', paidOn: '2025-02-17', xeroStatus: 'posted' },
    ]);
    expect(body.schedulePayments[0]?.xeroUrl).toContain(transactionId);
    const [transaction, ...more] = standing(prepared);
    expect(more).toEqual([]);
    expect(transaction?.DateString).toContain('2025-02-17');
    expect(transaction?.Contact.Name).toBe('Delivery truck');
    expect(referenceIn(transaction?.Reference ?? '')).toBe(`PD-${prepared.scheduleId}-1C`);
    const changes = prepared.app
      .requests()
      .filter(({ method, path }) => method === 'POST' && path.includes(transactionId));
    expect(changes).toHaveLength(1);
    const again = await correct(prepared, 1, transactionId);
    expect([again.status, standing(prepared).length]).toEqual([200, 1]);
  });

  it('is moved by a journal where it is reconciled, and the ledger check agrees', async () => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-15', { reconciled: true, taxType: 'BASEXCLUDED' });
    const { status, body } = await correct(prepared, 1, transactionId);
    expect([status, body.errors]).toEqual([200, []]);
    expect(body.schedulePayments).toMatchObject([
      { xeroSynchronized: true, origin: 'corrected', paidOn: null, xeroStatus: 'reconciled' },
    ]);
    expect(body.schedulePayments[0]?.xeroUrl).toContain(transactionId);
    expect(linesOf(prepared, transactionId)).toEqual([['404', 1000]]);
    const [journal] = journalsInXero(prepared);
    expect(referenceIn(journal?.Narration ?? '')).toBe(`PD-${prepared.scheduleId}-1CJ`);
    expect(journal?.DateString).toContain('2025-02-15');
    expect(journal?.JournalLines[0]).toMatchObject({ AccountCode: '404', LineAmount: -1000 });
    const sum = journal?.JournalLines.reduce((total, { LineAmount }) => total + LineAmount, 0) ?? 1;
    expect(Math.round(sum * 100)).toBe(0);
  });

  it('is posted anyway where a person says so', async () => {
    const prepared = await prepareSchedule();
    code(prepared, '2025-02-14');
    const { status, body } = await decide(prepared, { number: 1, decision: 'post' });
    expect([status, body.errors, standing(prepared).length]).toEqual([200, [], 2]);
    expect(body.schedulePayments[0]?.origin).toBe('own');
  });

  it.each([
    ['GST', { taxType: 'INPUT' }, 'This transaction has GST on it. Please correct it in Xero first.'],
    [
      'a system account',
      { code: '800', taxType: 'BASEXCLUDED' },
      'This transaction has a line on a bank or system account. Please correct it in Xero first.',
    ],
  ])('is not corrected with %s', async (_what, coding, message) => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-14', coding);
    const { status, body } = await correct(prepared, 1, transactionId);
    expect([status, body.detail]).toEqual([409, message]);
    expect(standing(prepared)).toHaveLength(1);
  });

  it('is not corrected on or before the lock date, nor by a transaction that does not match', async () => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const transactionId = code(prepared, '2025-02-12', { taxType: 'BASEXCLUDED' });
    const other = code(prepared, '2025-02-14', { taxType: 'BASEXCLUDED', amount: 999 });
    app.control('PATCH', `organisations/${app.books().tenantId}`, { periodLockDate: '2025-02-13' });
    const locked = await correct(prepared, 1, transactionId);
    expect([locked.status, locked.body.code]).toEqual([409, 'payment/locked']);
    const foreign = await correct(prepared, 1, other);
    expect([foreign.status, Object.keys(foreign.body.errors ?? {})]).toEqual([400, ['decisions']]);
  });
});
