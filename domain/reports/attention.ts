import { addDays, type CalendarDate, daysBetween } from '../calendar.ts';
import { cents, type Cents, ZERO } from '../money.ts';
import { owedOn } from './balance.ts';
import { type ReportedContract, paymentsOf } from './contract.ts';
import { type FinancialYears, lastYearEnd } from '../years.ts';

/** The kinds of attention items that need attention, the most urgent first. */
export const ATTENTION_KINDS = [
  'unknown-documents',
  'out-of-balance',
  'document-missing',
  'document-changed',
  'reconnect',
  'auto-sync-failing',
  'unmatched',
  'opening-out-of-date',
  'overdue',
  'not-linked',
  'setup-incomplete',
  'balloon',
  'ending',
  'statements-open',
] as const;

export type AttentionKind = (typeof ATTENTION_KINDS)[number];

const BALLOON_DAYS = 120;
const ENDING_DAYS = 60;

/** A contract's end that comes soon: the last payment, and the day since which it counts as soon. */
export interface ComingEnd {
  readonly kind: 'balloon' | 'ending';
  readonly isPayout: boolean;
  readonly date: CalendarDate;
  readonly since: CalendarDate;
  /** Days from today. */
  readonly days: number;
  /** The last payment with its fee. */
  readonly amount: Cents;
}

/** Returns the end of a contract that needs attention today: a balloon within 120 days, another end within 60. */
export function comingEnd(contract: ReportedContract, today: CalendarDate): ComingEnd | null {
  const { rows, balloon, payout } = paymentsOf(contract);
  const last = rows.at(-1);
  if (!last || last.date < today || owedOn(contract, today) === ZERO) return null;
  const isPayout = last.number === payout;
  const kind = balloon === last.number && !isPayout ? 'balloon' : 'ending';
  const since = addDays(last.date, -(kind === 'balloon' ? BALLOON_DAYS : ENDING_DAYS));
  if (today < since) return null;
  const amount = cents(last.amount + last.administrationFee);
  return { kind, isPayout, date: last.date, since, days: daysBetween(today, last.date), amount };
}

/** The balance on a lender's statement, or that its difference is accepted. */
export type Stated = Cents | 'accepted';

/** A contract as it stood at the end of a year, with its lender's statement. */
export interface StatedContract {
  readonly contract: ReportedContract;
  /** Null without a statement. */
  readonly stated: Stated | null;
}

export interface OpenStatements {
  readonly yearEnd: CalendarDate;
  readonly since: CalendarDate;
  /** Loans without a statement, or whose statement differs without a reason. */
  readonly open: number;
  readonly loans: number;
}

/** The year end whose statements are asked for, from the day after it on. */
export const statedYearEnd = (years: FinancialYears, today: CalendarDate): CalendarDate =>
  lastYearEnd(years, addDays(today, -1));

/** Returns how many loans with a balance at a year end have no agreed statement; null when all have. */
export function openStatements(
  loans: readonly StatedContract[],
  yearEnd: CalendarDate,
): OpenStatements | null {
  const owed = loans.map(({ contract, stated }) => ({ balance: owedOn(contract, yearEnd), stated }));
  const standing = owed.filter(({ balance }) => balance !== 0);
  const open = standing.filter(({ balance, stated }) => stated !== balance && stated !== 'accepted').length;
  return open === 0 ? null : { yearEnd, since: addDays(yearEnd, 1), open, loans: standing.length };
}
