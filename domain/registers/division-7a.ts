/** A loan of a private company under Division 7A (Part III ITAA 1936), in the company's entity. */
import { type CalendarDate, formatDay } from '../calendar.ts';
import { cents, type Cents, formatMoney, MAX_AMOUNT, negated, sumCents, ZERO } from '../money.ts';
import { invalid, type Refusal } from '../refusal.ts';
import { INCOME_YEARS } from '../years.ts';
import { type EnteredRate, FIRST_RATE_YEAR, replacedRates, replacedText } from './benchmark-rates.ts';
import { division7aAlerts } from './division-7a-alerts.ts';
import {
  amountToClear,
  type Division7aFacts,
  firstYearOf,
  ladderOf,
  type LadderYear,
  ladderYearOn,
  lastYearOf,
  needsNoAgreement,
  owedAtStart,
  type Repayment,
  startOfYear,
  sumOf,
} from './division-7a-ladder.ts';
import { changeField, type Entry, type RegisterKind } from './register-kind.ts';

/** The facts that the kind needs from outside. */
export interface Division7aKnown {
  readonly today: CalendarDate;
  readonly enteredRates: readonly EnteredRate[];
}

/**
 * `repaid`: nothing is left. `future`: begins after the day. `met`: the minimum is repaid. `open`: its 30 June isn't
 * over. `short`: less than the minimum was repaid.
 */
export const YEAR_STATUSES = ['repaid', 'future', 'met', 'open', 'short'] as const;

export type YearStatus = (typeof YEAR_STATUSES)[number];

interface YearFigures extends LadderYear {
  readonly status: YearStatus;
  /** The shortfall while it can still be repaid, else 0.00. */
  readonly stillToRepay: Cents;
}

export interface Division7aFigures {
  readonly years: readonly YearFigures[];
  readonly leftAfterTerm: Cents;
  /** The amount that leaves nothing when it is paid on the day; null outside the ladder. */
  readonly toClear: { readonly on: CalendarDate; readonly amount: Cents } | null;
}

/** Section 109N(3): the longest terms without and with a registered mortgage. */
const MAX_TERM = 7;
const MAX_SECURED_TERM = 25;

/** The entry of the dividend that is change n has the number 100 + n. */
const DIVIDENDS_FROM = 100;

/** The roles of a loan's accounts. */
export const division7aRoles = {
  loan: { label: 'Loan', classes: ['ASSET', 'LIABILITY'], isBalance: true },
  interestIncome: { label: 'Interest income', classes: ['REVENUE'], isBalance: false, tax: 'input-taxed' },
  dividend: { label: 'Dividend', classes: ['EQUITY'], isBalance: false, isOptional: true },
} as const;

export const division7a: RegisterKind<Division7aFacts, Repayment, Division7aKnown, Division7aFigures> = {
  name: 'division-7a',
  alteredEntry: 'mark',
  roles: () => division7aRoles,
  check(facts, changes, { today }) {
    checkFacts(facts, today);
    for (const [index, change] of changes.entries()) {
      checkRepayment(facts, change, (field) => changeField(index, field));
    }
  },
  entries(facts, changes, { enteredRates }) {
    const interest = ladderOf(facts, changes, enteredRates)
      .filter(({ rateIs }) => rateIs !== 'projected')
      .map((row) => interestEntry(facts, row));
    const dividends = changes.filter(({ by }) => by === 'dividend').map(dividendEntry);
    return [...interest, ...dividends].toSorted(
      (one, other) => one.date.localeCompare(other.date) || one.number - other.number,
    );
  },
  balances(facts, changes, date, { enteredRates }) {
    const interest = ladderOf(facts, changes, enteredRates).flatMap((row) =>
      row.rateIs !== 'projected' && INCOME_YEARS.endOf(row.year) <= date ? [row.interest] : [],
    );
    const repaid = changes.filter((change) => change.date <= date);
    return new Map([['loan', cents(lentBy(facts, date) + sumCents(interest) - sumOf(repaid))]]);
  },
  bookedByOthers(facts, changes, date) {
    const repaid = changes.filter((change) => change.by !== 'dividend' && change.date <= date);
    return new Map([['loan', cents(lentBy(facts, date) - sumOf(repaid))]]);
  },
  beginning: (facts, _changes, date) => new Map([['loan', lentBy(facts, date)]]),
  summary(facts, changes, asAt, known) {
    return {
      from: startOfYear(facts.loanYear),
      to: INCOME_YEARS.endOf(lastYearOf(facts)),
      total: owedAtStart(facts),
      balance: division7a.balances(facts, changes, asAt, known).get('loan') ?? ZERO,
    };
  },
  figures(facts, changes, asAt, { enteredRates }) {
    const ladder = ladderOf(facts, changes, enteredRates);
    const current = ladderYearOn(ladder, asAt);
    return {
      years: ladder.map((row) => withStatus(row, asAt)),
      leftAfterTerm: ladder.at(-1)?.closing ?? ZERO,
      toClear: current ? { on: asAt, amount: amountToClear(current, changes, asAt) } : null,
    };
  },
  alerts: (facts, changes, today, { enteredRates }) => division7aAlerts(facts, changes, today, enteredRates),
  warnings(facts, changes, asAt, { enteredRates }) {
    const ladder = ladderOf(facts, changes, enteredRates);
    return [
      agreementWarning(facts, ladder),
      rateWarning(ladder, asAt),
      ...replacedRates(enteredRates)
        .filter(({ year }) => ladder.some((row) => row.year === year))
        .map(replacedText),
      termWarning(facts, ladder, asAt),
    ].flatMap((warning) => warning ?? []);
  },
};

function withStatus(row: LadderYear, asAt: CalendarDate): YearFigures {
  const status = statusOf(row, asAt);
  return { ...row, status, stillToRepay: status === 'future' || status === 'open' ? row.shortfall : ZERO };
}

function statusOf({ year, closing, repaid, minimum }: LadderYear, asAt: CalendarDate): YearStatus {
  if (closing === 0) return 'repaid';
  if (startOfYear(year) > asAt) return 'future';
  if (repaid >= minimum) return 'met';
  return asAt <= INCOME_YEARS.endOf(year) ? 'open' : 'short';
}

function interestEntry({ loanYear }: Division7aFacts, { year, interest }: LadderYear): Entry {
  const date = INCOME_YEARS.endOf(year);
  return {
    number: year - loanYear,
    date,
    text: `interest for the year ended ${formatDay(date)}`,
    lines: [
      { role: 'loan', amount: interest },
      { role: 'interestIncome', amount: negated(interest) },
    ],
  };
}

const dividendEntry = ({ number, date, amount }: Repayment): Entry => ({
  number: DIVIDENDS_FROM + number,
  date,
  text: `dividend set off on ${formatDay(date)}`,
  lines: [
    { role: 'dividend', amount },
    { role: 'loan', amount: negated(amount) },
  ],
});

/** The amounts lent by the end of a day; an opening counts from 30 June before its year. */
function lentBy({ amounts = [], opening }: Division7aFacts, date: CalendarDate): Cents {
  if (opening) return INCOME_YEARS.endOf(opening.year - 1) <= date ? opening.balance : ZERO;
  return sumOf(amounts.filter((lent) => lent.date <= date));
}

function checkFacts(facts: Division7aFacts, today: CalendarDate): void {
  const { loanYear, term, secured, lodgmentDay } = facts;
  const present = INCOME_YEARS.yearOf(today);
  const earliest = FIRST_RATE_YEAR - 1;
  if (loanYear < earliest || loanYear > present || !Number.isInteger(loanYear)) {
    throw refused('loanYear', `The year of the loan must be from ${earliest} to ${present}.`);
  }
  const longest = secured ? MAX_SECURED_TERM : MAX_TERM;
  if (term < 1 || term > longest || !Number.isInteger(term)) {
    const message = secured
      ? `The term must be from 1 to ${MAX_SECURED_TERM} whole years.`
      : `The term must be from 1 to ${MAX_TERM} whole years, unless the loan is secured by a registered mortgage.`;
    throw refused('term', message);
  }
  checkOwed(facts);
  checkSecurity(facts);
  const end = INCOME_YEARS.endOf(loanYear);
  if (lodgmentDay !== null && lodgmentDay <= end) {
    throw refused('lodgmentDay', `The lodgment day must be after ${formatDay(end)}.`);
  }
}

function checkOwed({ loanYear, term, amounts, opening }: Division7aFacts): void {
  if ((amounts === undefined) === (opening === undefined)) {
    throw refused('amounts', 'Please enter either the amounts lent or an opening balance.');
  }
  if (opening) {
    const [first, last] = [loanYear + 1, loanYear + term];
    if (opening.year < first || opening.year > last || !Number.isInteger(opening.year)) {
      throw refused('opening.year', `The year of the opening balance must be from ${first} to ${last}.`);
    }
    if (opening.balance > 0 && opening.balance <= MAX_AMOUNT) return;
    throw refused('opening.balance', amountMessage('The opening balance'));
  }
  for (const [index, { date, amount }] of (amounts ?? []).entries()) {
    if (INCOME_YEARS.yearOf(date) !== loanYear) {
      const year = `from ${formatDay(startOfYear(loanYear))} to ${formatDay(INCOME_YEARS.endOf(loanYear))}`;
      throw refused(`amounts.${index}.date`, `The date must lie in the year of the loan, ${year}.`);
    }
    if (amount === 0 || Math.abs(amount) > MAX_AMOUNT) {
      throw refused(
        `amounts.${index}.amount`,
        `The amount can't be 0.00 or more than ${formatMoney(MAX_AMOUNT)}.`,
      );
    }
  }
  const owed = sumOf(amounts ?? []);
  if (owed <= 0 || owed > MAX_AMOUNT) throw refused('amounts', amountMessage('The sum of the amounts'));
}

/** Section 109N(3)(a): the property, less prior debts, is worth at least 110 % of the loan when it is made. */
function checkSecurity({ secured, amounts }: Division7aFacts): void {
  if (!secured || !amounts) return;
  const { propertyValue, priorDebts } = secured;
  if ((propertyValue - priorDebts) * 10 >= sumOf(amounts) * 11) return;
  const message = 'The property, less prior debts, must be worth at least 110 % of the loan.';
  throw refused('secured.propertyValue', message);
}

function checkRepayment(
  facts: Division7aFacts,
  { date, amount, by, resolvedOn }: Repayment,
  named: (field: string) => string,
): void {
  const first = startOfYear(firstYearOf(facts));
  const last = INCOME_YEARS.endOf(lastYearOf(facts));
  if (date < first || date > last) {
    const message = `The date must be from ${formatDay(first)} to ${formatDay(last)}.`;
    throw invalid(named('date'), 'division-7a/date', message);
  }
  if (amount <= 0 || amount > MAX_AMOUNT) {
    throw invalid(named('amount'), 'division-7a/amount', amountMessage('The amount'));
  }
  if (by !== 'dividend' || (resolvedOn && resolvedOn <= date)) return;
  const message = 'The directors must have resolved the dividend on or before the day of the set-off.';
  throw invalid(named('resolvedOn'), 'division-7a/resolved-on', message);
}

function refused(field: string, message: string): Refusal {
  return invalid(`facts.${field}`, 'division-7a/facts', message);
}

const amountMessage = (name: string): string =>
  `${name} must be more than 0.00 and at most ${formatMoney(MAX_AMOUNT)}.`;

/** Section 109N(1): the agreement is in writing before the lodgment day, unless the loan is repaid by then. */
function agreementWarning(
  { agreementDate, lodgmentDay }: Division7aFacts,
  ladder: readonly LadderYear[],
): string | null {
  if (needsNoAgreement(ladder)) return null;
  if (agreementDate === null) {
    const by = lodgmentDay === null ? 'the lodgment day' : formatDay(lodgmentDay);
    return `No written agreement is dated. Without one before ${by}, the loan is a dividend.`;
  }
  if (lodgmentDay === null || agreementDate < lodgmentDay) return null;
  return `The agreement of ${formatDay(agreementDate)} is not dated before the lodgment day, ${formatDay(lodgmentDay)}. The loan may be a dividend.`;
}

function rateWarning(ladder: readonly LadderYear[], asAt: CalendarDate): string | null {
  const row = ladderYearOn(ladder, asAt);
  if (row?.rateIs !== 'projected') return null;
  return `The benchmark rate of ${row.year} isn't known. The figures use ${row.rate} %, and the interest can't be posted.`;
}

function termWarning(
  facts: Division7aFacts,
  ladder: readonly LadderYear[],
  asAt: CalendarDate,
): string | null {
  const left = ladder.at(-1)?.closing ?? ZERO;
  if (left === 0 || asAt <= INCOME_YEARS.endOf(lastYearOf(facts))) return null;
  return `${formatMoney(left)} is left after the term. Please ask an adviser.`;
}
