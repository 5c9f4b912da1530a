import { Decimal } from 'decimal.js';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { Change } from '../../domain/event-kinds/kinds.ts';
import { paymentsPerYear } from '../../domain/amortisation/frequency.ts';
import type { Frequency } from '../../domain/amortisation/frequency.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import { naiveDates, naivePeriods } from './naive-dates.ts';
import { oracleTable } from './oracle.ts';

/**
 * Contract events computed payment by payment in decimals of 110 digits, from the rules alone. Only the calendar
 * and the effective payment of each event come from the domain.
 */

/** A segment computed by the oracle, amounts in cents. */
export interface OracleSegment {
  readonly opening: number;
  readonly amounts: readonly number[];
  /** The rounded balance after each payment. */
  readonly balances: readonly number[];
}

interface Timing {
  readonly frequency: Frequency;
  readonly dateOf: (number: number) => CalendarDate;
}

/** The debt at the start of a run of payments. */
interface Start {
  readonly after: number;
  readonly since: CalendarDate;
  readonly opening: number;
  readonly carried: Decimal;
  readonly rate: Decimal;
  readonly timing: Timing;
}

/** A run of payments with the exact balance after each. */
interface Run extends Start {
  readonly amounts: readonly number[];
  readonly exact: readonly Decimal[];
}

const Exact = Decimal.clone({ precision: 110 });
const TIE = new Exact('1e-30');
const ZERO = new Exact(0);
const BALLOON = 1.5;

/** Returns the segments opened by the events of a contract, without the original one. */
export function oracleSegments(contract: Contract): OracleSegment[] {
  const segments: OracleSegment[] = [];
  let run = originalRun(contract);
  let replay: Run | null = null;
  let before: readonly number[] = [];
  for (const { event, k, effectiveDate, to } of contract.events) {
    if (to === null) break;
    const { change, date } = event;
    const planned = [...before, ...run.amounts];
    const paid = planned.slice(0, k);
    const due = numberDue(run, replay, date);
    if (k > due && (change.kind === 'rate-change' || change.kind === 'extra-repayment')) {
      const from = replay !== null && date < run.since ? replay : run;
      replay = follow({ ...startOf(from, due, date, change), after: due }, paid.slice(due));
      const exact = replay.exact.at(-1) ?? ZERO;
      const opening = round(exact);
      const start = { ...replay, after: k, since: effectiveDate, opening, carried: exact.minus(opening) };
      run = amountsOf(start, change, planned.slice(k), paid);
    } else {
      const start = startOf(run, k, effectiveDate, change);
      run =
        change.kind === 'fee-change'
          ? {
              ...run,
              ...start,
              amounts: run.amounts.slice(k - run.after),
              exact: run.exact.slice(k - run.after),
            }
          : amountsOf(start, change, planned.slice(k), paid);
      replay = null;
    }
    segments.push({ opening: run.opening, amounts: run.amounts, balances: run.exact.map(round) });
    before = paid;
  }
  return segments;
}

function originalRun({ terms }: Contract): Run {
  const { loanAmount, frequency, startDate } = terms;
  const amounts = flat(terms.rows);
  const dateOf = naiveDates(terms);
  const firstPeriod = naivePeriods(dateOf, startDate, 1);
  const table = oracleTable({ amount: loanAmount, payments: amounts, firstPeriod });
  return {
    after: 0,
    since: startDate,
    opening: loanAmount,
    carried: ZERO,
    rate: new Exact(table.rate),
    timing: { frequency, dateOf },
    amounts,
    exact: table.balances.map((balance) => new Exact(balance)),
  };
}

function numberDue(run: Run, replay: Run | null, date: CalendarDate): number {
  let number = replay !== null && date < run.since ? replay.after : run.after;
  while (run.timing.dateOf(number + 1) <= date) number++;
  return number;
}

/** Returns the debt of a run at a date between payments k and k + 1, with the rate and dates of a change. */
function startOf(run: Run, k: number, date: CalendarDate, change: Change): Start {
  const { after, since, opening, carried, rate, timing } = run;
  const exact = run.exact[k - after - 1];
  const balance = k === after || !exact ? opening : round(exact);
  const residue = k === after || !exact ? carried : exact.minus(balance);
  const from = k === after ? since : timing.dateOf(k);
  const elapsed = periods(timing, from, k + 1).minus(periods(timing, date, k + 1));
  const interest = elapsed.times(rate).times(balance);
  return {
    after: k,
    since: date,
    opening: change.kind === 'extra-repayment' ? balance - change.amount : balance,
    carried: residue.plus(interest),
    rate: rateAfter(run, change),
    timing: timingAfter(timing, change, k),
  };
}

function rateAfter({ rate, timing }: Run, change: Change): Decimal {
  if (change.kind === 'rate-change') {
    return new Exact(change.interestRate).div(100).div(paymentsPerYear(timing.frequency));
  }
  if (change.kind !== 'frequency-change') return rate;
  return rate.times(paymentsPerYear(timing.frequency)).div(paymentsPerYear(change.frequency));
}

function timingAfter(timing: Timing, change: Change, k: number): Timing {
  if (change.kind !== 'frequency-change') return timing;
  const { frequency, firstPaymentDate, paymentsAtMonthEnd } = change;
  const terms = { frequency, startDate: firstPaymentDate, firstPaymentOnStartDate: true, paymentsAtMonthEnd };
  const dateOf = naiveDates(terms);
  return { frequency, dateOf: (number) => dateOf(number - k) };
}

function amountsOf(start: Start, change: Change, remaining: readonly number[], paid: readonly number[]): Run {
  switch (change.kind) {
    case 'terms-change':
      return solved(start, flat(change.rows ?? []));
    case 'frequency-change':
      return change.rows ? solved(start, flat(change.rows)) : repay(start, [], change.amount ?? null, 1.05);
    case 'holiday': {
      const first = change.fromPayment - 1 - start.after;
      const pause = Array<number>(change.qty).fill(0);
      return keepPayment(start, [...remaining.slice(0, first), ...pause, ...remaining.slice(first)], paid);
    }
    case 'rate-change':
    case 'extra-repayment':
      return change.keep === 'payment'
        ? keepPayment(start, remaining, paid)
        : keepTerm(start, remaining, paid);
    case 'fee-change':
    case 'payout':
    case 'refinance':
      break;
  }
  throw new Error(`A ${change.kind} has no amounts`);
}

function keepPayment(start: Start, amounts: readonly number[], paid: readonly number[]): Run {
  const earlier = [...paid, ...amounts.slice(0, -1)].findLast((amount) => amount !== 0);
  const last = amounts.at(-1) ?? 0;
  const isBalloon = earlier === undefined || last >= BALLOON * earlier;
  return isBalloon ? repay(start, amounts, null, 1.05) : repay(start, amounts.slice(0, -1), earlier, 1.05);
}

function keepTerm(start: Start, amounts: readonly number[], paid: readonly number[]): Run {
  const earlier = [...paid, ...amounts.slice(0, -1)].findLast((amount) => amount !== 0);
  const last = amounts.at(-1) ?? 0;
  const isBalloon = earlier === undefined || last >= BALLOON * earlier;
  const isRegular = amounts.map(
    (amount, index) => amount !== 0 && !(isBalloon && index === amounts.length - 1),
  );
  let owed = owedAtFirst(start);
  let annuity = ZERO;
  let discount = new Exact(1);
  for (const [index] of amounts.entries()) {
    if (isRegular[index]) annuity = annuity.plus(discount);
    else owed = owed.minus(discount.times(amounts[index] ?? 0));
    discount = discount.div(start.rate.plus(1));
  }
  const level = annuity.isZero() ? 0 : round(owed.div(annuity));
  return repay(
    start,
    amounts.map((amount, index) => (isRegular[index] ? level : amount)),
    null,
    1,
  );
}

/** Pays until the debt is at most this many times the amount, or at the last payment if none repeats. */
function repay(start: Start, amounts: readonly number[], repeated: number | null, most: number): Run {
  const paid: number[] = [];
  let owed = owedAtFirst(start);
  for (;;) {
    const amount = amounts[paid.length] ?? repeated ?? 0;
    const isFinal = repeated === null && paid.length === amounts.length - 1;
    if (isFinal || round(owed) <= new Exact(amount).times(most).toNumber())
      return follow(start, [...paid, round(owed)]);
    paid.push(amount);
    owed = owed.minus(amount).times(start.rate.plus(1));
  }
}

/** Returns the run of known payments: Newton's method from 0 on O(1 + r × g) + c − Σ pⱼ ÷ (1 + r)^(j − 1). */
function solved(start: Start, amounts: readonly number[]): Run {
  let rate = ZERO;
  for (let iteration = 0; iteration < 300; iteration++) {
    const discount = new Exact(1).div(rate.plus(1));
    let worth = ZERO;
    let slope = ZERO;
    for (const amount of amounts.toReversed()) {
      slope = slope.plus(worth.times(discount)).times(discount);
      worth = worth.times(discount).plus(amount);
    }
    const error = worth.minus(owedAtFirst({ ...start, rate }));
    if (iteration === 0 && error.lte(0)) break;
    const step = error.div(slope.plus(firstFraction(start).times(start.opening)));
    rate = rate.plus(step);
    if (step.abs().lt('1e-95')) break;
  }
  return follow({ ...start, rate }, amounts);
}

function follow(start: Start, amounts: readonly number[]): Run {
  let owed = owedAtFirst(start);
  const exact = amounts.map((amount) => {
    const balance = owed.minus(amount);
    owed = balance.times(start.rate.plus(1));
    return balance;
  });
  return { ...start, amounts, exact };
}

function owedAtFirst(start: Start): Decimal {
  const interest = start.rate.times(firstFraction(start)).times(start.opening);
  return start.carried.plus(start.opening).plus(interest);
}

function firstFraction({ timing, since, after }: Start): Decimal {
  return periods(timing, since, after + 1);
}

function periods({ dateOf }: Timing, from: CalendarDate, number: number): Decimal {
  const { numerator, denominator } = naivePeriods(dateOf, from, number);
  return new Exact(numerator).div(denominator);
}

function flat(rows: readonly TermRow[]): number[] {
  return rows.flatMap(({ qty, amount }) => Array<number>(qty).fill(amount));
}

/** Rounds half up; a tie may be computed as slightly less. */
function round(value: Decimal): number {
  return value.plus(TIE).plus(0.5).floor().toNumber();
}
