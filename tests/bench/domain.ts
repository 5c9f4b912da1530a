import { irr } from 'node-irr';
import { addDays, calendarDate } from '../../domain/calendar.ts';
import { cents, ZERO } from '../../domain/money.ts';
import { amortise, originalTerms } from '../../domain/amortisation/amortise.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import type { ContractEvent } from '../../domain/event-kinds/kinds.ts';
import { solveRate } from '../../domain/amortisation/rate.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { oracleTable, USUAL_PERIOD } from '../support/oracle.ts';
import { measured } from '../support/figures.ts';
import { sized } from '../support/command.ts';

/*
 * How long the domain takes, beside npm's `node-irr` for the rate alone, over the same loans in the same run; and how
 * often it is wrong. Run by `node tests/bench/domain.ts`.
 */

interface Size {
  readonly count: number;
  readonly frequency: Terms['frequency'];
  readonly perYear: number;
}

const SIZES: readonly Size[] = [
  { count: 60, frequency: 'monthly', perYear: 12 },
  { count: 360, frequency: 'monthly', perYear: 12 },
  { count: 1560, frequency: 'weekly', perYear: 52 },
];
const LOANS = sized(64, 4);
const RUN_MS = sized(150, 2);
/** A rate further off than this, in relation to itself, is wrong; below it all show the same decimals. */
const WRONG = 1e-6;
const EXTRA = { kind: 'extra-repayment', amount: cents(50_000), keep: 'payment' } as const;
const RATE = { kind: 'rate-change', keep: 'term' } as const;

for (const size of sized(SIZES, SIZES.slice(0, 2))) benchSize(size);
benchEvents();

function benchSize(size: Size): void {
  const schedules = Array.from({ length: LOANS }, (_, index) => commonLoan(size, index));
  const edgeCases = [...schedules, ...edgeLoans(size)];
  const rate = timeOf(schedules, periodicRate);
  const whole = timeOf(schedules, wholeSchedule);
  console.log(`\n${size.count} payments, ${LOANS} loans at 2% to 20% a year, microseconds each`);
  report('rate', rate);
  report('whole schedule: rate and every balance to the cent', whole);
  measured('wrongRates', wrongRates(edgeCases, periodicRate).length);
  const peer = timeOf(schedules.map(flowsOf), (flows) => irr(flows));
  report('node-irr, rate alone', peer);
  if (size.count !== 360) return;
  measured('rateRatio', peer / rate);
  measured('wholeRatio', peer / whole);
}

/** A long schedule with many events. */
function benchEvents(): void {
  const weekly = levelTerms(50_000_000, 70_000, 3200, 'weekly');
  const events = Array.from({ length: 20 }, (_, index): ContractEvent => {
    const date = addDays(weekly.startDate, 1000 * (index + 1) + 3);
    return {
      date,
      postedThrough: 0,
      change: index % 2 === 0 ? EXTRA : { ...RATE, interestRate: 6.5 + (index % 3) },
    };
  });
  const balances = (): number => {
    const contract = scheduleOf(weekly, events);
    return contract.segments.reduce((sum, plan) => sum + plan.balanceAfter(plan.after + 1), 0);
  };
  const whole = timeOf([balances], (run) => run());
  console.log('\n3,200 payments, microseconds');
  report('rate and every balance of 21 segments with 20 events', whole);
  measured('eventsTime', whole);
}

function periodicRate(terms: Terms): number {
  return solveRate(originalTerms(terms));
}

function wholeSchedule(terms: Terms): number {
  return amortise(terms).balanceAfter(1);
}

/** A home or vehicle loan with level payments rounded up to the cent. */
function commonLoan({ count, frequency, perYear }: Size, index: number): Terms {
  const loan = 5_000_000 + 987_654 * index;
  const periodic = (0.02 + (0.18 * index) / (LOANS - 1)) / perYear;
  const payment = Math.ceil((loan * periodic) / (1 - (1 + periodic) ** -count));
  return levelTerms(loan, payment, count, frequency);
}

/** Unusual terms: no interest, one cent of interest, extreme rates. */
function edgeLoans({ count, frequency }: Size): Terms[] {
  return [
    levelTerms(1000 * count, 1000, count, frequency),
    levelTerms(1000 * count - 1, 1000, count, frequency),
    levelTerms(400 * count, 1000, count, frequency),
    levelTerms(1000, 500, count, frequency),
    levelTerms(100_000_000_000, 20_000_000_000, count, frequency),
  ];
}

function levelTerms(loan: number, payment: number, count: number, frequency: Terms['frequency']): Terms {
  return {
    loanAmount: cents(loan),
    frequency,
    startDate: calendarDate('2025-01-31'),
    firstPaymentOnStartDate: false,
    administrationFee: ZERO,
    rows: [{ qty: count, amount: cents(payment) }],
  };
}

/** The loan as a negative flow, then its payments, in dollars. */
function flowsOf({ loanAmount, rows: [row = { qty: 0, amount: ZERO }] }: Terms): number[] {
  return [-loanAmount / 100, ...Array<number>(row.qty).fill(row.amount / 100)];
}

/** Returns the wrong rates, each with the right one. */
function wrongRates(loans: readonly Terms[], solve: (terms: Terms) => number): string[] {
  return loans.flatMap((terms) => {
    const [row = { qty: 0, amount: ZERO }] = terms.rows;
    const payments = Array<number>(row.qty).fill(row.amount);
    const exact = oracleTable({
      amount: terms.loanAmount,
      payments,
      firstPeriod: USUAL_PERIOD,
    }).rate.toNumber();
    const rate = solve(terms);
    const isRight = Math.abs(rate - exact) <= WRONG * exact + 1e-12;
    return isRight ? [] : [`${rate} for ${exact}`];
  });
}

/** Microseconds a call takes, on average over the inputs: the best of three runs after a warm-up. */
function timeOf<T>(inputs: readonly T[], call: (input: T) => unknown): number {
  const runs = [0, 1, 2, 3].map(() => {
    const start = performance.now();
    let calls = 0;
    while (performance.now() - start < RUN_MS) {
      for (const input of inputs) call(input);
      calls += inputs.length;
    }
    return ((performance.now() - start) * 1000) / calls;
  });
  return Math.min(...runs.slice(1));
}

function report(what: string, time: number): void {
  console.log(`  ${what}: ${time.toPrecision(3)}`);
}
