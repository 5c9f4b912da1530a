/** The vectors of contract terms by the API: what is sent, and what the answers say. */
import { describe, expect, it } from 'vitest';
import type { AnswerOf } from '../support/app.ts';
import { IMPORT_ROW } from '../support/contracts.ts';
import type { EventBody } from '../support/events.ts';
import { record } from '../support/events.ts';
import { asOwner, schedulePath } from '../support/syncing.ts';
import { TERMS_VECTORS } from '../support/terms-vectors.ts';
import { prepareSchedule, startWork, type Terms } from '../support/xero.ts';

const LIST = 'GET /v1/entities/{entityId}/schedules';
const CREATE = 'POST /v1/entities/{entityId}/schedules';
const TEMPLATE = `GET ${schedulePath}/templates/openingbalancejournal` as const;

type VectorTerms = (typeof TERMS_VECTORS)['contracts'][number]['terms'];

/** Terms as they are sent, with an operator's words. */
const sent = (terms: VectorTerms, description: string) =>
  ({
    ...terms,
    description,
    loanAmount: Number(terms.loanAmount),
    administrationFee: Number(terms.administrationFee),
    schedulePaymentPlans: terms.schedulePaymentPlans.map((row) => ({ ...row, amount: Number(row.amount) })),
  }) as Terms;

const text = (amount: number): string => amount.toFixed(2);

type VectorEvent = (typeof TERMS_VECTORS)['contracts'][number]['events'][number];

const eventBody = (event: VectorEvent) =>
  ({
    ...event,
    ...('amount' in event && { amount: Number(event.amount) }),
    ...('interestRate' in event && { interestRate: Number(event.interestRate) }),
  }) as EventBody;

describe.each(TERMS_VECTORS.contracts)('by the API: $name', ({ terms, events, expect: expected, id }) => {
  it('answers dates, rate, rows, years and the four accounts to the cent', async () => {
    const prepared = await prepareSchedule(sent(terms, `Vector ${id}`));
    const { app } = prepared;
    const read = async () => (await app.call(`GET ${schedulePath}`, asOwner(prepared))).body;
    const made = await read();
    expect(made.interestRate).toBeCloseTo(Number(expected.interestRate), 9);
    for (const event of events) expect((await record(prepared, eventBody(event))).status).toBe(201);
    const schedule = await read();
    expect(schedule).toMatchObject({
      firstPaymentDate: expected.firstPaymentDate,
      paymentsAtMonthEnd: terms.paymentsAtMonthEnd,
      totalInterest: Number(expected.totalInterest),
      endDate: expected.endDate,
    });
    const listed = await app.call(LIST, { as: prepared.owner.token, params: prepared.params });
    expect(listed.body).toMatchObject([
      { firstPaymentDate: expected.firstPaymentDate, paymentsAtMonthEnd: terms.paymentsAtMonthEnd },
    ]);
    const rows = schedule.schedulePayments.map((row) => [
      row.number,
      row.paymentDate,
      ...[row.payments, row.interest, row.principal, row.endingBalance].map(text),
    ]);
    expect(rows).toEqual(expected.rows);
    const ends = new Map(schedule.financialYears.map((year) => [year.end, year]));
    for (const { date, balance, ledger, report } of expected.years) {
      expect(ends.get(date)).toMatchObject({
        closingBalance: Number(balance),
        current: Number(report.current.net),
        nonCurrent: Number(report.nonCurrent.net),
      });
      const { body } = await app.call(TEMPLATE, {
        ...asOwner(prepared),
        query: { date, includesDate: 'true' },
      });
      const held = new Map(body.lineItems.map(({ accountId, amount }) => [accountId, amount]));
      const { xeroAccount } = schedule;
      const amountOn = (account: string | null): string => text(Math.abs(held.get(account ?? '') ?? 0));
      expect({
        hirePurchaseCurrent: amountOn(xeroAccount.hirePurchaseCurrentId),
        hirePurchaseNonCurrent: amountOn(xeroAccount.hirePurchaseNonCurrentId),
        unexpiredChargesCurrent: amountOn(xeroAccount.unexpiredChargesCurrentId),
        unexpiredChargesNonCurrent: amountOn(xeroAccount.unexpiredChargesNonCurrentId),
      }).toEqual(ledger);
    }
  });
});

it.each(TERMS_VECTORS.refused)('answers 400 by the API: $name', async ({ name, terms, expect: expected }) => {
  const { app, owner, entityId } = await startWork();
  const { status, body } = await app.call(CREATE, {
    as: owner.token,
    params: { entityId },
    body: sent(terms, name),
  });
  expect(status).toBe(expected.status);
  expect(Object.keys(body.errors ?? {})).toEqual([expected.field]);
});

it.each(TERMS_VECTORS.tables)(
  'stores a table of dates and amounts alone by the API: $name',
  async (vector) => {
    const { app, owner, entityId } = await startWork();
    const { schedulePayments, expect: expected, name, loanAmount, startDate, paymentFrequency } = vector;
    const { status, body } = await app.send(CREATE, {
      as: owner.token,
      params: { entityId },
      body: {
        description: name,
        loanAmount: Number(loanAmount),
        startDate,
        paymentFrequency,
        firstPaymentOnStartDate: false,
        schedulePayments: schedulePayments.map((row) => ({ ...row, payments: Number(row.payments) })),
      },
    });
    expect(status).toBe(201);
    const made = body as AnswerOf<typeof CREATE>['body'];
    expect(made).toMatchObject({ firstPaymentDate: null, paymentsAtMonthEnd: false });
    expect(made.interestRate).toBeCloseTo(Number(expected.interestRate), 9);
    const rows = made.schedulePayments.map((row) => [
      row.number,
      row.paymentDate,
      ...[row.payments, row.interest, row.principal, row.endingBalance].map(text),
    ]);
    expect(rows).toEqual(expected.rows);
  },
);

it.each(TERMS_VECTORS.workOut)('answers the rate of worked-out rows by the API: $name', async (vector) => {
  const { app, owner, entityId } = await startWork();
  const { deal, expect: expected, part, name } = vector;
  const { status, body } = await app.send(CREATE, {
    as: owner.token,
    params: { entityId },
    body: {
      description: name,
      loanAmount: Number(part === 'loanAmount' ? expected.value : 'loanAmount' in deal && deal.loanAmount),
      startDate: deal.startDate,
      paymentFrequency: deal.frequency,
      firstPaymentOnStartDate: deal.firstPaymentOnStartDate,
      firstPaymentDate: deal.firstPaymentDate,
      schedulePaymentPlans: expected.rows.map(([qty, amount], index) => ({
        number: index + 1,
        qty,
        amount: Number(amount),
      })),
    },
  });
  expect(status).toBe(201);
  const made = body as AnswerOf<typeof CREATE>['body'];
  expect(made.interestRate).toBeCloseTo(Number(expected.interestRate), 9);
  expect(made.totalInterest).toBe(Number(expected.totalInterest));
});

it.each(TERMS_VECTORS.balloonPercent)(
  'previews a balloon of $percent % of $loanAmount in an import',
  async ({ loanAmount, percent, balloon }) => {
    const { app, owner } = await startWork();
    const row = { ...IMPORT_ROW, loanAmount, terms: [{ qty: '60', amount: loanAmount }] };
    const rows = [
      { ...row, line: 2, name: 'In percent', balloon: `${percent} %` },
      { ...row, line: 3, name: 'As an amount', balloon, firstPaymentDate: '1/3/2025' },
    ];
    const { body } = await app.call('POST /v1/imports/preview', { as: owner.token, body: { rows } });
    const total = 59 * Math.round(Number(loanAmount) * 100) + Math.round(Number(balloon) * 100);
    expect(body.map((each) => Math.round((each.totalInterest ?? 0) * 100))).toEqual([total, total]);
    expect(body.map(({ firstPaymentDate }) => firstPaymentDate)).toEqual(['2025-02-15', '2025-03-01']);
  },
);
