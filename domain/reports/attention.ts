import { addDays, type CalendarDate, daysBetween } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { type Outline, owesOn } from './outline.ts';
import { type FinancialYears, lastYearEnd } from '../years.ts';

/** The kinds of attention items that need attention, the most urgent first. */
export const ATTENTION_KINDS = [
  'unknown-documents',
  'out-of-balance',
  'document-missing',
  'document-changed',
  'reconnect',
  'scope-missing',
  'auto-sync-failing',
  'tracking',
  'unmatched',
  'opening-out-of-date',
  'overdue',
  'division-7a-due',
  'division-7a-agreement',
  'division-7a-rate',
  'register-due',
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
export function comingEnd(outline: Outline, today: CalendarDate): ComingEnd | null {
  const { endDate: date, end, endAmount: amount } = outline;
  if (date < today || !owesOn(outline, today)) return null;
  const kind = end === 'balloon' ? 'balloon' : 'ending';
  const since = addDays(date, -(kind === 'balloon' ? BALLOON_DAYS : ENDING_DAYS));
  if (today < since) return null;
  return { kind, isPayout: end === 'payout', date, since, days: daysBetween(today, date), amount };
}

/** The balance on a lender's statement, or that its difference is accepted. */
export type Stated = Cents | 'accepted';

export interface OpenStatements {
  readonly yearEnd: CalendarDate;
  readonly since: CalendarDate;
  /** Loans without a statement, or whose statement differs without a reason. */
  readonly open: number;
}

/** The year end whose statements are asked for, from the day after it on. */
export const statedYearEnd = (years: FinancialYears, today: CalendarDate): CalendarDate =>
  lastYearEnd(years, addDays(today, -1));
