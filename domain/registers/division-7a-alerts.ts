/** The attention items of a Division 7A loan on a day. */
import { addDays, type CalendarDate, dateOf } from '../calendar.ts';
import type { Cents } from '../money.ts';
import { INCOME_YEARS } from '../years.ts';
import type { EnteredRate } from './benchmark-rates.ts';
import {
  type Division7aFacts,
  ladderOf,
  type LadderYear,
  ladderYearOn,
  needsNoAgreement,
  type Repayment,
} from './division-7a-ladder.ts';

/**
 * `due`: less than the minimum is repaid. `agreement`: none is dated and the lodgment day is near. `rate`: the year has
 * no benchmark rate.
 */
export type Division7aAlert =
  | { readonly kind: 'division-7a-due'; readonly dueOn: CalendarDate; readonly missing: Cents }
  | { readonly kind: 'division-7a-agreement'; readonly lodgmentDay: CalendarDate }
  | { readonly kind: 'division-7a-rate'; readonly year: number };

const DAYS_BEFORE_LODGMENT = 60;

/** A missing repayment is shown from 1 April, and until the next 30 June once its year is over. */
const APRIL = 4;

export function division7aAlerts(
  facts: Division7aFacts,
  repayments: readonly Repayment[],
  today: CalendarDate,
  enteredRates: readonly EnteredRate[],
): readonly Division7aAlert[] {
  const ladder = ladderOf(facts, repayments, enteredRates);
  const year = INCOME_YEARS.yearOf(today);
  const ended = ladder.find((row) => row.year === year - 1);
  const current = ladderYearOn(ladder, today);
  const isNear = today >= dateOf(year, APRIL, 1);
  return [
    ...dueAlerts(ended),
    ...(isNear ? dueAlerts(current) : []),
    ...agreementAlerts(facts, ladder, today),
    ...(current?.rateIs === 'projected' ? [{ kind: 'division-7a-rate', year } as const] : []),
  ];
}

function dueAlerts(row: LadderYear | undefined): Division7aAlert[] {
  if (!row || row.shortfall === 0) return [];
  return [{ kind: 'division-7a-due', dueOn: INCOME_YEARS.endOf(row.year), missing: row.shortfall }];
}

function agreementAlerts(
  { agreementDate, lodgmentDay }: Division7aFacts,
  ladder: readonly LadderYear[],
  today: CalendarDate,
): Division7aAlert[] {
  if (agreementDate !== null || lodgmentDay === null || needsNoAgreement(ladder)) return [];
  const isNear = lodgmentDay >= today && lodgmentDay <= addDays(today, DAYS_BEFORE_LODGMENT);
  return isNear ? [{ kind: 'division-7a-agreement', lodgmentDay }] : [];
}
