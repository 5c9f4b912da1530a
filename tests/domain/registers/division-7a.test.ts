import { describe, expect, test } from 'vitest';
import { addDays, calendarDate, type CalendarDate } from '../../../domain/calendar.ts';
import { cents, type Cents, toCents } from '../../../domain/money.ts';
import {
  benchmarkRateOf,
  benchmarkRates,
  checkEnteredRate,
} from '../../../domain/registers/benchmark-rates.ts';
import { division7a, type Division7aFigures } from '../../../domain/registers/division-7a.ts';
import {
  type Division7aFacts,
  ladderOf,
  type Repayment,
} from '../../../domain/registers/division-7a-ladder.ts';
import { division7aPaperRow } from '../../../domain/registers/division-7a-paper.ts';
import { amountOf, isOutOfDate } from '../../../domain/registers/entries.ts';
import { checkChange, taxTypeOfRole } from '../../../domain/registers/register-kind.ts';
import { fieldsOf } from '../../support/refusals.ts';
import json from './division7a.json' with { type: 'json' };

interface VectorInput {
  readonly loanYear: number;
  readonly term: number;
  readonly amount?: string;
  readonly openingYear?: number;
  readonly opening?: string;
  readonly lodgmentDay?: string;
  readonly through: number;
  readonly repayments: readonly (readonly string[])[];
}

const day = calendarDate;
const centsOf = (dollars: string): Cents => toCents(Number(dollars));
const KNOWN = { today: day('2026-11-28'), enteredRates: [] };

const LOAN: Division7aFacts = {
  borrower: 'J. Smith',
  loanYear: 2026,
  term: 7,
  secured: null,
  agreementDate: day('2026-06-30'),
  lodgmentDay: day('2027-05-15'),
  amounts: [{ date: day('2026-03-01'), amount: toCents(100_000) }],
};

const MORTGAGE = { registeredOn: day('2026-03-01'), propertyValue: toCents(110_000), priorDebts: cents(0) };

function repayment(date: string, dollars: number, others: Partial<Repayment> = {}): Repayment {
  return { kind: 'repayment', number: 1, date: day(date), amount: toCents(dollars), by: 'cash', ...others };
}

function factsOf({ loanYear, term, lodgmentDay, ...input }: VectorInput): Division7aFacts {
  const { amount = '0', openingYear, opening } = input;
  const date = day(`${loanYear}-06-30`);
  return {
    ...LOAN,
    loanYear,
    term,
    secured: term > 7 ? { ...MORTGAGE, propertyValue: toCents(1_000_000) } : null,
    lodgmentDay: lodgmentDay === undefined ? null : day(lodgmentDay),
    ...(openingYear === undefined || opening === undefined
      ? { amounts: [{ date, amount: centsOf(amount) }] }
      : { amounts: undefined, opening: { year: openingYear, balance: centsOf(opening) } }),
  };
}

const repaymentsOf = (written: readonly (readonly string[])[]): Repayment[] =>
  written.map(([date = '', amount = ''], index) => repayment(date, Number(amount), { number: index + 1 }));

const figuresOf = (
  facts: Division7aFacts,
  repayments: readonly Repayment[],
  asAt: CalendarDate = KNOWN.today,
): Division7aFigures => division7a.figures(facts, repayments, asAt, KNOWN);

describe.each(json.vectors)('$name', ({ input, years }) => {
  const facts = factsOf(input);
  const repayments = repaymentsOf(input.repayments);

  test('is accepted', () => {
    expect(() => division7a.check(facts, repayments, KNOWN)).not.toThrow();
  });

  test('gives every year to the cent', () => {
    const shown = ladderOf(facts, repayments, []).filter(({ year }) => year <= input.through);
    expect(shown).toEqual(
      years.map(({ rate, segments, minimumYearlyRepayment, year, days, remainingTerm, ...amounts }) => ({
        year,
        days,
        remainingTerm,
        rate: Number(rate),
        rateIs: 'published',
        minimum: centsOf(minimumYearlyRepayment),
        segments: segments.map((segment) => ({ ...segment, balance: centsOf(segment.balance) })),
        ...Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, centsOf(amount)])),
      })),
    );
  });
});

test.each(json.clearing)(
  'clears $opening on $on with $amount',
  ({ opening, year, repayments, on, amount }) => {
    const balance = centsOf(opening);
    const facts = { ...LOAN, loanYear: year - 1, amounts: undefined, opening: { year, balance } };
    const earlier = repaymentsOf(repayments);
    expect(figuresOf(facts, earlier, day(on)).toClear).toEqual({ on, amount: centsOf(amount) });
    const cleared = [...earlier, repayment(on, Number(amount), { number: 9 })];
    expect(ladderOf(facts, cleared, [])[0]?.closing).toBe(0);
    const less = [...earlier, repayment(on, 0, { number: 9, amount: cents(centsOf(amount) - 1) })];
    expect(ladderOf(facts, less, [])[0]?.closing).toBe(1);
  },
);

test('clears nothing outside the ladder', () => {
  expect(figuresOf(LOAN, [], day('2026-06-30')).toClear).toBeNull();
  expect(figuresOf(LOAN, [], day('2033-07-01')).toClear).toBeNull();
});

test('publishes the rates of the table', () => {
  expect(Object.fromEntries(benchmarkRates([]).map(({ year, rate }) => [String(year), rate]))).toEqual(
    Object.fromEntries(Object.entries(json.rates).map(([year, rate]) => [year, Number(rate)])),
  );
});

test('takes an entered rate for its year and the latest one before it for others', () => {
  const entered = [
    { year: 2029, rate: 0, source: 'ATO' },
    { year: 2027, rate: 1, source: 'mistaken' },
  ];
  expect([2027, 2028, 2029, 2030].map((year) => benchmarkRateOf(year, entered))).toEqual([
    { year: 2027, rate: 8.77, rateIs: 'published' },
    { year: 2028, rate: 8.77, rateIs: 'projected' },
    { year: 2029, rate: 0, rateIs: 'entered' },
    { year: 2030, rate: 0, rateIs: 'projected' },
  ]);
  expect(benchmarkRates(entered).at(-1)).toEqual({ year: 2029, rate: 0, rateIs: 'entered', source: 'ATO' });
});

test('checks a rate to be entered', () => {
  expect(() => checkEnteredRate({ year: 2028, rate: 8.52 })).not.toThrow();
  expect(() => checkEnteredRate({ year: 2027, rate: 8.77 })).toThrow('is published');
  expect(fieldsOf(() => checkEnteredRate({ year: 1998, rate: 8 }))).toEqual(['year']);
  for (const rate of [-0.01, 30.01, 8.525]) {
    expect(fieldsOf(() => checkEnteredRate({ year: 2028, rate }))).toEqual(['rate']);
  }
});

test('repays a loan without interest in level amounts', () => {
  const entered = [{ year: 2028, rate: 0, source: '' }];
  const facts = { ...LOAN, amounts: undefined, opening: { year: 2028, balance: toCents(100) } };
  expect(ladderOf(facts, [], entered)[0]).toMatchObject({ remainingTerm: 6, minimum: 1667, interest: 0 });
});

describe('entries', () => {
  const dividend = repayment('2027-06-30', 19_715.97, {
    number: 3,
    by: 'dividend',
    resolvedOn: day('2027-06-30'),
  });

  test('charge the interest of each year with a rate, and set off each dividend', () => {
    expect(division7a.entries(LOAN, [dividend], KNOWN)).toEqual([
      {
        number: 1,
        date: '2027-06-30',
        text: 'interest for the year ended 30 June 2027',
        lines: [
          { role: 'loan', amount: 876_526 },
          { role: 'interestIncome', amount: -876_526 },
        ],
      },
      {
        number: 103,
        date: '2027-06-30',
        text: 'dividend set off on 30 June 2027',
        lines: [
          { role: 'dividend', amount: 1_971_597 },
          { role: 'loan', amount: -1_971_597 },
        ],
      },
    ]);
  });

  test('are out of date after a late repayment', () => {
    const [posted] = division7a.entries(LOAN, [], KNOWN);
    const [entry] = division7a.entries(LOAN, [repayment('2026-10-01', 20_000)], KNOWN);
    if (!posted || !entry) throw new Error('The year has a rate');
    expect([amountOf(posted), amountOf(entry)]).toEqual([877_000, 745_810]);
    expect(isOutOfDate(posted, entry)).toBe(true);
  });

  test('stay as they are when the lodgment day changes', () => {
    const repayments = [repayment('2026-10-01', 20_000)];
    const later = { ...LOAN, lodgmentDay: day('2026-09-30') };
    expect(division7a.entries(later, repayments, KNOWN)).toEqual(division7a.entries(LOAN, repayments, KNOWN));
    expect(ladderOf(later, repayments, [])[0]?.minimum).toBe(1_971_597);
  });
});

test('holds unpaid interest in the ledger and not in the loan', () => {
  const { years, leftAfterTerm } = figuresOf(LOAN, []);
  expect(years[0]).toMatchObject({ closing: 10_000_000, ledgerBalance: 10_877_000, unpaidInterest: 877_000 });
  expect(leftAfterTerm).toBe(10_000_000);
  expect(division7a.summary(LOAN, [], day('2027-06-30'), KNOWN)).toEqual({
    from: '2025-07-01',
    to: '2033-06-30',
    total: 10_000_000,
    balance: 10_877_000,
  });
});

test('counts an opening from 30 June before its year', () => {
  const facts = { ...LOAN, amounts: undefined, opening: { year: 2028, balance: toCents(50) } };
  const bookedOn = (date: string) => division7a.bookedByOthers(facts, [], day(date)).get('loan');
  expect([bookedOn('2027-06-29'), bookedOn('2027-06-30')]).toEqual([0, 5000]);
});

test('states each year as of a day', () => {
  const statusesOn = (asAt: string, repayments: readonly Repayment[] = []) =>
    figuresOf(LOAN, repayments, day(asAt)).years.map(({ status, stillToRepay }) => [status, stillToRepay]);
  expect(statusesOn('2026-06-30')[0]).toEqual(['future', 1_971_597]);
  expect(statusesOn('2027-06-30').slice(0, 2)).toEqual([
    ['open', 1_971_597],
    ['future', expect.any(Number)],
  ]);
  expect(statusesOn('2027-07-01')[0]).toEqual(['short', 0]);
  expect(statusesOn('2027-07-01', [repayment('2027-06-30', 19_715.97)])[0]).toEqual(['met', 0]);
  const cleared = statusesOn('2026-07-01', [repayment('2026-07-01', 100_000)]);
  expect(cleared).toHaveLength(7);
  expect(cleared.every(([status]) => status === 'repaid')).toBe(true);
});

test.each([
  ['facts.loanYear', { ...LOAN, loanYear: 1997 }],
  ['facts.loanYear', { ...LOAN, loanYear: 2028 }],
  ['facts.term', { ...LOAN, term: 8 }],
  ['facts.term', { ...LOAN, term: 26, secured: MORTGAGE }],
  ['facts.term', { ...LOAN, term: 0 }],
  ['facts.amounts', { ...LOAN, amounts: undefined }],
  ['facts.amounts', { ...LOAN, opening: { year: 2027, balance: cents(1) } }],
  ['facts.amounts', { ...LOAN, amounts: [] }],
  ['facts.amounts.0.date', { ...LOAN, amounts: [{ date: day('2026-07-01'), amount: cents(1) }] }],
  ['facts.amounts.0.amount', { ...LOAN, amounts: [{ date: day('2026-06-30'), amount: cents(0) }] }],
  ['facts.opening.year', { ...LOAN, amounts: undefined, opening: { year: 2026, balance: cents(1) } }],
  ['facts.opening.year', { ...LOAN, amounts: undefined, opening: { year: 2034, balance: cents(1) } }],
  ['facts.opening.balance', { ...LOAN, amounts: undefined, opening: { year: 2027, balance: cents(0) } }],
  ['facts.lodgmentDay', { ...LOAN, lodgmentDay: day('2026-06-30') }],
  ['facts.secured.propertyValue', { ...LOAN, term: 25, secured: { ...MORTGAGE, priorDebts: cents(1) } }],
] satisfies [string, Division7aFacts][])('names %s where the facts are refused', (field, facts) => {
  expect(fieldsOf(() => division7a.check(facts, [], KNOWN))).toEqual([field]);
});

test('accepts 25 years with a mortgage, the present year, and amounts repaid within the year', () => {
  const amounts = [
    { date: day('2025-07-01'), amount: toCents(110_000) },
    { date: day('2026-06-30'), amount: toCents(-10_000) },
  ];
  for (const facts of [
    { ...LOAN, term: 25, secured: MORTGAGE, amounts },
    { ...LOAN, loanYear: 2027, lodgmentDay: null, amounts: [{ date: day('2026-07-01'), amount: cents(1) }] },
    {
      ...LOAN,
      secured: { ...MORTGAGE, propertyValue: cents(1) },
      amounts: undefined,
      opening: { year: 2033, balance: cents(1) },
    },
  ]) {
    expect(() => division7a.check(facts, [], KNOWN)).not.toThrow();
  }
});

test.each([
  ['date', repayment('2026-06-30', 1)],
  ['date', repayment('2033-07-01', 1)],
  ['amount', repayment('2027-06-30', 0)],
  ['resolvedOn', repayment('2027-06-30', 1, { by: 'dividend' })],
  ['resolvedOn', repayment('2027-06-30', 1, { by: 'dividend', resolvedOn: day('2027-07-01') })],
] satisfies [string, Repayment][])('names %s where a repayment is refused', (field, change) => {
  expect(fieldsOf(() => checkChange(division7a, LOAN, [], change, KNOWN))).toEqual([field]);
});

test('takes repayments from the first day of the opening', () => {
  const facts = { ...LOAN, amounts: undefined, opening: { year: 2028, balance: toCents(50) } };
  const first = repayment('2027-07-01', 1);
  expect(() => checkChange(division7a, facts, [], first, KNOWN)).not.toThrow();
  const before = { ...first, date: addDays(first.date, -1) };
  expect(fieldsOf(() => checkChange(division7a, facts, [], before, KNOWN))).toEqual(['date']);
});

test('warns of a missing or late agreement, unless the loan was repaid before the lodgment day', () => {
  const warningsOf = (facts: Partial<Division7aFacts>, repayments: readonly Repayment[] = []) =>
    division7a
      .warnings({ ...LOAN, ...facts }, repayments, KNOWN.today, KNOWN)
      .map((text) => text.split('.')[0]);
  expect(warningsOf({})).toEqual([]);
  expect(warningsOf({ agreementDate: null })).toEqual(['No written agreement is dated']);
  expect(warningsOf({ agreementDate: LOAN.lodgmentDay })).toEqual([
    'The agreement of 15 May 2027 is not dated before the lodgment day, 15 May 2027',
  ]);
  expect(warningsOf({ agreementDate: null }, [repayment('2027-05-14', 100_000)])).toEqual([]);
});

test('warns where the year has no rate, and of what is left after the term', () => {
  const warningsOn = (asAt: string) => division7a.warnings(LOAN, [], day(asAt), KNOWN);
  expect(warningsOn('2027-06-30')).toEqual([]);
  expect(warningsOn('2027-07-01')).toEqual([
    "The benchmark rate of 2028 isn't known. The figures use 8.77 %, and the interest can't be posted.",
  ]);
  expect(warningsOn('2033-07-01')).toEqual(['$100,000.00 is left after the term. Please ask an adviser.']);
});

test('warns where a published rate replaced another one that was entered', () => {
  const warningsOf = (rate: number) =>
    division7a.warnings(LOAN, [], KNOWN.today, {
      ...KNOWN,
      enteredRates: [{ year: 2027, rate, source: '' }],
    });
  expect(warningsOf(8.77)).toEqual([]);
  expect(warningsOf(8.52)).toEqual([
    'The published benchmark rate of 2027, 8.77 %, replaced the entered 8.52 %.',
  ]);
});

test('shows the income year of a date in the working paper', () => {
  const row = division7aPaperRow('Smith 2026', LOAN, [], day('2026-12-31'), []);
  expect(row).toEqual({
    name: 'Smith 2026',
    borrower: 'J. Smith',
    loanYear: 2026,
    rate: 8.77,
    opening: 10_000_000,
    minimum: 1_971_597,
    repaid: 0,
    interest: 877_000,
    principal: 0,
    closing: 10_000_000,
    shortfall: 1_971_597,
    ledgerBalance: 10_877_000,
  });
  expect(division7aPaperRow('Smith 2026', LOAN, [], day('2026-06-30'), [])).toBeNull();
});

test('takes the tax type of interest income from its account where the rate is 0', () => {
  const { interestIncome = {}, loan = {} } = division7a.roles(LOAN);
  const rates = [
    { taxType: 'OUTPUT', rate: 10 },
    { taxType: 'EXEMPTOUTPUT', rate: 0 },
  ];
  const inputTaxed = [...rates, { taxType: 'INPUTTAXED', rate: 0 }];
  expect(taxTypeOfRole(interestIncome, 'EXEMPTOUTPUT', inputTaxed)).toBe('EXEMPTOUTPUT');
  expect(taxTypeOfRole(interestIncome, 'OUTPUT', inputTaxed)).toBe('INPUTTAXED');
  expect(taxTypeOfRole(interestIncome, 'OUTPUT', rates)).toBe('BASEXCLUDED');
  expect(taxTypeOfRole(interestIncome, 'BASEXCLUDED', inputTaxed)).toBe('BASEXCLUDED');
  expect(taxTypeOfRole(loan, 'OUTPUT', inputTaxed)).toBe('BASEXCLUDED');
});
