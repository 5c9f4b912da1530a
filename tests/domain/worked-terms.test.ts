import { describe, expect, it, test } from 'vitest';
import { amortise } from '../../domain/amortisation/amortise.ts';
import type { Fraction } from '../../domain/amortisation/fixed-point.ts';
import { lenderTable } from '../../domain/amortisation/lender-table.ts';
import { splitAfter } from '../../domain/amortisation/split.ts';
import { balloonOfPercent } from '../../domain/amortisation/stated-balloon.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { datesOfPayments, periodsUntil, timetableOf } from '../../domain/amortisation/timetable.ts';
import { type Deal, workOut } from '../../domain/amortisation/work-out.ts';
import { calendarDate } from '../../domain/calendar.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import { cents, toCents, ZERO } from '../../domain/money.ts';
import { contractsOf } from '../../domain/reports/contract.ts';
import { splitOn } from '../../domain/reports/split-by-date.ts';
import { exampleTerms } from '../support/example-terms.ts';

const on = (date: string): Pick<Terms, 'firstPaymentDate'> => ({ firstPaymentDate: calendarDate(date) });
const ratio = ({ numerator, denominator }: Fraction): number => numerator / denominator;
const JUNE = calendarDate('2025-06-30');

describe('50,000 repaid by 60 × 1,000 from 15 January 2025', () => {
  it.each([
    [null, 1, 7.420096, 30_917, 5, [1_200_000, 4_300_000, 315_373, 534_340], 4_650_287, [884_627, 3_765_660]],
    [
      '2025-02-01',
      17 / 31,
      7.539137,
      17_227,
      5,
      [1_200_000, 4_300_000, 319_672, 542_145],
      4_638_183,
      [880_328, 3_757_855],
    ],
    [
      '2025-03-01',
      48 / 31,
      7.281061,
      46_975,
      4,
      [1_200_000, 4_400_000, 315_689, 548_565],
      4_735_746,
      [884_311, 3_851_435],
    ],
  ])(
    'stands at 30 June as worked, first paid on %s',
    (first, g, rate, interest, after, split, balance, dated) => {
      const contract = scheduleOf({ ...exampleTerms(), ...(first && on(first)) }, []);
      const [segment] = contract.segments;
      if (!segment) throw new Error('A contract has a segment');
      expect(ratio(periodsUntil(segment.timetable, calendarDate('2025-01-15'), 1))).toBe(g);
      expect(segment.rate.annualPercent).toBeCloseTo(rate, 6);
      expect(contract.payments[0]?.interest).toBe(interest);
      const atJune = contract.asAt(JUNE);
      expect(atJune.dueBy(JUNE)).toBe(after);
      expect(Object.values(splitAfter(atJune.planAt(JUNE), after))).toEqual(split);
      expect(atJune.balanceAt(JUNE)).toBe(balance);
      const { current, nonCurrent } = splitOn(contractsOf(contract)(JUNE), JUNE);
      expect([current.net, nonCurrent.net]).toEqual(dated);
    },
  );

  it('takes 5,000.00 more on 10 February 2025, before the first payment on 1 March', () => {
    const date = calendarDate('2025-02-10');
    const change = { kind: 'extra-repayment', amount: cents(500_000), keep: 'term' } as const;
    const contract = scheduleOf({ ...exampleTerms(), ...on('2025-03-01') }, [
      { date, postedThrough: 0, change },
    ]);
    const [event] = contract.events;
    if (!event?.to) throw new Error('The event opens a segment');
    expect(ratio(event.elapsed)).toBe(755 / 868);
    expect(ratio(periodsUntil(event.to.timetable, date, 1))).toBe(19 / 28);
    expect(Math.round(event.to.carriedInterest)).toBe(26_388);
    expect(contract.payments.map(({ amount }) => amount)).toEqual([
      ...Array<number>(59).fill(90_052),
      90_073,
    ]);
    expect(contract.payments[0]).toMatchObject({ date: '2025-03-01', interest: 44_916 });
    const atJune = contract.asAt(JUNE);
    expect(Object.values(splitAfter(atJune.planAt(JUNE), 4))).toEqual([
      1_080_624, 3_962_309, 284_285, 493_999,
    ]);
    expect(atJune.balanceAt(JUNE)).toBe(4_264_649);
    const { current, nonCurrent } = splitOn(contractsOf(contract)(JUNE), JUNE);
    expect([current.net, nonCurrent.net]).toEqual([796_339, 3_468_310]);
  });

  it('counts exactly two periods to 15 March', () => {
    const terms = { ...exampleTerms(), ...on('2025-03-15') };
    expect(ratio(periodsUntil(timetableOf(terms), terms.startDate, 1))).toBe(2);
  });
});

test('57 × 1,055 from 15 May charge simple interest, and the ledger counts 12 payments as current', () => {
  const simple = amortise({ ...exampleTerms({ rows: '57 × 1055' }), ...on('2025-05-15') });
  expect(simple.rate.annualPercent).toBeCloseTo(7.12805, 6);
  const added = amortise(exampleTerms({ rows: '3 × 0, 57 × 1055' }));
  expect(added.rate.annualPercent).toBeCloseTo(7.119808, 6);
  const contract = scheduleOf({ ...exampleTerms({ rows: '57 × 1055' }), ...on('2025-05-15') }, []);
  const start = calendarDate('2025-01-15');
  expect(splitAfter(contract.asAt(start).planAt(start), 0)).toMatchObject({ hirePurchaseCurrent: 1_266_000 });
  expect(splitOn(contractsOf(contract)(start), start).current.gross).toBe(949_500);
});

test('month ends after 30 April, and the period from 28 January to 28 February', () => {
  const ends = { paymentsAtMonthEnd: true };
  const april = { ...exampleTerms({ start: '2025-04-10' }), ...on('2025-04-30'), ...ends };
  const dates = datesOfPayments(timetableOf(april), 1, 4);
  expect(dates).toEqual(['2025-04-30', '2025-05-31', '2025-06-30', '2025-07-31']);
  const february = { ...exampleTerms({ start: '2025-01-28' }), ...ends };
  expect(ratio(periodsUntil(timetableOf(february), february.startDate, 1))).toBeCloseTo(1 + 3 / 31, 12);
});

test('46.88 % of 61,300.00 are 28,737.44', () => {
  expect(balloonOfPercent('46.88 %', toCents(61_300))).toBe(2_873_744);
});

test('100,000 repaid by four dated sums costs 10.029843 %, and 8,740.86 to 31 December 2025', () => {
  const loan = {
    loanAmount: toCents(100_000),
    frequency: 'yearly',
    startDate: calendarDate('2025-02-14'),
  } as const;
  const sums: [string, number][] = [
    ['2025-12-31', 30_000],
    ['2026-06-30', 15_000],
    ['2026-12-31', 30_000],
    ['2027-12-31', 45_000],
  ];
  const rows = sums.map(([date, amount]) => ({ date: calendarDate(date), amount: toCents(amount) }));
  const table = lenderTable(loan, rows);
  const { rate, payments } = amortise({
    ...loan,
    firstPaymentOnStartDate: false,
    administrationFee: ZERO,
    rows: [],
    table,
  });
  expect(rate.annualPercent).toBeCloseTo(10.029843, 6);
  expect(payments[0]?.interest).toBe(874_086);
});

describe('worked out', () => {
  const row = (qty: number | null, amount: number | null) => ({
    qty,
    amount: amount === null ? null : toCents(amount),
  });
  const deal = (changes: Partial<Deal>): Deal => ({
    frequency: 'monthly',
    startDate: calendarDate('2025-01-15'),
    firstPaymentOnStartDate: false,
    balloonDue: 'with-last',
    loanAmount: toCents(1000),
    rows: [],
    balloon: ZERO,
    contractRate: 0,
    lastTakesRest: true,
    ...changes,
  });
  const written = ({ rows }: { readonly rows: Deal['rows'] }): (readonly [number | null, number | null])[] =>
    rows.map(({ qty, amount }) => [qty, amount === null ? null : amount / 100]);

  it('a free loan costs nothing', () => {
    expect(written(workOut('payment', deal({ rows: [row(3, null)] })))).toEqual([
      [2, 333.33],
      [1, 333.34],
    ]);
    expect(written(workOut('qty', deal({ rows: [row(null, 300)] })))).toEqual([
      [3, 300],
      [1, 100],
    ]);
  });

  it('a bank’s loan has the stated rate, and no principal while it is interest only', () => {
    const rows = [row(24, 2433.75), row(276, null)];
    const bank = { loanAmount: toCents(450_000), contractRate: 6.49, rows };
    const worked = workOut('payment', deal(bank));
    expect(written(worked)).toEqual([
      [24, 2433.75],
      [275, 3143.04],
      [1, 3144.96],
    ]);
    const terms = worked.rows.map(({ qty, amount }) => [qty, amount / 100] as const);
    const { rate, payments } = amortise(exampleTerms({ loan: 450_000, rows: terms }));
    expect(rate.annualPercent).toBeCloseTo(6.49, 6);
    expect(new Set(payments.slice(0, 24).map(({ principal }) => principal))).toEqual(new Set([0]));
    const equal = workOut('payment', deal({ ...bank, lastTakesRest: false }));
    const same = equal.rows.map(({ qty, amount }) => [qty, amount / 100] as const);
    expect(amortise(exampleTerms({ loan: 450_000, rows: same })).rate.annualPercent).toBeCloseTo(6.489991, 6);
  });
});
