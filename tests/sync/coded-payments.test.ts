/** Payments that a bank rule or a person has coded in Xero before Paydown posts them. */
import { describe, expect, it } from 'vitest';
import { referenceIn } from '../../domain/posting/document-reference.ts';
import { changePayment, reverse } from '../support/events.ts';
import { check } from '../support/ledger.ts';
import {
  asOwner,
  BANK_TRANSACTIONS,
  disturb,
  inXero,
  journalsInXero,
  mend,
  paymentIds,
  paymentsOf,
  schedulePath,
  syncNumbers,
} from '../support/syncing.ts';
import { signUp } from '../support/people.ts';
import { later } from '../support/restoring.ts';
import { code, correct, decide } from '../support/coding.ts';
import { jobsOf } from '../support/jobs.ts';
import {
  accountIn,
  allowConnections,
  changeSettings,
  linkTo,
  prepareAnother,
  prepareSchedule,
  type Prepared,
} from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const PREVIEW = `POST ${schedulePath}/sync/xero/payments/preview` as const;

async function review(prepared: Prepared, ...numbers: readonly number[]) {
  const ids = await paymentIds(prepared, numbers);
  return (await prepared.app.call(PREVIEW, { ...asOwner(prepared), body: { SyncSchedulePayments: ids } }))
    .body;
}

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
          kind: 'spend',
          number: '',
          canCorrect: true,
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
      '$1,000.00 to Toyota Finance on 14 Feb 2025 is in Xero already. Choose whether to correct its coding, to post the payment anyway or to leave it out.';
    expect(body.errors).toEqual([{ id: payment?.id, code: 'payment/already-coded', message }]);
    expect(standing(prepared)).toHaveLength(2);
    const alone = await syncNumbers(prepared, [1]);
    expect([alone.status, alone.body.code]).toEqual([409, 'payment/already-coded']);
  });

  it('is found however many payments ahead are reviewed', async () => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2027-01-14');
    const numbers = upTo(40);
    const { documents, unsearched } = await review(prepared, ...numbers);
    const found = documents.flatMap(({ number, matches }) =>
      matches.map((one) => [number, one.transactionId]),
    );
    expect([found, unsearched]).toEqual([[[24, transactionId]], []]);
  });

  it.each([false, true])(
    'is moved by a journal, and the ledger check agrees (reconciled: %s)',
    async (reconciled) => {
      const prepared = await prepareSchedule();
      const transactionId = code(prepared, '2025-02-15', { reconciled, taxType: 'BASEXCLUDED' });
      const before = inXero(prepared);
      const { status, body } = await correct(prepared, 1, transactionId);
      expect([status, body.errors]).toEqual([200, []]);
      expect(body.schedulePayments).toMatchObject([
        { xeroSynchronized: true, origin: 'corrected', paidOn: null },
      ]);
      expect(body.schedulePayments[0]?.xeroUrl).toContain(transactionId);
      expect(inXero(prepared)).toEqual(before);
      const [journal] = journalsInXero(prepared);
      expect(referenceIn(journal?.Narration ?? '')).toBe(`PD-${prepared.scheduleId}-1CJ`);
      expect(journal?.Narration).toContain(
        'Delivery truck: Payment 1 of 60 – repayment: moves the coding of $1,000.00 to Toyota Finance on 15 Feb 2025 [PD-',
      );
      expect(journal?.DateString).toContain('2025-02-15');
      expect(journal?.ShowOnCashBasisReports).toBe(true);
      expect(journal?.JournalLines[0]).toMatchObject({ AccountCode: '404', LineAmount: -1000 });
      const sum = journal?.JournalLines.reduce((total, { LineAmount }) => total + LineAmount, 0) ?? 1;
      expect(Math.round(sum * 100)).toBe(0);
      const { accounts } = await check(prepared, '2025-02-28');
      expect(accounts.map(({ xero }) => xero)).toEqual(accounts.map(({ posted }) => posted));
      expect(accounts.some(({ posted }) => posted !== 0)).toBe(true);
    },
  );

  /** A bank rule codes two lines, each with its own tracking. */
  function codeTracked({ app }: Prepared): string {
    const { tenantId } = app.books();
    const idOf = (wanted: string): string => accountIn({ app }, wanted);
    const lines = [
      { accountId: idOf('404'), amount: 600, tracking: [{ name: 'Division', option: 'North block' }] },
      {
        accountId: idOf('429'),
        amount: 400,
        tracking: [
          { name: 'Division', option: 'South block' },
          { name: 'Vehicle', option: 'Truck 1' },
        ],
      },
    ];
    const document = {
      tenantId,
      date: '2025-02-14',
      contactName: 'Toyota Finance',
      bankAccountId: idOf('090'),
      lines,
    };
    return (app.control('POST', 'transactions', document) as { transactionId: string }).transactionId;
  }

  interface Tracked {
    readonly Tracking?: readonly { readonly Name: string; readonly Option: string }[];
  }
  const optionsOf = ({ Tracking = [] }: Tracked): string[] => Tracking.map(({ Option }) => Option);

  it('is moved with the tracking of each of its lines', async () => {
    const prepared = await prepareSchedule();
    const { status, body } = await correct(prepared, 1, codeTracked(prepared));
    expect([status, body.errors]).toEqual([200, []]);
    const lines = (journalsInXero(prepared)[0]?.JournalLines ?? []) as readonly Tracked[];
    expect(lines.slice(0, 2).map(optionsOf)).toEqual([['North block'], ['South block', 'Truck 1']]);
    expect(lines.slice(2).flatMap(optionsOf)).toEqual([]);
  });

  it.each(['dropped', 'refused'])('is not moved while an option of it is archived: %s', async (reading) => {
    const prepared = await prepareSchedule();
    const { app } = prepared;
    const transactionId = codeTracked(prepared);
    const { organisations } = app.control('GET', 'state') as {
      organisations: { trackingCategories: { Options: { Name: string; TrackingOptionID: string }[] }[] }[];
    };
    const options = organisations[0]?.trackingCategories.flatMap((category) => category.Options) ?? [];
    const north = options.find(({ Name }) => Name === 'North block')?.TrackingOptionID ?? '';
    app.control('PATCH', `tracking/${north}`, { status: 'ARCHIVED' });
    app.control('POST', 'behaviour', { unknownTracking: reading });
    const { status, body } = await correct(prepared, 1, transactionId);
    expect(status).toBe(409);
    expect(body).toMatchObject({
      code: 'tracking/unavailable',
      detail: expect.stringContaining('“North block” of “Division” is archived in Xero'),
    });
    expect(journalsInXero(prepared)).toEqual([]);
    expect((await paymentsOf(prepared))[0]).toMatchObject({ xeroSynchronized: false });
  });

  it('is moved with its GST, of which nothing remains', async () => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-14', { taxType: 'INPUT' });
    const { status, body } = await correct(prepared, 1, transactionId);
    expect([status, body.errors]).toEqual([200, []]);
    const [journal] = journalsInXero(prepared);
    const taxed = inXero(prepared)[0];
    expect([taxed?.LineAmountTypes, taxed?.TotalTax]).toEqual(['Inclusive', 90.91]);
    expect(journal).toMatchObject({ LineAmountTypes: 'Inclusive' });
    expect(journal?.JournalLines[0]).toMatchObject({
      LineAmount: -1000,
      TaxType: 'INPUT',
      TaxAmount: -90.91,
    });
    const { accounts } = await check(prepared, '2025-02-28');
    expect(accounts.map(({ xero }) => xero)).toEqual(accounts.map(({ posted }) => posted));
  });

  it('is named by the ledger check once its correcting journal is voided', async () => {
    const prepared = await prepareSchedule();
    const coding = { reconciled: true, taxType: 'BASEXCLUDED' };
    await correct(prepared, 1, code(prepared, '2025-02-15', coding));
    reconcile(prepared, journalsInXero(prepared)[0]?.ManualJournalID ?? '', 'void');
    const { accounts } = await check(prepared, '2025-02-28');
    const causes = accounts.flatMap((account) => account.causes.map(({ kind }) => kind));
    expect(causes).toContain('document-missing');
    expect((await paymentsOf(prepared))[0]).toMatchObject({ xeroStatus: 'missing' });
  });

  it('is posted anyway where a person says so', async () => {
    const prepared = await prepareSchedule();
    code(prepared, '2025-02-14');
    const { status, body } = await decide(prepared, { number: 1, decision: 'post' });
    expect([status, body.errors, standing(prepared).length]).toEqual([200, [], 2]);
    expect(body.schedulePayments[0]?.origin).toBe('own');
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

it('is corrected for one part of a payment, and the other part is posted', async () => {
  const prepared = await prepareSchedule();
  const parts = [
    { date: '2025-02-15', amount: 400 },
    { date: '2025-02-20', amount: 600 },
  ];
  await changePayment(prepared, 1, { parts });
  const transactionId = code(prepared, '2025-02-21', { amount: 600, taxType: 'BASEXCLUDED' });
  const { documents } = await review(prepared, 1);
  expect(documents.map(({ part, matches }) => [part, matches.length])).toEqual([
    [1, 0],
    [2, 1],
  ]);
  const { status, body } = await correct(prepared, 1, transactionId);
  expect([status, body.errors]).toEqual([200, []]);
  const references = standing(prepared).map(({ Reference }) => referenceIn(Reference));
  expect(new Set(references)).toEqual(new Set([`PD-${prepared.scheduleId}-1.1`, null]));
});

it.each([
  ['a system account', { code: '820' }, {}, 'payment/not-correctable'],
  [
    'a date before the start',
    {},
    { startDate: '2025-02-15', firstPaymentOnStartDate: true },
    'payment/before-start',
  ],
])('is not corrected with %s', async (_name, coding, terms, refusal) => {
  const prepared = await prepareSchedule(terms);
  const transactionId = code(prepared, '2025-02-14', { taxType: 'BASEXCLUDED', ...coding });
  const { status, body } = await correct(prepared, 1, transactionId);
  expect([status, body.code, standing(prepared).length]).toEqual([409, refusal, 1]);
});

describe('a transaction', () => {
  it('answers one of several weekly payments, the nearest', async () => {
    const prepared = await prepareSchedule({ paymentFrequency: 'weekly', startDate: '2025-03-03' });
    const ids = [
      code(prepared, '2025-03-13', { taxType: 'BASEXCLUDED' }),
      code(prepared, '2025-03-20', { taxType: 'BASEXCLUDED' }),
      code(prepared, '2025-03-26', { taxType: 'BASEXCLUDED' }),
    ];
    const { documents } = await review(prepared, 1, 2, 3, 4);
    const matches = documents.map((one) =>
      one.matches.map(({ transactionId }) => ids.indexOf(transactionId)),
    );
    expect(documents.map(({ date }) => date)).toEqual([
      '2025-03-10',
      '2025-03-17',
      '2025-03-24',
      '2025-03-31',
    ]);
    expect(matches).toEqual([[0], [1], [2], []]);
    const both = await decide(
      prepared,
      { number: 1, decision: 'correct', transactionId: ids[0] ?? '' },
      { number: 2, decision: 'correct', transactionId: ids[0] ?? '' },
    );
    expect(both.body.errors.map((error) => error.code)).toEqual(['payment/transaction-taken']);
  });

  it('answers no payment of another entity or customer any more', async () => {
    const prepared = await prepareSchedule();
    const another = await startAnother(prepared);
    const transactionId = code(prepared, '2025-02-15', { reconciled: true, taxType: 'BASEXCLUDED' });
    expect((await review(another, 1)).documents[0]?.matches).toHaveLength(1);
    await correct(prepared, 1, transactionId);
    expect((await review(another, 1)).documents[0]?.matches).toEqual([]);
    const { status, body } = await correct(another, 1, transactionId);
    expect([status, body.code]).toEqual([409, 'payment/transaction-taken']);
    expect((await syncNumbers(another, [1])).status).toBe(200);
  });

  it.each([false, true])('stands alone again after the undo (reconciled: %s)', async (reconciled) => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-16', { reconciled, taxType: 'BASEXCLUDED' });
    const before = inXero(prepared);
    await correct(prepared, 1, transactionId);
    const mirrored = await reverse(prepared, 1, 'mirror');
    expect([mirrored.status, mirrored.body.code]).toEqual([409, 'payment/corrected']);
    const undone = await reverse(prepared, 1, 'delete');
    expect([undone.status, undone.body.xeroSynchronized, undone.body.paidOn]).toEqual([200, false, null]);
    expect(inXero(prepared)).toEqual(before);
    expect(journalsInXero(prepared).filter(({ Status }) => Status === 'POSTED')).toEqual([]);
    expect((await correct(prepared, 1, transactionId)).status).toBe(200);
    const references = journalsInXero(prepared).map(({ Narration }) => referenceIn(Narration));
    expect(references).toContain(`PD-${prepared.scheduleId}-1/2CJ`);
  });
});

describe('the search of a review', () => {
  const asked = ({ app }: Prepared, path: string): number =>
    app.requests().filter((one) => one.method === 'GET' && one.path.startsWith(path)).length;
  const PAYMENTS = '/api.xro/2.0/Payments';

  it('goes on where Xero cut it short, and starts anew once it was whole', async () => {
    const prepared = await prepareSchedule();
    const numbers = upTo(60);
    const counts = (): number[] => [asked(prepared, BANK_TRANSACTIONS), asked(prepared, PAYMENTS)];
    const searched = async (): Promise<{ calls: number[]; isWhole: boolean }> => {
      const before = counts();
      const { unsearched } = await review(prepared, ...numbers);
      return {
        calls: counts().map((count, index) => count - (before[index] ?? 0)),
        isWhole: unsearched.length === 0,
      };
    };
    const whole = await searched();
    expect(whole.isWhole).toBe(true);
    disturb(prepared, { kind: 'status', status: 429, method: 'GET', path: PAYMENTS, retryAfter: 5 });
    const cut = await searched();
    expect([cut.isWhole, cut.calls[0]]).toEqual([false, whole.calls[0]]);
    mend(prepared);
    prepared.app.clock.advance(61_000);
    prepared.app.control('POST', 'clock', { advanceSeconds: 61 });
    expect(await searched()).toEqual({ calls: [0, whole.calls[1]], isWhole: true });
    prepared.app.clock.advance(61_000);
    prepared.app.control('POST', 'clock', { advanceSeconds: 61 });
    expect(await searched()).toEqual(whole);
  });

  it('reads the pages of a year, not each of its months', async () => {
    const prepared = await prepareSchedule();
    for (let number = 0; number < 1001; number++) code(prepared, '2025-02-14', { amount: 7 });
    const before = asked(prepared, BANK_TRANSACTIONS);
    const transactionId = code(prepared, '2025-06-15');
    const { documents, unsearched } = await review(prepared, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    const found = documents.flatMap(({ matches }) => matches.map((one) => one.transactionId));
    expect([found, unsearched]).toEqual([[transactionId], []]);
    expect(asked(prepared, BANK_TRANSACTIONS) - before).toBe(2);
  });
});

describe('a fault of Xero', () => {
  it('leaves a payment whose days could not be searched unposted, and names them', async () => {
    const prepared = await prepareSchedule();
    disturb(prepared, { kind: 'status', status: 503, method: 'GET', path: BANK_TRANSACTIONS });
    const { documents, unsearched } = await review(prepared, 1);
    expect([documents[0]?.matches, unsearched]).toEqual([
      [],
      [{ from: '2025-02-10', to: '2025-02-20', why: 'unanswered' }],
    ]);
    const { status, body } = await syncNumbers(prepared, [1]);
    expect([status, body.code, standing(prepared).length]).toEqual([409, 'payment/not-checked', 0]);
    expect((await decide(prepared, { number: 1, decision: 'post' })).status).toBe(200);
    expect(standing(prepared)).toHaveLength(1);
  });

  it.each(['drop-after', 'drop-before'])('ends with one correcting journal after %s', async (kind) => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-15', { taxType: 'BASEXCLUDED' });
    disturb(prepared, { kind, method: 'PUT', path: '/api.xro/2.0/ManualJournals' });
    await correct(prepared, 1, transactionId);
    mend(prepared);
    prepared.app.control('POST', 'clock', { advanceSeconds: 11 * 60 });
    const { status } = await correct(await later(prepared, 11), 1, transactionId);
    expect([status, journalsInXero(prepared).length]).toEqual([200, 1]);
  });

  it('asks again about a payment that a person posts anyway while its correction is under way', async () => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-15', { taxType: 'BASEXCLUDED' });
    disturb(prepared, { kind: 'drop-before', method: 'PUT', path: '/api.xro/2.0/ManualJournals' });
    await correct(prepared, 1, transactionId);
    mend(prepared);
    prepared.app.control('POST', 'clock', { advanceSeconds: 11 * 60 });
    const eleven = await later(prepared, 11);
    const { status, body } = await decide(eleven, { number: 1, decision: 'post' });
    expect([status, body.code]).toEqual([409, 'payment/already-coded']);
    expect(standing(prepared)).toHaveLength(1);
    expect((await decide(eleven, { number: 1, decision: 'post' })).status).toBe(200);
    expect(standing(prepared)).toHaveLength(2);
  });

  it('leads to one journal where the answer to it is lost', async () => {
    const prepared = await prepareSchedule();
    const transactionId = code(prepared, '2025-02-15', { reconciled: true, taxType: 'BASEXCLUDED' });
    disturb(prepared, { kind: 'drop-after', method: 'PUT', path: '/api.xro/2.0/ManualJournals' });
    await correct(prepared, 1, transactionId);
    mend(prepared);
    const { status } = await correct(prepared, 1, transactionId);
    expect([status, journalsInXero(prepared).length]).toEqual([200, 1]);
  });
});

it('makes auto sync stop with a message that needs an action and a row on the attention board', async () => {
  const prepared = await prepareSchedule({ startDate: '2025-04-20' });
  const { app } = prepared;
  await changeSettings(prepared, { autoSync: true });
  code(prepared, '2025-06-20');
  app.clock.advance(21 * 86_400_000);
  const { worked } = await jobsOf(app).run('auto-sync');
  expect(worked).toMatchObject([{ schedules: [{ stopped: 'payment/already-coded' }] }]);
  expect(standing(prepared)).toHaveLength(1);
  const again = await later(prepared, 0);
  const { body: messages } = await app.call('GET /v1/messages', { as: again.owner.token });
  const message = messages.find(({ subject }) => subject === 'Delivery truck: auto sync failed');
  expect(message).toMatchObject({ actionRequired: true });
  expect(message?.message).toContain('$1,000.00 to Toyota Finance on 20 Jun 2025 is in Xero already.');
  const { body: board } = await app.call('GET /v1/attention', { as: again.owner.token });
  expect(JSON.stringify(board)).toContain('is in Xero already');
  expect((await decide(again, { number: 2, decision: 'post' })).status).toBe(200);
});

/** Another customer with a schedule like it, linked to the same Xero organisation. */
async function startAnother({ app }: Prepared): Promise<Prepared> {
  const owner = await signUp(app);
  const { body } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Other Works' } });
  await allowConnections(app, owner, 5);
  const work = { app, owner, entityId: body.id };
  await linkTo(app, owner, work.entityId);
  return prepareAnother(work);
}
