/** A spread: an amount that is paid once and recognised over many months, quarters or years. */
import { addDays, type CalendarDate, civilOf, daysBetween, formatDay } from '../calendar.ts';
import { cents, type Cents, formatMoney, halfUp, MAX_AMOUNT, negated, sumCents, ZERO } from '../money.ts';
import { conflict, invalid } from '../refusal.ts';
import { EARLIEST_START, LATEST_START } from '../amortisation/terms.ts';
import { endOfYearsFrom, INCOME_YEARS, yearsLater } from '../years.ts';
import { amountOf } from './entries.ts';
import {
  changeField,
  type Entry,
  MAX_ENTRIES,
  type NumberedChange,
  type RegisterKind,
} from './register-kind.ts';
import { monthShare, periodOf, type SpreadFrequency, startOfPeriod } from './spread-periods.ts';

/**
 * `days`: by days. `months`: each whole month the same, a part month by its days. `equal`: each entry the same.
 */
export type SpreadMethod = 'days' | 'months' | 'equal';

export interface SpreadFacts {
  readonly direction: 'expense' | 'income';
  readonly purpose: 'prepayment' | 'borrowing-costs';
  /** Without the GST that is claimed. */
  readonly amount: Cents;
  readonly from: CalendarDate;
  /** The last day, included. Null, for borrowing costs only: as section 25-25 says. */
  readonly to: CalendarDate | null;
  /** Omitted: `days` for borrowing costs, else `months`. */
  readonly method?: SpreadMethod | undefined;
  readonly frequency: SpreadFrequency;
  readonly scheduleId: string | null;
  /** Percent, with at most six decimals. */
  readonly deductibleShare: number | null;
  readonly supplier: string;
  readonly reference: string;
}

export type SpreadChange = NumberedChange &
  (
    | { readonly kind: 'amount'; readonly from: CalendarDate; readonly total: Cents }
    | { readonly kind: 'end'; readonly from: CalendarDate; readonly to: CalendarDate }
    | { readonly kind: 'write-off'; readonly date: CalendarDate }
  );

/** The amount that a spread recognises in an income year, to 30 June. */
interface SpreadYear {
  readonly year: number;
  readonly amount: Cents;
  /** Null without a deductible share. */
  readonly deductible: Cents | null;
}

/** Figures by the entries dated on or before a day. */
export interface SpreadFigures {
  /** From the first to the last day, as changed. */
  readonly days: number;
  readonly recognised: Cents;
  readonly left: Cents;
  /** The entries of the twelve months after the day. */
  readonly current: Cents;
  readonly nonCurrent: Cents;
  readonly byYear: readonly SpreadYear[];
}

/** An amount spread over `first` to `last`. A later change replaces the entries dated after `until`. */
interface Part {
  readonly first: CalendarDate;
  readonly until: CalendarDate;
  readonly last: CalendarDate;
  readonly amount: Cents;
  /** The amount that the parts before it recognise. */
  readonly before: Cents;
}

/** A spread with its changes worked out. */
interface Plan {
  readonly first: CalendarDate;
  readonly last: CalendarDate;
  readonly total: Cents;
  readonly parts: readonly Part[];
  readonly writtenOffOn: CalendarDate | null;
}

/** Borrowing costs up to this amount are deducted at once (section 25-25(6) ITAA 1997). */
const DEDUCTED_AT_ONCE = cents(100_00);

/** Six decimals of a percentage. */
const SHARE_UNITS = 1_000_000;

const ROLES = {
  expense: {
    deferred: { label: 'Prepaid', classes: ['ASSET'], isBalance: true },
    recognised: { label: 'Expense', classes: ['EXPENSE'], isBalance: false },
  },
  income: {
    deferred: { label: 'Income in advance', classes: ['LIABILITY'], isBalance: true },
    recognised: { label: 'Income', classes: ['REVENUE'], isBalance: false },
  },
} as const;

export const spread: RegisterKind<SpreadFacts, SpreadChange, undefined, SpreadFigures> = {
  name: 'spread',
  alteredEntry: 'refuse',
  roles: ({ direction }) => spreadRoles(direction),
  check(facts, changes) {
    checkFacts(facts);
    let plan = planOf(facts, []);
    checkCount(facts, plan, 'facts.to');
    for (const [index, change] of changes.entries()) {
      checkSpreadChange(facts, plan, change, (field) => changeField(index, field));
      plan = applied(facts, plan, change);
    }
  },
  entries: (facts, changes) => entriesOf(facts, planOf(facts, changes)),
  balances(facts, changes, date) {
    const booked = bookedOn(facts, changes, date);
    return deferred(facts, cents(booked - recognisedBy(facts, planOf(facts, changes), date)));
  },
  bookedByOthers: (facts, changes, date) => spread.beginning(facts, changes, date),
  beginning: (facts, changes, date) => deferred(facts, bookedOn(facts, changes, date)),
  summary(facts, changes, asAt) {
    const plan = planOf(facts, changes);
    const { first, last, total } = plan;
    return { from: first, to: last, total, balance: cents(total - recognisedBy(facts, plan, asAt)) };
  },
  figures(facts, changes, asAt) {
    const plan = planOf(facts, changes);
    const entries = entriesOf(facts, plan);
    const recognised = sumThrough(entries, asAt);
    const left = cents(plan.total - recognised);
    const current = cents(sumThrough(entries, yearsLater(asAt, 1)) - recognised);
    return {
      days: daysIn(plan.first, plan.last),
      recognised,
      left,
      current,
      nonCurrent: cents(left - current),
      byYear: yearsIn(facts, entries),
    };
  },
  warnings: (facts) =>
    facts.purpose === 'borrowing-costs' && facts.to === null && facts.amount <= DEDUCTED_AT_ONCE
      ? [
          `Costs of at most ${formatMoney(DEDUCTED_AT_ONCE)} are deducted at once. The limit counts all borrowing costs of the income year, of all loans.`,
        ]
      : [],
};

/** The roles of a spread's accounts. */
export const spreadRoles = (direction: SpreadFacts['direction']): (typeof ROLES)[typeof direction] =>
  ROLES[direction];

/** The last day by section 25-25 ITAA 1997: five years, less a day, after the first. */
export const fiveYearsFrom = (from: CalendarDate): CalendarDate => endOfYearsFrom(from, 5);

/** The last entry's date: the last day as changed, or the day of a write-off. */
export function endOfSpread(facts: SpreadFacts, changes: readonly SpreadChange[]): CalendarDate {
  const { last, writtenOffOn } = planOf(facts, changes);
  return writtenOffOn ?? last;
}

/** The deductible part of what is recognised, half-up to the cent; null without a share. */
export const deductibleOf = ({ deductibleShare }: SpreadFacts, amount: Cents): Cents | null =>
  deductibleShare === null
    ? null
    : halfUp(BigInt(amount) * BigInt(Math.round(deductibleShare * SHARE_UNITS)), BigInt(100 * SHARE_UNITS));

/** The sum of the entries dated on or before a day. */
export const sumThrough = (entries: readonly Entry[], date: CalendarDate): Cents =>
  sumCents(entries.flatMap((entry) => (entry.date <= date ? [amountOf(entry)] : [])));

function planOf(facts: SpreadFacts, changes: readonly SpreadChange[]): Plan {
  const { from: first, amount } = facts;
  const last = facts.to ?? (amount <= DEDUCTED_AT_ONCE ? first : fiveYearsFrom(first));
  const parts = [{ first, until: last, last, amount, before: ZERO }];
  return changes.reduce<Plan>((plan, change) => applied(facts, plan, change), {
    first,
    last,
    total: amount,
    parts,
    writtenOffOn: null,
  });
}

/**
 * Keeps the entries dated before the change, and spreads the rest from the day after the last of them. A change looks at
 * the last parts alone, those that it replaces and one more.
 */
function applied(facts: SpreadFacts, plan: Plan, change: SpreadChange): Plan {
  const from = dateOfChange(change);
  const total = change.kind === 'amount' ? change.total : plan.total;
  const last = change.kind === 'end' ? change.to : plan.last;
  const first = laterOf(plan.first, startOfPeriod(periodOf(from, facts.frequency), facts.frequency));
  const until = addDays(first, -1);
  const kept = plan.parts.slice(0, plan.parts.findLastIndex((part) => part.first < first) + 1);
  const shortened = kept.pop();
  const before = recognisedBy(facts, plan, until);
  const end = change.kind === 'write-off' ? change.date : last;
  return {
    first: plan.first,
    last,
    total,
    parts: [
      ...kept,
      ...(shortened ? [{ ...shortened, until: earlierOf(shortened.until, until) }] : []),
      { first, until: end, last: end, amount: cents(total - before), before },
    ],
    writtenOffOn: change.kind === 'write-off' ? change.date : null,
  };
}

/** The first day that a change takes effect. */
export const dateOfChange = (change: SpreadChange): CalendarDate =>
  change.kind === 'write-off' ? change.date : change.from;

/** The amount that the entries dated on or before a day recognise. */
function recognisedBy(facts: SpreadFacts, { parts }: Pick<Plan, 'parts'>, date: CalendarDate): Cents {
  const part = parts.findLast(({ first }) => first <= date);
  return part ? cents(part.before + recognisedIn(facts, part, earlierOf(date, part.until))) : ZERO;
}

/** Half-up of the amount × the share through the last entry on or before the date; all of it from the last day on. */
function recognisedIn(facts: SpreadFacts, part: Part, date: CalendarDate): Cents {
  const { frequency } = facts;
  const { first, last, amount } = part;
  if (date >= last) return amount;
  const next = startOfPeriod(periodOf(addDays(date, 1), frequency), frequency);
  const end = addDays(next, -1);
  if (end < first) return ZERO;
  const measure = MEASURES[methodOf(facts)];
  return halfUp(BigInt(amount) * measure(first, end, frequency), measure(first, last, frequency));
}

const methodOf = ({ method, purpose }: SpreadFacts): SpreadMethod =>
  method ?? (purpose === 'borrowing-costs' ? 'days' : 'months');

const MEASURES = {
  days: (first, last) => BigInt(daysIn(first, last)),
  months: (first, last) => BigInt(monthShare(first, last)),
  equal: (first, last, frequency) => BigInt(periodOf(last, frequency) - periodOf(first, frequency) + 1),
} as const satisfies Record<
  SpreadMethod,
  (first: CalendarDate, last: CalendarDate, frequency: SpreadFrequency) => bigint
>;

function entriesOf(facts: SpreadFacts, plan: Plan): Entry[] {
  const { frequency, direction } = facts;
  const { first, parts, writtenOffOn } = plan;
  const before = periodOf(first, frequency) - 1;
  const count = periodOf(writtenOffOn ?? plan.last, frequency) - before;
  const isWriteOff = (date: CalendarDate): boolean => date === writtenOffOn;
  return parts.flatMap((part) => {
    const start = periodOf(part.first, frequency);
    let recognised = ZERO;
    return Array.from({ length: periodOf(part.until, frequency) - start + 1 }, (_each, index): Entry => {
      const period = start + index;
      const from = laterOf(part.first, startOfPeriod(period, frequency));
      const date = earlierOf(part.last, addDays(startOfPeriod(period + 1, frequency), -1));
      const through = recognisedIn(facts, part, date);
      const amount = cents(through - recognised);
      recognised = through;
      const number = period - before;
      const text = `${periodText(from, date)}${isWriteOff(date) ? ', written off' : ''} (${number} of ${count})`;
      return { number, date, text, lines: linesOf(direction, amount) };
    });
  });
}

function linesOf(direction: SpreadFacts['direction'], amount: Cents): Entry['lines'] {
  const [debited, credited] =
    direction === 'expense' ? (['recognised', 'deferred'] as const) : (['deferred', 'recognised'] as const);
  return [
    { role: debited, amount },
    { role: credited, amount: negated(amount) },
  ];
}

/** The amount on the first day, and the difference of each new total on its day. */
function bookedOn(
  { amount, from }: SpreadFacts,
  changes: readonly SpreadChange[],
  date: CalendarDate,
): Cents {
  let total: number = amount;
  let booked = from <= date ? total : 0;
  for (const change of changes) {
    if (change.kind !== 'amount') continue;
    if (change.from <= date) booked += change.total - total;
    ({ total } = change);
  }
  return cents(booked);
}

const deferred = ({ direction }: SpreadFacts, amount: Cents): ReadonlyMap<string, Cents> =>
  new Map([['deferred', direction === 'expense' ? amount : negated(amount)]]);

function yearsIn(facts: SpreadFacts, entries: readonly Entry[]): SpreadYear[] {
  let deductedBefore = ZERO;
  const byYear = Map.groupBy(entries, ({ date }) => INCOME_YEARS.yearOf(date));
  return [...byYear].map(([year, own]) => {
    const deducted = deductibleOf(facts, sumThrough(entries, INCOME_YEARS.endOf(year)));
    const deductible = deducted === null ? null : cents(deducted - deductedBefore);
    deductedBefore = deducted ?? ZERO;
    return { year, amount: sumCents(own.map(amountOf)), deductible };
  });
}

function checkFacts({ direction, purpose, amount, from, to, deductibleShare }: SpreadFacts): void {
  if (purpose === 'borrowing-costs' && direction !== 'expense') {
    throw invalid('facts.direction', 'spread/direction', 'Borrowing costs are an expense.');
  }
  if (amount <= 0 || amount > MAX_AMOUNT) {
    throw invalid(
      'facts.amount',
      'spread/amount',
      `The amount must be from 0.01 to ${formatMoney(MAX_AMOUNT)}.`,
    );
  }
  checkDate('facts.from', from);
  checkShare(deductibleShare);
  if (to === null) {
    if (purpose === 'borrowing-costs') return;
    throw invalid('facts.to', 'spread/to', 'Please enter the last day.');
  }
  checkDate('facts.to', to);
  if (to < from) throw invalid('facts.to', 'spread/to', 'The last day is before the first.');
  checkFiveYears(purpose, from, to, 'facts.to');
}

/** @throws Refusal invalid `field` for borrowing costs that last longer than section 25-25 ITAA 1997 allows. */
function checkFiveYears(
  purpose: SpreadFacts['purpose'],
  from: CalendarDate,
  to: CalendarDate,
  field: string,
): void {
  const latest = fiveYearsFrom(from);
  if (purpose !== 'borrowing-costs' || to <= latest) return;
  const message = `Borrowing costs are spread over at most five years, to ${formatDay(latest)}.`;
  throw invalid(field, 'spread/to', message);
}

function checkDate(field: string, date: CalendarDate): void {
  if (date >= EARLIEST_START && date <= LATEST_START) return;
  const range = `between ${formatDay(EARLIEST_START)} and ${formatDay(LATEST_START)}`;
  throw invalid(field, 'spread/date', `The date must be ${range}.`);
}

function checkShare(share: number | null): void {
  if (share === null) return;
  const hasSixDecimals = Math.round(share * SHARE_UNITS) / SHARE_UNITS === share;
  if (share >= 0 && share <= 100 && hasSixDecimals) return;
  const message = 'The deductible share must be a percentage from 0 to 100 with at most six decimals.';
  throw invalid('facts.deductibleShare', 'spread/deductible-share', message);
}

function checkCount({ frequency }: SpreadFacts, { first, last }: Plan, field: string): void {
  if (periodOf(last, frequency) - periodOf(first, frequency) < MAX_ENTRIES) return;
  throw invalid(field, 'spread/entries', `A spread can have at most ${MAX_ENTRIES} entries.`);
}

function checkSpreadChange(
  facts: SpreadFacts,
  plan: Plan,
  change: SpreadChange,
  named: (field: string) => string,
): void {
  if (plan.writtenOffOn !== null) {
    throw conflict(
      'spread/written-off',
      `This spread was written off on ${formatDay(plan.writtenOffOn)}, so it takes no further change.`,
    );
  }
  const from = dateOfChange(change);
  if (from < plan.first || from > plan.last) {
    const message = `The date must be from ${formatDay(plan.first)} to ${formatDay(plan.last)}.`;
    throw invalid(named(change.kind === 'write-off' ? 'date' : 'from'), 'spread/date', message);
  }
  const kept = recognisedBy(facts, plan, addDays(from, -1));
  if (change.kind === 'amount') {
    if (change.total > MAX_AMOUNT) {
      throw invalid(named('total'), 'spread/total', `The total can be at most ${formatMoney(MAX_AMOUNT)}.`);
    }
    if (change.total < kept) {
      const message = `The entries before ${formatDay(from)} add up to ${formatMoney(kept)}, more than the new total.`;
      throw invalid(named('total'), 'spread/total', message);
    }
  } else if (change.kind === 'end') {
    checkDate(named('to'), change.to);
    if (change.to < from) {
      throw invalid(named('to'), 'spread/to', `The last day is before ${formatDay(from)}.`);
    }
    checkFiveYears(facts.purpose, plan.first, change.to, named('to'));
    checkCount(facts, { ...plan, last: change.to }, named('to'));
  } else if (kept === plan.total) {
    throw invalid(named('date'), 'spread/nothing-left', 'Nothing is left to write off.');
  }
}

const daysIn = (first: CalendarDate, last: CalendarDate): number => daysBetween(first, last) + 1;
const earlierOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one < other ? one : other);
const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other);

/** `1 to 31 July 2027`, `15 December 2026 to 14 January 2027`, `31 August 2026`. */
function periodText(from: CalendarDate, to: CalendarDate): string {
  if (from === to) return formatDay(to);
  const [one, other] = [civilOf(from), civilOf(to)];
  if (one.year !== other.year) return `${formatDay(from)} to ${formatDay(to)}`;
  const [day, month] = formatDay(from).split(' ');
  return `${one.month === other.month ? day : `${day} ${month}`} to ${formatDay(to)}`;
}
