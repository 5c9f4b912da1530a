/** A Division 7A loan day by day, in decimals of 60 digits, independent of the domain. */
import { Decimal } from 'decimal.js';
import { formatDay, nextDay, parseDay } from './naive-calendar.ts';

const Exact = Decimal.clone({ precision: 60 });

/** Nearer to a half than this counts as a half. */
const TIE = new Exact('1e-30');

/** Amounts in cents, dates as text. */
export interface OracleRepayment {
  readonly date: string;
  readonly amount: number;
}

export interface OracleLoan {
  readonly loanYear: number;
  readonly term: number;
  readonly firstYear: number;
  readonly opening: number;
  readonly lodgmentDay: string | null;
  readonly repayments: readonly OracleRepayment[];
  /** Percent. */
  readonly rateOf: (year: number) => number;
}

export interface OracleYear {
  readonly year: number;
  readonly minimum: number;
  readonly interest: number;
  readonly closing: number;
}

export function oracleLadder(loan: OracleLoan): OracleYear[] {
  const ladder: OracleYear[] = [];
  let { opening } = loan;
  for (let year = loan.firstYear; year <= loan.loanYear + loan.term; year += 1) {
    const row = oracleYear(loan, year, opening);
    ladder.push(row);
    opening = row.closing;
  }
  return ladder;
}

function oracleYear(loan: OracleLoan, year: number, opening: number): OracleYear {
  const rate = new Exact(loan.rateOf(year)).div(100);
  const days = daysOf(year);
  let balance = opening;
  let repaid = 0;
  let repaidBefore = 0;
  let interest = 0;
  let balances = 0;
  const endPeriod = (): void => {
    interest += rounded(rate.times(balances).div(days.length));
    balances = 0;
  };
  for (const date of days) {
    const ofDay = loan.repayments.filter((repayment) => repayment.date === date);
    if (ofDay.length > 0) endPeriod();
    for (const { amount } of ofDay) {
      balance -= amount;
      repaid += amount;
      if (loan.lodgmentDay !== null && date < loan.lodgmentDay) repaidBefore += amount;
    }
    if (balance > 0) balances += balance;
  }
  endPeriod();
  const base = opening - (year === loan.loanYear + 1 ? repaidBefore : 0);
  return {
    year,
    interest,
    minimum: base > 0 ? annuity(base, rate, loan.term - (year - loan.loanYear - 1)) : 0,
    closing: Math.max(opening - Math.max(repaid - interest, 0), 0),
  };
}

/** The level amount at the end of each of n years that repays the base. */
function annuity(base: number, rate: Decimal, years: number): number {
  let worth = new Exact(0);
  let discount = new Exact(1);
  for (let year = 1; year <= years; year += 1) {
    discount = discount.div(rate.plus(1));
    worth = worth.plus(discount);
  }
  return rounded(new Exact(base).div(worth));
}

const rounded = (amount: Decimal): number => amount.plus(TIE).plus(0.5).floor().toNumber();

const years = new Map<number, readonly string[]>();

/** The days of the year to 30 June. */
function daysOf(year: number): readonly string[] {
  const known = years.get(year);
  if (known) return known;
  const days: string[] = [];
  for (let day = parseDay(`${year - 1}-07-01`); days.at(-1) !== `${year}-06-30`; day = nextDay(day)) {
    days.push(formatDay(day));
  }
  years.set(year, days);
  return days;
}
