/** Properties of registers, for fast-check. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { addDays, calendarDate, daysBetween, type CalendarDate } from '../../domain/calendar.ts';
import { cents, MAX_AMOUNT, negated, type Cents } from '../../domain/money.ts';
import { benchmarkRateOf, type EnteredRate } from '../../domain/registers/benchmark-rates.ts';
import { ladderOf, type Division7aFacts, type Repayment } from '../../domain/registers/division-7a-ladder.ts';
import { checkLedger } from '../../domain/ledger/ledger-check.ts';
import { sumByAccount } from '../../domain/ledger/ledger-entry.ts';
import {
  booksOfRegister,
  type RegisterBooks,
  type RegisterDocument,
} from '../../domain/ledger/register-books.ts';
import { amountOf, stateOf } from '../../domain/registers/entries.ts';
import { REGISTER_KINDS } from '../../domain/registers/kinds.ts';
import type { NumberedChange, RegisterKind } from '../../domain/registers/register-kind.ts';
import type { SpreadChange, SpreadFacts } from '../../domain/registers/spread.ts';
import { oracleLadder } from './division-7a-oracle.ts';
import { oracleAfter, oracleSpread, sumOf, type OracleChange, type OracleSpread } from './spread-oracle.ts';

const fractions = fc
  .noBias(fc.integer({ min: 0, max: 1_000_000 }))
  .map((millionths) => millionths / 1_000_000);

/** From a cent to the maximum; each order of magnitude is equally likely. */
const amounts: fc.Arbitrary<Cents> = fractions.map((fraction) => cents(Math.round(MAX_AMOUNT ** fraction)));

/** Part of the way from one number to another, both included. */
const between = (from: number, to: number, fraction: number): number =>
  from + Math.floor((to - from) * fraction);

interface SpreadCase {
  readonly facts: SpreadFacts;
  readonly changes: readonly SpreadChange[];
}

interface Steps {
  readonly kind: SpreadChange['kind'];
  readonly at: number;
  readonly to: number;
}

const steps: fc.Arbitrary<Steps> = fc.record({
  kind: fc.constantFrom('amount', 'end', 'amount', 'end', 'write-off'),
  at: fractions,
  to: fractions,
});

const spreads: fc.Arbitrary<SpreadCase> = fc
  .record({
    direction: fc.constantFrom('expense', 'income'),
    amount: amounts,
    start: fc.integer({ min: 3000, max: 32_000 }),
    length: fractions.map((fraction) => Math.floor(3700 * fraction ** 4)),
    method: fc.constantFrom('days', 'months', 'equal'),
    frequency: fc.constantFrom('monthly', 'monthly', 'quarterly', 'yearly'),
    changes: fc.array(steps, { maxLength: 3 }),
  })
  .map(({ direction, amount, start, length, method, frequency, changes }) => {
    const from = addDays(calendarDate('1970-01-01'), start);
    const facts: SpreadFacts = {
      direction,
      purpose: 'prepayment',
      amount,
      from,
      to: addDays(from, length),
      method,
      frequency,
      scheduleId: null,
      deductibleShare: null,
      supplier: '',
      reference: '',
    };
    return { facts, changes: acceptedChanges(facts, changes) };
  });

/** Changes that the rules accept, by the oracle. */
function acceptedChanges(facts: SpreadFacts, wanted: readonly Steps[]): SpreadChange[] {
  const changes: SpreadChange[] = [];
  let state = oracleSpread(oracleOf(facts));
  for (const { kind, at, to } of wanted) {
    const last = calendarDate(state.last);
    const from = addDays(facts.from, between(0, daysBetween(facts.from, last) + 1, at * 0.999_999));
    const kept = sumOf(state.entries.filter(({ date }) => date < from));
    const number = changes.length + 1;
    const change = ((): SpreadChange | null => {
      if (kind === 'amount') {
        return { kind, number, from, total: cents(kept + Math.floor((state.total - kept + 1) * 2 * to)) };
      }
      if (kind === 'end') return { kind, number, from, to: addDays(from, Math.floor(1500 * to ** 3)) };
      return kept === state.total ? null : { kind, number, date: from };
    })();
    if (change === null || (change.kind === 'amount' && change.total > MAX_AMOUNT)) continue;
    changes.push(change);
    state = oracleAfter(oracleOf(facts), state, change satisfies OracleChange);
    if (kind === 'write-off') break;
  }
  return changes;
}

function oracleOf({ amount, from, to, method, frequency }: SpreadFacts): OracleSpread {
  if (to === null || method === undefined) throw new Error('A random spread has an end and a method');
  return { amount, from, to, method, frequency };
}

const spreadIsExact = fc.property(spreads, ({ facts, changes }) => {
  REGISTER_KINDS.spread.check(facts, changes, undefined);
  const expected = changes.reduce(
    (state, change) => oracleAfter(oracleOf(facts), state, change),
    oracleSpread(oracleOf(facts)),
  );
  const entries = REGISTER_KINDS.spread.entries(facts, changes, undefined);
  assert.deepEqual(
    entries.map((entry) => ({ date: entry.date, amount: amountOf(entry) })),
    expected.entries,
  );
  const debited = facts.direction === 'expense' ? 'recognised' : 'deferred';
  assert.ok(entries.every(({ lines: [line] }) => line?.role === debited && line.amount >= 0));
  assert.equal(sumOf(expected.entries), expected.total);
  assertInOrder(entries);
  const figures = REGISTER_KINDS.spread.figures(facts, changes, facts.from, undefined);
  assert.equal(figures.recognised + figures.current + figures.nonCurrent, expected.total);
  assert.equal(
    figures.byYear.reduce((sum, { amount }) => sum + amount, 0),
    expected.total,
  );
});

function assertInOrder(entries: readonly { readonly number: number; readonly date: string }[]): void {
  for (const [index, { number, date }] of entries.entries()) {
    const before = entries[index - 1];
    assert.ok(before === undefined || (before.date < date && before.number < number));
  }
}

interface LoanCase {
  readonly facts: Division7aFacts;
  readonly repayments: readonly Repayment[];
  readonly enteredRates: readonly EnteredRate[];
}

const loans: fc.Arbitrary<LoanCase> = fc
  .record({
    loanYear: fc.integer({ min: 1998, max: 2032 }),
    term: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 7 }) }, fc.integer({ min: 8, max: 25 })),
    amount: amounts,
    openingAt: fc.option(fractions),
    lodged: fc.option(fc.integer({ min: 1, max: 500 })),
    rates: fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 4 }),
    repaid: fc.array(
      fc.record({
        day: fc.oneof({ weight: 4, arbitrary: fractions }, fc.constantFrom(0, 1)),
        part: fractions,
        by: fc.constantFrom('cash', 'dividend', 'other'),
      }),
      { maxLength: 12 },
    ),
  })
  .map(({ loanYear, term, amount, openingAt, lodged, rates, repaid }) => {
    const year = openingAt === null ? null : loanYear + 1 + Math.floor(openingAt * (term - 1));
    const end = calendarDate(`${loanYear}-06-30`);
    const start = calendarDate(`${(year ?? loanYear + 1) - 1}-07-01`);
    const days = daysBetween(start, calendarDate(`${loanYear + term}-06-30`));
    const facts: Division7aFacts = {
      borrower: 'A borrower',
      loanYear,
      term,
      secured: term > 7 ? { registeredOn: end, propertyValue: MAX_AMOUNT, priorDebts: cents(0) } : null,
      agreementDate: null,
      lodgmentDay: lodged === null ? null : addDays(end, lodged),
      ...(year === null ? { amounts: [{ date: end, amount }] } : { opening: { year, balance: amount } }),
    };
    const repayments = repaid.map(({ day, part, by }, index): Repayment => {
      const date = addDays(start, Math.round(days * day));
      // Mostly a few percent of the loan, sometimes more than is owed.
      const own = cents(Math.min(MAX_AMOUNT, 1 + Math.floor(amount * part ** 4 * 1.5)));
      return { kind: 'repayment', number: index + 1, date, amount: own, by, resolvedOn: date };
    });
    const enteredRates = rates.map((rate, index) => ({ year: 2028 + index, rate: rate / 100, source: '' }));
    return { facts, repayments, enteredRates };
  });

const TODAY = calendarDate('2032-06-30');

const ladderIsExact = fc.property(loans, ({ facts, repayments, enteredRates }) => {
  const { loanYear, term, lodgmentDay, amounts: [lent] = [], opening } = facts;
  if (!facts.secured || opening) {
    REGISTER_KINDS['division-7a'].check(facts, repayments, { today: TODAY, enteredRates });
  }
  const expected = oracleLadder({
    loanYear,
    term,
    firstYear: opening?.year ?? loanYear + 1,
    opening: opening?.balance ?? lent?.amount ?? 0,
    lodgmentDay,
    repayments,
    rateOf: (year) => benchmarkRateOf(year, enteredRates).rate,
  });
  const ladder = ladderOf(facts, repayments, enteredRates);
  assert.deepEqual(
    ladder.map(({ year, minimum, interest, closing }) => ({ year, minimum, interest, closing })),
    expected.map(({ year, minimum, interest, closing }) => ({ year, minimum, interest, closing })),
  );
  for (const { segments, days, opening: owed, principal, closing } of ladder) {
    assert.equal(
      segments.reduce((sum, segment) => sum + segment.days, 0),
      days,
    );
    assert.ok(closing === Math.max(owed - principal, 0));
  }
});

/** The balances are those of others and of the entries to the day, on every day around an entry or a change. */
function assertBalances<Facts, Change extends NumberedChange, Known>(
  kind: RegisterKind<Facts, Change, Known>,
  facts: Facts,
  changes: readonly Change[],
  known: Known,
  days: readonly CalendarDate[],
): void {
  const entries = kind.entries(facts, changes, known);
  const dates = new Set(
    [...days, ...entries.map(({ date }) => date)].flatMap((date) => [addDays(date, -1), date]),
  );
  for (const date of dates) {
    const expected = new Map(kind.bookedByOthers(facts, changes, date));
    for (const { lines } of entries.filter((entry) => entry.date <= date)) {
      for (const { role, amount } of lines) {
        const booked = expected.get(role);
        if (booked !== undefined) expected.set(role, cents(booked + amount));
      }
    }
    assert.deepEqual([...kind.balances(facts, changes, date, known)], [...expected]);
  }
  for (const { lines } of entries)
    assert.equal(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      0,
    );
}

const spreadBalances = fc.property(spreads, ({ facts, changes }) => {
  const days = changes.map((change) => (change.kind === 'write-off' ? change.date : change.from));
  assertBalances(REGISTER_KINDS.spread, facts, changes, undefined, [facts.from, ...days]);
});

const loanBalances = fc.property(loans, ({ facts, repayments, enteredRates }) => {
  const known = { today: TODAY, enteredRates };
  const days = [...repayments.map(({ date }) => date), calendarDate(`${facts.loanYear}-06-30`)];
  assertBalances(REGISTER_KINDS['division-7a'], facts, repayments, known, days);
});

/** The state of an entry by its journals in Xero. */
const fates = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'open',
      'open',
      'posted',
      'posted',
      'posted',
      'late',
      'altered',
      'reversed',
      'moved',
    ),
    days: fc.integer({ min: 1, max: 90 }),
  }),
  { minLength: 1, maxLength: 12 },
);

type Fate = (typeof fates extends fc.Arbitrary<infer Value> ? Value : never)[number];

const MAPPED: Readonly<Record<string, string>> = {
  deferred: 'prepaid',
  recognised: 'expense',
  loan: 'director',
  interestIncome: 'interest',
  dividend: 'dividends',
};

/** The books of a register whose entries have random fates, those before a day left out. */
function randomBooks<Facts, Change extends NumberedChange, Known>(
  kind: RegisterKind<Facts, Change, Known>,
  {
    facts,
    changes,
    known,
  }: { readonly facts: Facts; readonly changes: readonly Change[]; readonly known: Known },
  some: readonly Fate[],
  postFrom: number | null,
): RegisterBooks {
  const entries = kind.entries(facts, changes, known);
  const first = postFrom === null ? null : (entries[postFrom]?.date ?? null);
  const documents = entries.flatMap((entry): RegisterDocument[] => {
    const fate = some[entry.number % some.length];
    const isBefore = first !== null && entry.date < first;
    if (!fate || fate.kind === 'open' || isBefore || amountOf(entry) === 0) return [];
    const lag = fate.kind === 'late' ? fate.days : 0;
    const factor = fate.kind === 'altered' ? 2 : 1;
    const lines = entry.lines.map(({ role, amount }) => ({ role, amount: cents(amount * factor) }));
    const date = addDays(entry.date, lag);
    const postings = lines.map(({ role, amount }) => ({
      account: fate.kind === 'moved' ? `former ${role}` : (MAPPED[role] ?? ''),
      amount,
    }));
    const document = {
      documentId: `${entry.number}`,
      owner: { kind: 'entry', number: entry.number },
      isCurrent: fate.kind !== 'reversed',
      date,
      postings,
      sent: { date: entry.date, lines },
    } as const;
    if (fate.kind !== 'reversed') return [document];
    const mirrored = postings.map(({ account, amount }) => ({ account, amount: negated(amount) }));
    const mirror = { ...document, documentId: `${entry.number}R`, postings: mirrored };
    return [document, { ...mirror, date: addDays(date, fate.days) }];
  });
  const posted = new Set(documents.flatMap(({ owner, isCurrent }) => (isCurrent ? [owner.number] : [])));
  return {
    registerId: 'r',
    name: 'A register',
    roles: kind.roles(facts),
    accounts: MAPPED,
    plan: entries.map((entry) => ({
      ...entry,
      state: stateOf(entry, first, posted.has(entry.number) ? { state: 'posted' } : undefined),
    })),
    balances: (date) => kind.balances(facts, changes, date, known),
    bookedByOthers: (date) => kind.bookedByOthers(facts, changes, date),
    beginning: (date) => kind.beginning(facts, changes, date),
    entries: documents,
  };
}

/** Each difference that our own journals make has its causes, to the cent; without any the ledger agrees. */
function assertCauses(books: RegisterBooks): void {
  const kept = booksOfRegister(books);
  const dates = [...books.plan, ...books.entries].flatMap(({ date }) => [addDays(date, -1), date]);
  for (const date of dates) {
    const balances = sumByAccount(kept.posted(date));
    const rows = checkLedger({
      date,
      balances,
      books: [kept],
      journals: [],
      deviations: new Map(),
      items: [],
      foreign: [],
    });
    for (const { account, role, difference, contract, causes } of rows) {
      const ofRole = books.balances(date).get(role) ?? 0;
      assert.equal(contract, ofRole, account);
      assert.ok(causes.every(({ kind, registerId }) => kind !== 'other' && registerId === 'r'));
      assert.equal(
        causes.reduce((sum, { amount }) => sum + amount, 0),
        difference,
      );
    }
    assert.ok(rows.length > 0);
  }
}

const starts = fc.option(fc.integer({ min: 0, max: 20 }));

const spreadCauses = fc.property(spreads, fates, starts, ({ facts, changes }, some, first) => {
  assertCauses(randomBooks(REGISTER_KINDS.spread, { facts, changes, known: undefined }, some, first));
});

const loanCauses = fc.property(loans, fates, starts, ({ facts, repayments, enteredRates }, some, first) => {
  const known = { today: TODAY, enteredRates };
  const kept = { facts, changes: repayments, known };
  assertCauses(randomBooks(REGISTER_KINDS['division-7a'], kept, some, first));
});

/** The claims about random registers, and the number that a full proof tries. */
export const REGISTER_PROPERTIES = [
  { claim: 'spreads an amount as the oracle does, day by day', property: spreadIsExact, runs: 100_000 },
  {
    claim: 'charges and repays a loan as the oracle does, day by day',
    property: ladderIsExact,
    runs: 100_000,
  },
  { claim: 'holds what others booked and its entries, as a spread', property: spreadBalances, runs: 20_000 },
  { claim: 'holds what others booked and its entries, as a loan', property: loanBalances, runs: 20_000 },
  { claim: 'explains what its journals leave wrong, as a spread', property: spreadCauses, runs: 10_000 },
  { claim: 'explains what its journals leave wrong, as a loan', property: loanCauses, runs: 10_000 },
];
