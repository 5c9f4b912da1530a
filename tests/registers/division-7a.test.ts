import { describe, expect, it } from 'vitest';
import json from '../domain/registers/division7a.json' with { type: 'json' };
import { LOAN, loanOf, repayment, startLoanWork } from '../support/division-7a.ts';
import { inEntity, registersPath } from '../support/registers.ts';

const PREVIEW = `POST ${registersPath}/preview` as const;

const text = (amount: number): string => amount.toFixed(2);

describe('the preview of a loan', () => {
  it.each(json.vectors)('gives every year of $name to the cent', async (vector) => {
    const work = await startLoanWork();
    const { status, body } = await work.app.call(PREVIEW, { ...inEntity(work), body: loanOf(vector) });
    expect({ status, errors: Object(body).errors }).toEqual({ status: 200, errors: undefined });
    const { figures } = body;
    const years = 'years' in figures ? figures.years : [];
    const shown = years.filter(({ year }) => year <= vector.input.through);
    expect(
      shown.map(({ rateIs: _is, status: _status, stillToRepay: _missing, segments, minimum, ...row }) => ({
        ...Object.fromEntries(Object.entries(row).map(([name, value]) => [name, wholeOr(name, value)])),
        rate: String(row.rate),
        segments: segments.map(({ balance, days }) => ({ balance: text(balance), days })),
        minimumYearlyRepayment: text(minimum),
      })),
    ).toEqual(vector.years.map((year) => ({ ...year, rate: String(Number(year.rate)) })));
    const interest = body.entries.filter(({ date }) => Number(date.slice(0, 4)) <= vector.input.through);
    expect(interest.map(({ amount }) => text(amount))).toEqual(vector.years.map((year) => year.interest));
  });

  it.each(json.clearing)('clears $opening on $on with $amount', async (vector) => {
    const work = await startLoanWork();
    const { year, on, repayments } = vector;
    const body = {
      ...LOAN,
      facts: {
        ...LOAN.facts,
        loanYear: year - 1,
        amounts: undefined,
        opening: { year, balance: Number(vector.opening) },
        lodgmentDay: null,
      },
      changes: repayments.map(([date = '', amount = '']) => repayment({ date, amount: Number(amount) })),
      asAt: on,
    };
    const { figures } = (await work.app.call(PREVIEW, { ...inEntity(work), body })).body;
    expect(figures).toMatchObject({ toClear: { on, amount: Number(vector.amount) } });
  });
});

/** Numbers of days and years as they are, amounts as text. */
const wholeOr = (name: string, value: number): number | string =>
  ['year', 'days', 'remainingTerm'].includes(name) ? value : text(value);
