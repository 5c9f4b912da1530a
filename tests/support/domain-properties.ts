import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { lineTax } from '../../domain/gst/tax.ts';
import { openingLines } from '../../domain/journal/opening-balances.ts';
import { paymentJournal } from '../../domain/journal/payment-journal.ts';
import type { JournalLine } from '../../domain/journal/payment-journal.ts';
import { addDays, daysBetween } from '../../domain/calendar.ts';
import { cents, sumCents } from '../../domain/money.ts';
import { amortise } from '../../domain/amortisation/amortise.ts';
import { scheduleOf } from '../../domain/contract/contract.ts';
import type { Segment } from '../../domain/amortisation/segment.ts';
import { entityFigures, figuredOf } from '../../domain/contract/figures.ts';
import { nextPayment } from '../../domain/contract/payments-due.ts';
import { splitAfter } from '../../domain/amortisation/split.ts';
import type { Terms } from '../../domain/amortisation/terms.ts';
import { acceptedTables } from './arbitrary-tables.ts';
import { acceptedTerms, startDates } from './arbitrary-terms.ts';
import { ACCOUNTS } from './journal-accounts.ts';
import { formatDay, nextDay, nextMonth, parseDay } from './naive-calendar.ts';
import { naiveDates, naivePeriods } from './naive-dates.ts';
import { oracleTable, roundedBalance } from './oracle.ts';

/** Properties of every accepted schedule, for fast-check. */

/** Doubles hold a present value to four units of 2⁻⁵², so a rate has an error of 10⁻¹³ per cent. */
const RATE_NOISE = 4 * Number.EPSILON;

const balancesAreExact = fc.property(acceptedTerms, (terms) => {
  const schedule = amortise(terms);
  const { payments } = schedule;
  const exact = oracleTable({
    amount: terms.loanAmount,
    payments: terms.rows.flatMap(({ qty, amount }) => Array<number>(qty).fill(amount)),
    firstPeriod: naivePeriods(naiveDates(terms), terms.startDate, 1),
  });
  const difference = exact.rate.minus(schedule.rate.periodic).abs();
  assert.ok(difference.lte(exact.rate.times(1e-10).plus(RATE_NOISE)), `rate ${schedule.rate.periodic}`);
  assert.deepEqual(
    payments.map(({ balance }) => balance),
    exact.balances.map(roundedBalance),
  );
});

const paymentsAddUp = fc.property(acceptedTerms, (terms) => {
  const schedule = amortise(terms);
  const { payments } = schedule;
  let balance: number = terms.loanAmount;
  let interest = 0;
  for (const payment of payments) {
    balance -= payment.principal;
    interest += payment.interest;
    assert.ok(payment.interest >= 0, `interest of payment ${payment.number}`);
    assert.equal(payment.principal + payment.interest, payment.amount);
    assert.equal(payment.balance, balance);
  }
  assert.equal(balance, 0);
  assert.equal(interest, schedule.totalInterest);
  if (terms.firstPaymentOnStartDate) assert.equal(payments[0]?.interest, 0);
});

/** The accounts hold the split after payment k, for any opening journal and any order of the postings. */
const ledgerHoldsTheSplit = fc.property(
  fc.oneof({ arbitrary: acceptedTerms, weight: 3 }, { arbitrary: acceptedTables, weight: 1 }),
  fc.nat(),
  fc.boolean(),
  fc.nat(),
  fc.infiniteStream(fc.nat()),
  (terms, from, includesDate, length, order) => {
    const schedule = amortise(terms);
    const journal = { date: schedule.payment(1 + (from % schedule.count)).date, includesDate };
    const covered = scheduleOf(terms).coveredBy(journal);
    const last = covered + (length % (schedule.count - covered + 1));
    const numbers = Array.from({ length: last - covered }, (_, index) => covered + 1 + index);
    const ledger = new Map<string, number>();
    post(ledger, openingLines(scheduleOf(terms), journal, ACCOUNTS));
    for (const number of shuffled(numbers, order))
      post(ledger, paymentJournal(schedule, number, ACCOUNTS).lines);
    assertHolds(ledger, schedule, last);
  },
);

/** Opening balances are the contract's at the end of their day or before it; what is over is counted one by one. */
const openingHoldsItsDay = fc.property(
  fc.oneof({ arbitrary: acceptedTerms, weight: 3 }, { arbitrary: acceptedTables, weight: 1 }),
  fc.nat(),
  fc.integer({ min: -1, max: 1 }),
  fc.boolean(),
  (terms, from, shift, includesDate) => {
    const contract = scheduleOf(terms);
    const near = from % (contract.count + 1);
    const day = near === 0 ? terms.startDate : contract.dateOf(near);
    const journal = { date: addDays(day, shift), includesDate };
    const over = contract.payments.filter(({ date }) =>
      includesDate ? date <= journal.date : date < journal.date,
    );
    assert.equal(contract.coveredBy(journal), over.length);
    assert.deepEqual(contract.splitAt(journal), splitAfter(amortise(terms), over.length));
    const ofLines = openingLines(contract, journal, ACCOUNTS).reduce((sum, { amount }) => sum - amount, 0);
    assert.equal(ofLines, over.at(-1)?.balance ?? contract.terms.loanAmount);
    if (includesDate) assert.equal(ofLines, contract.balanceAt(journal.date));
  },
);

/** A lender's table is kept row by row; what counts as current follows from the dates, counted one by one. */
const tablesAreKept = fc.property(acceptedTables, fc.nat(), (terms, chosen) => {
  const schedule = amortise(terms);
  const { payments } = schedule;
  assert.deepEqual(
    payments.map(({ date, amount, balance }) => ({ date, amount, balance })),
    terms.table,
  );
  let before: number = terms.loanAmount;
  for (const { amount, interest, balance } of payments) {
    assert.equal(interest, amount - (before - balance));
    assert.ok(interest >= 0);
    before = balance;
  }
  assert.equal(before, 0);
  const number = chosen % (schedule.count + 1);
  const from = payments[number - 1]?.date ?? terms.startDate;
  // As text, 29 February is the last day of any February.
  const day = from.endsWith('-02-28') ? '-02-29' : from.slice(4);
  const inAYear = `${Number(from.slice(0, 4)) + 1}${day}`;
  const current = payments.filter((payment) => payment.number > number && payment.date <= inAYear);
  assert.equal(
    splitAfter(schedule, number).hirePurchaseCurrent,
    sumCents(current.map(({ amount }) => amount)),
  );
  const perYear = { weekly: 52, fortnightly: 26, monthly: 12, quarterly: 4, biannually: 2, yearly: 1 };
  const worth = payments.reduce((sum, { date, amount }) => {
    const days = daysBetween(terms.startDate, date);
    return sum + amount * (1 + schedule.rate.periodic) ** ((-perYear[terms.frequency] * days) / 365);
  }, 0);
  assert.ok(Math.abs(worth / terms.loanAmount - 1) < 1e-9, `worth ${worth} of ${terms.loanAmount}`);
});

const datesFollowTheCalendar = fc.property(acceptedTerms, (terms) => {
  const { payments, endDate } = amortise(terms);
  const naive = countedDates(terms, payments.length);
  assert.deepEqual(
    payments.map(({ date }) => date),
    naive,
  );
  assert.equal(endDate, naive.at(-1));
});

const figuresMatchTheTable = fc.property(acceptedTerms, startDates, (terms, today) => {
  const schedule = scheduleOf(terms);
  const { payments } = schedule;
  const past = payments.filter(({ date }) => date <= today);
  const thisMonth = payments.filter(({ date }) => date.slice(0, 7) === today.slice(0, 7));
  assert.equal(schedule.dueBy(today), past.length);
  assert.equal(schedule.before(today), payments.filter(({ date }) => date < today).length);
  assert.equal(schedule.balanceAt(today), past.at(-1)?.balance ?? terms.loanAmount);
  const next = payments.find(({ date, amount }) => date >= today && amount > 0);
  assert.equal(nextPayment(schedule, today)?.number, next?.number);
  assert.equal(
    entityFigures([figuredOf(schedule)], today).currentMonthPaymentTotal,
    thisMonth.reduce((sum, { amount }) => sum + amount + (amount > 0 ? terms.administrationFee : 0), 0),
  );
});

/** The tax added to an amount equals the tax in the sum, and a credit mirrors a debit. */
const gstGoesRound = fc.property(fc.integer({ min: -1e11, max: 1e11 }), (amount) => {
  const added = lineTax(cents(amount), 10, 'Exclusive');
  assert.equal(lineTax(cents(amount + added), 10, 'Inclusive'), added);
  assert.equal(lineTax(cents(-amount), 10, 'Exclusive'), cents(-added));
  assert.ok(Math.abs(added * 10 - amount) <= 5);
});

/** The properties, and how many cases a proof tries: a test of them a hundredth. */
export const PROPERTIES = [
  { claim: 'rounds every balance as an oracle of 50 digits does', property: balancesAreExact, runs: 100_000 },
  {
    claim: 'sums interest that is never negative and leaves nothing',
    property: paymentsAddUp,
    runs: 100_000,
  },
  { claim: 'holds the split after postings in any order', property: ledgerHoldsTheSplit, runs: 50_000 },
  {
    claim: 'opens with its balances at the end of a day or before it',
    property: openingHoldsItsDay,
    runs: 50_000,
  },
  { claim: 'keeps a lender’s table at the rate of its dates', property: tablesAreKept, runs: 50_000 },
  { claim: 'dates payments as a calendar counted by day', property: datesFollowTheCalendar, runs: 25_000 },
  { claim: 'has the figures of the payments on any day', property: figuresMatchTheTable, runs: 50_000 },
  { claim: 'adds the tax that is then included', property: gstGoesRound, runs: 1_000_000 },
] as const;

function assertHolds(ledger: ReadonlyMap<string, number>, schedule: Segment, number: number): void {
  const split = splitAfter(schedule, number);
  const held = [
    cents(-(ledger.get(ACCOUNTS.hirePurchaseCurrentId) ?? 0)),
    cents(-(ledger.get(ACCOUNTS.hirePurchaseNonCurrentId) ?? 0)),
    cents(ledger.get(ACCOUNTS.unexpiredChargesCurrentId) ?? 0),
    cents(ledger.get(ACCOUNTS.unexpiredChargesNonCurrentId) ?? 0),
  ];
  assert.deepEqual(held, Object.values(split));
  const [current = 0, nonCurrent = 0, chargesCurrent = 0, chargesNonCurrent = 0] = held;
  assert.equal(current + nonCurrent - chargesCurrent - chargesNonCurrent, schedule.balanceAfter(number));
}

function post(ledger: Map<string, number>, lines: readonly JournalLine[]): void {
  for (const { account, amount } of lines) ledger.set(account, (ledger.get(account) ?? 0) + amount);
}

function shuffled(numbers: readonly number[], order: Iterator<number>): number[] {
  const keyed = numbers.map((number) => ({ number, key: Number(order.next().value) }));
  return keyed.toSorted((a, b) => a.key - b.key).map(({ number }) => number);
}

/** The dates of so many payments, counted day by day and month by month from the first. */
function countedDates(terms: Terms, count: number): string[] {
  const { startDate, frequency, firstPaymentOnStartDate, firstPaymentDate, paymentsAtMonthEnd } = terms;
  let day = parseDay(firstPaymentDate ?? startDate);
  const wanted = paymentsAtMonthEnd === true ? 31 : day.day;
  const dates = firstPaymentOnStartDate || firstPaymentDate !== undefined ? [formatDay(day)] : [];
  while (dates.length < count) {
    for (let step = 0; step < STEPS[frequency].length; step++) {
      day = STEPS[frequency].unit === 'day' ? nextDay(day) : nextMonth(day, wanted);
    }
    dates.push(formatDay(day));
  }
  return dates;
}

const STEPS = {
  weekly: { unit: 'day', length: 7 },
  fortnightly: { unit: 'day', length: 14 },
  monthly: { unit: 'month', length: 1 },
  quarterly: { unit: 'month', length: 3 },
  biannually: { unit: 'month', length: 6 },
  yearly: { unit: 'month', length: 12 },
} as const;
