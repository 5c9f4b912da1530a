import { describe, expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents, type Cents, sumCents, toCents } from '../../../domain/money.ts';
import { amountOf } from '../../../domain/registers/entries.ts';
import { checkChange, entryText } from '../../../domain/registers/register-kind.ts';
import {
  fiveYearsFrom,
  spread,
  type SpreadChange,
  type SpreadFacts,
} from '../../../domain/registers/spread.ts';
import { spreadPaperRow } from '../../../domain/registers/spread-paper.ts';
import { fieldsOf } from '../../support/refusals.ts';
import json from './spreads.json' with { type: 'json' };

interface VectorInput {
  readonly amount: string;
  readonly from: string;
  readonly to: string;
  readonly method: string;
  readonly frequency: string;
  readonly endsEarly?: string;
  readonly change?: { readonly from: string; readonly total?: string; readonly to?: string };
  readonly deductibleShare?: string;
}

const day = calendarDate;
const centsOf = (dollars: string): Cents => toCents(Number(dollars));

const FACTS: SpreadFacts = {
  direction: 'expense',
  purpose: 'prepayment',
  amount: toCents(12_000),
  from: day('2027-03-15'),
  to: day('2028-03-14'),
  method: 'days',
  frequency: 'monthly',
  scheduleId: null,
  deductibleShare: null,
  supplier: 'Insurer',
  reference: '',
};

const BORROWING = { ...FACTS, purpose: 'borrowing-costs', method: undefined, to: null } as const;

const METHODS = ['days', 'months', 'equal'] as const;
const FREQUENCIES = ['monthly', 'quarterly', 'yearly'] as const;

/** 170,000 of 209,000, to six decimals. */
const ATO_SHARE = 81.339_713;

function factsOf(
  name: string,
  { amount, from, to, method, frequency, change, ...input }: VectorInput,
): SpreadFacts {
  // The file gives the last day after its change.
  const isShortened = change?.to !== undefined;
  return {
    ...FACTS,
    direction: name === 'unearned-income' ? 'income' : 'expense',
    amount: centsOf(amount),
    from: day(from),
    to: day(isShortened ? '2027-06-30' : to),
    method: METHODS.find((known) => known === method),
    frequency: FREQUENCIES.find((known) => known === frequency) ?? 'monthly',
    deductibleShare: input.deductibleShare === undefined ? null : ATO_SHARE,
  };
}

function changesOf({ endsEarly, change }: VectorInput): SpreadChange[] {
  if (endsEarly !== undefined) return [{ number: 1, kind: 'write-off', date: day(endsEarly) }];
  if (!change) return [];
  const from = day(change.from);
  if (change.total !== undefined) return [{ number: 1, kind: 'amount', from, total: centsOf(change.total) }];
  return [{ number: 1, kind: 'end', from, to: day(change.to ?? '') }];
}

describe.each(json.vectors)('$name', ({ name, input, ...expected }) => {
  const facts = factsOf(name, input);
  const changes = changesOf(input);
  const figures = spread.figures(facts, changes, day('2100-12-31'), undefined);

  test('is accepted', () => {
    expect(() => spread.check(facts, changes, undefined)).not.toThrow();
  });

  test('gives every entry to the cent', () => {
    const entries = spread.entries(facts, changes, undefined);
    expect(entries.map((entry) => ({ date: entry.date, amount: amountOf(entry) }))).toEqual(
      expected.entries.map(({ date, amount }) => ({ date, amount: centsOf(amount) })),
    );
    expect(figures.recognised).toBe(centsOf(expected.total));
    expect(figures.days).toBe(expected.days);
  });

  test('gives every income year to the cent', () => {
    expect(Object.fromEntries(figures.byYear.map(({ year, amount }) => [String(year), amount]))).toEqual(
      Object.fromEntries(
        Object.entries(expected.byIncomeYear).map(([year, amount]) => [year, centsOf(amount)]),
      ),
    );
  });

  test('gives the deductible part of every income year to the cent', () => {
    const { deductible = [] } = expected;
    const stated = figures.byYear.filter((year) => year.deductible !== null);
    expect(stated.map(({ year, deductible: amount }) => ({ year, amount }))).toEqual(
      deductible.map(({ year, amount }) => ({ year, amount: centsOf(amount) })),
    );
  });
});

test('spreads borrowing costs over five years less a day by days', () => {
  const vector = json.vectors.find(({ name }) => name === 'borrowing-costs-five-years');
  const facts: SpreadFacts = { ...BORROWING, amount: toCents(1670), from: day('2026-07-17') };
  const entries = spread.entries(facts, [], undefined);
  expect(entries.map(amountOf)).toEqual(vector?.entries.map(({ amount }) => centsOf(amount)));
  expect(spread.summary(facts, [], day('2026-07-31'), undefined)).toEqual({
    from: '2026-07-17',
    to: '2031-07-16',
    total: 167_000,
    balance: 165_628,
  });
});

test('recognises borrowing costs of at most 100.00 on the first day', () => {
  const facts: SpreadFacts = { ...BORROWING, amount: toCents(100) };
  expect(spread.entries(facts, [], undefined)).toHaveLength(1);
  expect(spread.warnings(facts, [], facts.from, undefined)).toHaveLength(1);
  expect(spread.entries({ ...facts, amount: toCents(100.01) }, [], undefined)).toHaveLength(61);
});

test('uses months unless the method is given', () => {
  const entries = spread.entries({ ...FACTS, method: undefined }, [], undefined);
  expect(entries.slice(0, 2).map(amountOf)).toEqual([54_839, 100_000]);
});

test('debits the deferred account of income', () => {
  const [entry] = spread.entries({ ...FACTS, direction: 'income' }, [], undefined);
  expect(entry?.lines).toEqual([
    { role: 'deferred', amount: 55_738 },
    { role: 'recognised', amount: -55_738 },
  ]);
  expect(
    Object.values(spread.roles({ ...FACTS, direction: 'income' })).map(({ classes }) => classes),
  ).toEqual([['LIABILITY'], ['REVENUE']]);
});

test('states the period of each entry in its text', () => {
  const textsOf = (facts: Partial<SpreadFacts>, changes: readonly SpreadChange[] = []): string[] =>
    spread.entries({ ...FACTS, ...facts }, changes, undefined).map(({ text }) => text);
  const [first = '', second = ''] = textsOf({});
  expect(entryText('Insurance', { text: second })).toBe('Insurance, 1 to 30 April 2027 (2 of 13)');
  expect(first).toBe('15 to 31 March 2027 (1 of 13)');
  expect(textsOf({ frequency: 'yearly' })).toEqual([
    '15 March to 30 June 2027 (1 of 2)',
    '1 July 2027 to 14 March 2028 (2 of 2)',
  ]);
  expect(textsOf({ to: FACTS.from })).toEqual(['15 March 2027 (1 of 1)']);
  expect(textsOf({}, [{ number: 1, kind: 'write-off', date: day('2027-04-05') }])).toEqual([
    '15 to 31 March 2027 (1 of 2)',
    '1 to 5 April 2027, written off (2 of 2)',
  ]);
});

test('keeps the number of each period whatever changes', () => {
  const changes: SpreadChange[] = [
    { number: 1, kind: 'end', from: day('2027-09-01'), to: day('2028-06-30') },
    { number: 2, kind: 'amount', from: day('2027-06-10'), total: toCents(9000) },
    { number: 3, kind: 'write-off', date: day('2027-11-20') },
  ];
  const numbers = new Map(
    spread.entries(FACTS, [], undefined).map(({ number, date }) => [date.slice(0, 7), number]),
  );
  const entries = spread.entries(FACTS, changes, undefined);
  expect(entries.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  for (const { number, date } of entries) expect(number).toBe(numbers.get(date.slice(0, 7)));
  expect(sumCents(entries.map(amountOf))).toBe(900_000);
});

test('counts the entries of twelve months as current', () => {
  const facts: SpreadFacts = { ...BORROWING, amount: toCents(1670), from: day('2026-07-17') };
  expect(spread.figures(facts, [], day('2027-06-30'), undefined)).toMatchObject({
    recognised: 31_918,
    left: 135_082,
    current: 33_474,
    nonCurrent: 101_608,
  });
});

test.each([
  ['facts.direction', { ...BORROWING, direction: 'income' }],
  ['facts.amount', { ...FACTS, amount: cents(0) }],
  ['facts.amount', { ...FACTS, amount: toCents(1_000_000_000.01) }],
  ['facts.from', { ...FACTS, from: day('1969-12-31') }],
  ['facts.to', { ...FACTS, to: day('2101-01-01') }],
  ['facts.to', { ...FACTS, to: null }],
  ['facts.to', { ...FACTS, to: day('2027-03-14') }],
  ['facts.to', { ...BORROWING, to: day('2032-03-15') }],
  ['facts.to', { ...FACTS, from: day('1970-01-01'), to: day('2078-05-01') }],
  ['facts.deductibleShare', { ...FACTS, deductibleShare: 100.000_001 }],
  ['facts.deductibleShare', { ...FACTS, deductibleShare: 81.339_712_9 }],
] satisfies [string, SpreadFacts][])('names %s where the facts are refused', (field, facts) => {
  expect(fieldsOf(() => spread.check(facts, [], undefined))).toEqual([field]);
});

test('accepts the last day of five years, 1,300 entries and 2100', () => {
  for (const facts of [
    { ...BORROWING, to: day('2032-03-14') },
    { ...FACTS, from: day('1970-01-01'), to: day('2078-04-30') },
    { ...FACTS, to: day('2100-12-31') },
  ]) {
    expect(() => spread.check(facts, [], undefined)).not.toThrow();
  }
});

const FROM = day('2027-05-01');

/** The entries before May: 557.38 and 983.60. */
const KEPT = cents(154_098);

test.each([
  ['from', { number: 1, kind: 'amount', from: day('2027-03-14'), total: toCents(1) }],
  ['from', { number: 1, kind: 'end', from: day('2028-03-15'), to: day('2028-04-01') }],
  ['total', { number: 1, kind: 'amount', from: FROM, total: cents(KEPT - 1) }],
  ['total', { number: 1, kind: 'amount', from: FROM, total: toCents(1_000_000_000.01) }],
  ['to', { number: 1, kind: 'end', from: FROM, to: day('2027-04-30') }],
  ['to', { number: 1, kind: 'end', from: FROM, to: day('2101-01-01') }],
  ['date', { number: 1, kind: 'write-off', date: day('2028-03-15') }],
] satisfies [string, SpreadChange][])('names %s where a change is refused', (field, change) => {
  expect(fieldsOf(() => checkChange(spread, FACTS, [], change, undefined))).toEqual([field]);
  expect(fieldsOf(() => spread.check(FACTS, [change], undefined))).toEqual([`changes.0.${field}`]);
});

test('spreads borrowing costs over at most five years after a change too', () => {
  const endOn = (to: string): SpreadChange => ({ number: 1, kind: 'end', from: FROM, to: day(to) });
  expect(() => checkChange(spread, BORROWING, [], endOn('2032-03-14'), undefined)).not.toThrow();
  expect(fieldsOf(() => checkChange(spread, BORROWING, [], endOn('2032-03-15'), undefined))).toEqual(['to']);
});

test('takes a new total of what the entries before it recognise', () => {
  const change: SpreadChange = { number: 1, kind: 'amount', from: FROM, total: KEPT };
  expect(() => checkChange(spread, FACTS, [], change, undefined)).not.toThrow();
  const writeOff: SpreadChange = { number: 2, kind: 'write-off', date: day('2027-06-01') };
  expect(fieldsOf(() => checkChange(spread, FACTS, [change], writeOff, undefined))).toEqual(['date']);
});

test('counts the amount on the first day and the difference of a new total on its own', () => {
  const changes: SpreadChange[] = [
    { number: 1, kind: 'amount', from: FROM, total: toCents(10_800) },
    { number: 2, kind: 'amount', from: day('2027-06-15'), total: toCents(11_000) },
  ];
  const bookedOn = (date: string, facts = FACTS) =>
    spread.bookedByOthers(facts, changes, day(date)).get('deferred');
  expect(
    ['2027-03-14', '2027-03-15', '2027-04-30', '2027-05-01', '2027-06-14', '2027-06-15'].map((date) =>
      bookedOn(date),
    ),
  ).toEqual([0, 1_200_000, 1_200_000, 1_080_000, 1_080_000, 1_100_000]);
  expect(bookedOn('2027-05-01', { ...FACTS, direction: 'income' })).toBe(-1_080_000);
});

test('takes no change after a write-off', () => {
  const changes: SpreadChange[] = [
    { number: 1, kind: 'write-off', date: FROM },
    { number: 2, kind: 'amount', from: day('2027-04-01'), total: toCents(20_000) },
  ];
  expect(() => spread.check(FACTS, changes, undefined)).toThrow('was written off on 1 May 2027');
});

describe('working paper', () => {
  const year = { from: day('2027-07-01'), to: day('2028-06-30') };
  const facts: SpreadFacts = {
    ...BORROWING,
    amount: toCents(1670),
    from: day('2026-07-17'),
    deductibleShare: 50,
  };

  test('splits the year into opening, recognised and closing', () => {
    expect(spreadPaperRow('Loan costs', facts, [], year)).toEqual({
      name: 'Loan costs',
      supplier: 'Insurer',
      from: '2026-07-17',
      to: '2031-07-16',
      opening: 135_082,
      added: 0,
      recognised: 33_474,
      writtenOff: 0,
      closing: 101_608,
      current: 33_381,
      nonCurrent: 68_227,
      deductible: 16_737,
    });
  });

  test('shows a write-off apart', () => {
    const changes: SpreadChange[] = [{ number: 1, kind: 'write-off', date: day('2027-08-05') }];
    expect(spreadPaperRow('Loan costs', facts, changes, year)).toMatchObject({
      opening: 135_082,
      recognised: 2836,
      writtenOff: 132_246,
      closing: 0,
      current: 0,
    });
  });

  test('shows what a new total adds', () => {
    const changes: SpreadChange[] = [
      { number: 1, kind: 'amount', from: day('2027-09-01'), total: toCents(1500) },
    ];
    const row = spreadPaperRow('Loan costs', facts, changes, year);
    expect(row?.added).toBe(-17_000);
    expect(row && row.opening + row.added - row.recognised - row.writtenOff - row.closing).toBe(0);
  });

  test('stands as at its date: later changes don’t count', () => {
    const later: SpreadChange[] = [
      { number: 1, kind: 'amount', from: day('2028-09-01'), total: toCents(5000) },
      { number: 2, kind: 'end', from: day('2028-10-01'), to: day('2029-01-31') },
      { number: 3, kind: 'write-off', date: day('2028-11-05') },
    ];
    expect(spreadPaperRow('Loan costs', facts, later, year)).toEqual(
      spreadPaperRow('Loan costs', facts, [], year),
    );
  });

  test('adds what others have booked, with a change that was recorded on top of a later one', () => {
    const changes: SpreadChange[] = [
      { number: 1, kind: 'amount', from: day('2028-09-01'), total: toCents(5000) },
      { number: 2, kind: 'amount', from: day('2028-05-01'), total: toCents(4000) },
    ];
    const booked = (date: string) => spread.bookedByOthers(facts, changes, day(date)).get('deferred') ?? 0;
    expect(spreadPaperRow('Loan costs', facts, changes, year)?.added).toBe(
      booked('2028-06-30') - booked('2027-06-30'),
    );
  });

  test('counts a year to the end of February as one to the same end', () => {
    const monthly: SpreadFacts = { ...FACTS, from: day('2027-01-01'), to: day('2028-12-31') };
    const february = { from: day('2026-03-01'), to: day('2027-02-28') };
    const entries = spread.entries(monthly, [], undefined);
    const within = entries.filter(({ date }) => date > february.to && date <= '2028-02-29');
    expect(within).toHaveLength(12);
    expect(spreadPaperRow('Insurance', monthly, [], february)?.current).toBe(sumCents(within.map(amountOf)));
  });

  test('leaves out spreads that end before the year or begin after it', () => {
    expect(
      spreadPaperRow('Old', { ...FACTS, from: day('2026-01-01'), to: day('2027-06-30') }, [], year),
    ).toBeNull();
    expect(
      spreadPaperRow('New', { ...FACTS, from: day('2028-07-01'), to: day('2028-07-31') }, [], year),
    ).toBeNull();
  });
});

test.each([
  ['2028-02-29', '2033-02-28'],
  ['2027-03-01', '2032-02-29'],
  ['2027-02-28', '2032-02-27'],
  ['2026-07-17', '2031-07-16'],
])('ends five years from %s on %s', (from, to) => {
  expect(fiveYearsFrom(day(from))).toBe(to);
});
