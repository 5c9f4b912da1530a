/** Reports of contracts with events. */
import { beforeEach, describe, expect, it } from 'vitest';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { type EventBody, readSchedule, record } from '../support/events.ts';
import { signIn } from '../support/people.ts';
import { withPractice } from './practice.ts';
import { openWorkbook } from './workbook.ts';

const EXTRA: EventBody = { kind: 'extra-repayment', date: '2026-02-01', amount: 5_000, keep: 'payment' };
const PAYOUT: EventBody = {
  kind: 'payout',
  date: '2026-08-05',
  payoutFigure: 37_396.92,
  fees: [{ amount: 350 }],
};

const practice = withPractice();
let params: { readonly entityId: string; readonly scheduleId: string };

beforeEach(async () => {
  const entityId = await practice.addEntity('Farm');
  params = { entityId, scheduleId: await practice.addLoan(entityId, WORKED_EXAMPLE) };
});

const subject = () => ({ app: practice.app, owner: practice.owner, params });

describe('the year-end pack of a contract with events', () => {
  it('closes a contract that is paid out, with the fee in its year', async () => {
    await record(subject(), PAYOUT);
    const { body } = await practice.report({ date: '2027-06-30' });
    expect(body.loans[0]).toMatchObject({
      status: 'paid-out',
      endDate: '2026-08-05',
      movement: { opening: 37_656.6, payments: 1_000, payouts: 37_046.92, closing: 0 },
    });
    expect(body.loans[0]?.feesByYear.at(-1)).toEqual({ year: 2027, amount: 350 });
    expect((await practice.report({ date: '2028-06-30' })).body.loans).toEqual([]);
  });

  it('counts what a refinance brings beyond the payout as a new loan for cash', async () => {
    const newSchedule = {
      ...WORKED_EXAMPLE,
      loanAmount: 60_000,
      startDate: '2026-08-05',
      schedulePaymentPlans: [{ number: 1, qty: 48, amount: 1_450 }],
    };
    await record(subject(), { ...PAYOUT, kind: 'refinance', newSchedule });
    const { body } = await practice.report({ date: '2027-06-30' });
    const cash = body.workingPapers.find(({ id }) => id === 'cash')?.rows;
    const sumOf = (name: string) => cash?.reduce((sum, row) => sum + Number(row[name]), 0);
    expect([sumOf('newLoans'), sumOf('refinancing')]).toEqual([22_603.08, 37_396.92]);
  });
});

describe('the forecast of a contract with events', () => {
  const totals = async () => {
    const { body } = await practice.app.call('GET /v1/forecast', { as: practice.owner.token });
    return body.totals;
  };

  it('follows the new amounts', async () => {
    await record(subject(), { ...EXTRA, keep: 'term' });
    expect(await totals()).toMatchObject({ payments: 10_556.4 });
  });

  it('ends with a payout that is still to come', async () => {
    await record(subject(), PAYOUT);
    expect(await totals()).toMatchObject({
      payments: 1_000,
      balloons: 37_046.92,
      fees: 350,
      total: 38_396.92,
    });
  });

  it('leaves a contract out that is paid out', async () => {
    await record(subject(), { ...PAYOUT, date: '2026-07-02', fees: [], payoutFigure: 37_656.6 });
    expect(await totals()).toMatchObject({ payments: 0, total: 0 });
  });
});

describe('the calendar of a contract with events', () => {
  it('ends with the payout', async () => {
    await record(subject(), PAYOUT);
    const { body: address } = await practice.app.call('POST /v1/calendar', {
      as: practice.owner.token,
      body: {},
    });
    const key = new URL(address.url).searchParams.get('key') ?? '';
    const { body } = await practice.app.call('GET /v1/calendar/feed.ics', { query: { key } });
    const summaries = String(body)
      .replaceAll('\r\n ', '')
      .match(/SUMMARY:.*/g);
    expect(summaries?.map((line) => line.replaceAll('\\', '').trim()).toSorted()).toEqual([
      'SUMMARY:Farm – Toyota HiLux, Payment 17 of 18: $1,000.00',
      'SUMMARY:Farm – Toyota HiLux, Payment 18 of 18: $1,000.00',
      'SUMMARY:Farm – Toyota HiLux, Payout: $37,396.92',
    ]);
  });
});

describe('the entity of a contract with events', () => {
  it('lists the schedule as paid out, and owes nothing from then on', async () => {
    await record(subject(), { ...PAYOUT, date: '2026-07-02', fees: [], payoutFigure: 37_656.6 });
    const { body } = await practice.app.call('GET /v1/entities/{entityId}/schedules', {
      as: practice.owner.token,
      params: { entityId: params.entityId },
    });
    expect(body[0]).toMatchObject({ status: 'paid-out', outstanding: 0, nextPayment: null });
    const entity = await practice.app.call('GET /v1/entities/{entityId}', {
      as: practice.owner.token,
      params: { entityId: params.entityId },
    });
    expect(entity.body).toMatchObject({ totalOutstanding: 0, schedulesCount: 1 });
  });
});

describe('a payout that is still to come', () => {
  it.each([
    ['2026-07-03', { number: 18, paymentDate: '2026-07-15', payments: 1_000 }, 37_656.6],
    ['2026-07-16', { number: 19, paymentDate: '2026-08-05', payments: 37_396.92 }, 36_889.44],
    ['2026-08-05', { number: 19, paymentDate: '2026-08-05', payments: 37_396.92 }, 0],
    ['2026-08-06', null, 0],
  ])('leaves the loan in its totals until its date: %s', async (day, nextPayment, outstanding) => {
    await record(subject(), PAYOUT);
    const { app, owner } = practice;
    app.clock.advance(Date.parse(day) - Date.parse('2026-07-03'));
    const { token } = await signIn(app, owner.email);
    const schedule = await readSchedule({ app, params, owner: { ...owner, token } });
    expect(schedule).toMatchObject({ status: 'paid-out', endDate: '2026-08-05', nextPayment, outstanding });
    const key = 'GET /v1/entities/{entityId}';
    const entity = await app.call(key, { as: token, params: { entityId: params.entityId } });
    expect(entity.body).toMatchObject({ totalOutstanding: outstanding });
  });
});

describe('the export of a contract with events', () => {
  it('adds the events up with the payments of their financial year', async () => {
    await record(subject(), EXTRA);
    await record(subject(), PAYOUT_AFTER_EXTRA);
    const { body } = await practice.app.send('GET /v1/entities/{entityId}/schedules/{scheduleId}/Export', {
      as: practice.owner.token,
      params,
    });
    const sheet = (await openWorkbook(body as Buffer)).get('Payments');
    const value = (label: string, column: string): unknown =>
      sheet?.value(`${column}${sheet.rowOf(label) ?? 0}`);
    expect(value('Extra repayment', 'C')).toBe(5_000);
    expect(value('FY2026', 'C')).toBe(17_000);
    expect(value('FY2027', 'G')).toBe(0);
    expect(Number(value('Total', 'F'))).toBeCloseTo(50_000, 2);
  });
});

const PAYOUT_AFTER_EXTRA: EventBody = { kind: 'payout', date: '2026-08-05', payoutFigure: 32_300, fees: [] };
