import { addDays, daysBetween } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, ZERO } from '../money.ts';
import type { Cents } from '../money.ts';
import { balanceOn, balloonNumber } from './contract.ts';
import type { Contract } from './contract.ts';
import { financialYearOf, lastFinancialYearEnd } from './financial-years.ts';
import { isInPack } from './year-end.ts';

/** The kinds of attention items that need attention, the most urgent first. */
export const ATTENTION_KINDS = [
  'out-of-balance',
  'document-missing',
  'document-changed',
  'unmatched',
  'auto-sync-failing',
  'overdue',
  'opening-out-of-date',
  'balloon',
  'ending',
  'reconnect',
  'statements-open',
] as const;

export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const BALLOON_DAYS = 120;
const ENDING_DAYS = 60;

/** A contract's end that comes soon: the last payment, and the day since which it counts as soon. */
export interface ComingEnd {
  readonly kind: 'balloon' | 'ending';
  readonly date: CalendarDate;
  readonly since: CalendarDate;
  /** Days from today. */
  readonly days: number;
  /** The last payment with its fee. */
  readonly amount: Cents;
}

/** Returns the end of a contract that needs attention today: a balloon within 120 days, another end within 60. */
export function comingEnd(contract: Contract, today: CalendarDate): ComingEnd | null {
  const last = contract.rows.at(-1);
  if (!last || last.date < today || balanceOn(contract, today) === ZERO) return null;
  const kind = balloonNumber(contract) === last.number ? 'balloon' : 'ending';
  const since = addDays(last.date, -(kind === 'balloon' ? BALLOON_DAYS : ENDING_DAYS));
  if (today < since) return null;
  const amount = cents(last.amount + last.administrationFee);
  return { kind, date: last.date, since, days: daysBetween(today, last.date), amount };
}

/** A contract with the balance on its lender's statement at 30 June of a year; null without one. */
export interface StatedContract {
  readonly contract: Contract;
  readonly stated: (year: number) => Cents | null;
}

export interface OpenStatements {
  readonly yearEnd: CalendarDate;
  readonly since: CalendarDate;
  /** Loans without a statement, or whose statement differs. */
  readonly open: number;
  readonly loans: number;
}

/** Returns how many loans of the last year end have no agreed statement; null when all have. */
export function openStatements(loans: readonly StatedContract[], today: CalendarDate): OpenStatements | null {
  const yearEnd = lastFinancialYearEnd(addDays(today, -1));
  const inPack = loans.filter(({ contract }) => isInPack(contract, yearEnd));
  const year = financialYearOf(yearEnd);
  const open = inPack.filter(({ contract, stated }) => stated(year) !== balanceOn(contract, yearEnd)).length;
  return open === 0 ? null : { yearEnd, since: addDays(yearEnd, 1), open, loans: inPack.length };
}
