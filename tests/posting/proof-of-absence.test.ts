/** A document whose call was not answered, and that people in Xero change before it is looked up. */
import { beforeEach, describe, expect, it } from 'vitest';
import { paymentId } from '../../functions/records/schedules/payments.ts';
import { decide } from '../support/coding.ts';
import { jobsOf } from '../support/jobs.ts';
import { makeOdd } from '../support/ledger.ts';
import { answerUnknown, later, listUnknown as unknownOf } from '../support/restoring.ts';
import { BANK_TRANSACTIONS, disturb, inXero, mend, syncedNumbers, syncNumbers } from '../support/syncing.ts';
import { accountIn, prepareAnother, prepareSchedule, type Prepared, xeroAccess } from '../support/xero.ts';

let prepared: Prepared;

/** Payment 5 reaches Xero, and the answer is lost. */
beforeEach(async () => {
  prepared = await prepareSchedule();
  disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-after' });
  await syncNumbers(prepared, [5]);
  mend(prepared);
});

function edit(changes: object): void {
  const { app } = prepared;
  const [document] = inXero(prepared);
  const documentId = document?.BankTransactionID;
  app.control('POST', 'documents', { tenantId: app.books().tenantId, documentId, action: 'edit', changes });
}

const anotherContact = async (): Promise<string> =>
  (await prepared.app.xero.createContact(await xeroAccess(prepared.app), 'Another', 'contact-key')).id;

const listUnknown = async () => (await unknownOf(prepared)).documents;

const answer = async (
  decision: 'adopt' | 'foreign',
  candidateFor?: Awaited<ReturnType<typeof listUnknown>>[number]['candidateFor'],
) => {
  const documentId = inXero(prepared)[0]?.BankTransactionID ?? '';
  const body = { decision, note: 'Seen in Xero', ...(candidateFor && { candidateFor }) };
  return (await answerUnknown(prepared, documentId, body)).status;
};

describe('a payment that Xero has, although its call was not answered', () => {
  // Evidence for Xero modified-after
  it('is found after its contact and its date have changed', async () => {
    edit({ contactId: await anotherContact(), date: '2025-09-01' });
    prepared = await later(prepared, 11);
    expect((await syncNumbers(prepared, [5])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(1);
    expect(await syncedNumbers(prepared)).toEqual([5]);
  });

  it('is asked about when its reference is gone, and never posted meanwhile', async () => {
    edit({ reference: 'Truck, May' });
    prepared = await later(prepared, 11);
    expect((await syncNumbers(prepared, [5])).body.code).toBe('payment/unconfirmed');
    expect(await listUnknown()).toMatchObject([
      { reason: 'unconfirmed', token: null, total: 1000, candidateFor: { kind: 'payment', number: 5 } },
    ]);
    expect(await answer('adopt')).toBe(204);
    expect(await syncedNumbers(prepared)).toEqual([5]);
    expect(await listUnknown()).toEqual([]);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it('is asked about when its lines are recoded, too', async () => {
    const { LineItems = [] } = inXero(prepared)[0] ?? {};
    const lines = LineItems.map(({ UnitAmount: amount, TaxType }) => ({
      accountId: accountIn(prepared, '404'),
      amount,
      taxType: TaxType,
    }));
    edit({ reference: 'Truck, May', lines });
    prepared = await later(prepared, 11);
    expect((await syncNumbers(prepared, [5])).body.code).toBe('payment/unconfirmed');
    expect(await listUnknown()).toMatchObject([{ candidateFor: { number: 5 } }]);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it.each([true, false])(
    'is distinguished from that of an equal loan by its link to Paydown: %s',
    async (isLinked) => {
      const other = await prepareAnother(prepared);
      disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-before' });
      await syncNumbers(other, [5]);
      mend(prepared);
      edit({ reference: 'Truck, May', ...(!isLinked && { Url: '' }) });
      prepared = await later(prepared, 12);
      const both = [prepared, { ...other, owner: prepared.owner }];
      for (const one of both) await syncNumbers(one, [5]);
      const listed = await listUnknown();
      const ids = (isLinked ? both.slice(0, 1) : both).map(({ scheduleId }) => scheduleId);
      expect(new Set(listed.map(({ scheduleId }) => scheduleId))).toEqual(new Set(ids));
      const own = listed.find(({ candidateFor }) => candidateFor?.id === paymentId(prepared.scheduleId, 5));
      expect(listed).toHaveLength(ids.length);
      expect(await answer('adopt', own?.candidateFor)).toBe(204);
      for (const one of both) await syncNumbers(one, [5]);
      expect(await Promise.all(both.map(syncedNumbers))).toEqual([[5], [5]]);
      expect(inXero(prepared)).toHaveLength(2);
      expect(await listUnknown()).toEqual([]);
    },
  );

  it('is posted after a member says that the other document is not ours', async () => {
    edit({ reference: 'Truck, May' });
    prepared = await later(prepared, 11);
    await syncNumbers(prepared, [5]);
    expect(await answer('foreign')).toBe(204);
    expect((await syncNumbers(prepared, [5])).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(2);
  });

  it('is found by its reference in a document that can’t be read', async () => {
    makeOdd(prepared, inXero(prepared)[0]?.BankTransactionID ?? '');
    prepared = await later(prepared, 11);
    expect((await syncNumbers(prepared, [5])).status).toBe(200);
    expect(await syncedNumbers(prepared)).toEqual([5]);
    expect(inXero(prepared)).toHaveLength(1);
  });

  it('is asked about when it has lost its reference and can’t be read, and never posted meanwhile', async () => {
    edit({ reference: 'Truck, May' });
    makeOdd(prepared, inXero(prepared)[0]?.BankTransactionID ?? '');
    prepared = await later(prepared, 11);
    expect((await syncNumbers(prepared, [5])).body.code).toBe('payment/unconfirmed');
    expect(await listUnknown()).toMatchObject([
      {
        reason: 'unconfirmed',
        date: '2025-06-15',
        total: null,
        candidateFor: { kind: 'payment', number: 5 },
      },
    ]);
    expect(await answer('foreign')).toBe(204);
    expect((await decide(prepared, { number: 5, decision: 'post' })).status).toBe(200);
    expect(inXero(prepared)).toHaveLength(2);
    expect(await listUnknown()).toEqual([]);
  });

  it('is settled by a timer eleven minutes later', async () => {
    edit({ contactId: await anotherContact() });
    const settle = async () => {
      const scheduledTime = new Date(prepared.app.clock.now()).toISOString().replace(/\.\d+/, '');
      return (await jobsOf(prepared.app).run('settle', { scheduledTime })).result;
    };
    expect(await settle()).toEqual({ settle: 0 });
    prepared = await later(prepared, 11);
    expect(await settle()).toEqual({ settle: 1 });
    expect(await syncedNumbers(prepared)).toEqual([5]);
  });
});

describe('a payment that did not reach Xero', () => {
  const odd = (kind: string, bank = '090'): string => {
    const { app } = prepared;
    const { tenantId } = app.books();
    const bankAccountId = accountIn(prepared, bank);
    const given = { tenantId, kind, date: '2025-09-01', bankAccountId, total: 900 };
    return (app.control('POST', 'odd', given) as { documentId: string }).documentId;
  };

  beforeEach(async () => {
    prepared = await prepareSchedule();
    disturb(prepared, { method: 'PUT', path: BANK_TRANSACTIONS, kind: 'drop-before' });
    await syncNumbers(prepared, [5]);
    mend(prepared);
  });

  it('is posted beside odd documents that are readable, of another bank account, or deleted', async () => {
    for (const kind of ['no-lines', 'no-contact', 'null-line-amount-types', 'offset-date']) odd(kind);
    odd('no-total', '091');
    prepared.app.control('PATCH', `documents/${odd('no-total')}`, { status: 'DELETED' });
    prepared = await later(prepared, 11);
    expect((await syncNumbers(prepared, [5])).status).toBe(200);
    expect(await syncedNumbers(prepared)).toEqual([5]);
    expect(await listUnknown()).toEqual([]);
  });

  it('is asked about when a document of its bank account can’t be read, which is read once more', async () => {
    for (let count = 1; count <= 7; count++) odd('no-total');
    prepared = await later(prepared, 11);
    const before = prepared.app.requests().length;
    expect((await syncNumbers(prepared, [5])).body.code).toBe('payment/unconfirmed');
    const single = prepared.app.requests().slice(before);
    expect(single.filter(({ path }) => /BankTransactions\/./.test(path))).toHaveLength(5);
    expect(await listUnknown()).toHaveLength(7);
    expect(inXero(prepared).filter(({ Reference }) => Reference.includes('PD-'))).toEqual([]);
  });
});
