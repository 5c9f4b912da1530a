/** The alerts of a Division 7A loan on a day. */
import { addDays, type CalendarDate, dateOf, earliestOf, formatDay } from '../calendar.ts';
import { formatMoney } from '../money.ts';
import { INCOME_YEARS } from '../years.ts';
import type { EnteredRate } from './benchmark-rates.ts';
import {
  type Division7aFacts,
  ladderOf,
  type LadderYear,
  ladderYearOn,
  lastYearOf,
  needsNoAgreement,
  type Repayment,
  startOfYear,
} from './division-7a-ladder.ts';
import type { Alerts, RegisterAlert } from './register-kind.ts';

const DAYS_BEFORE_LODGMENT = 60;

/** The first day on which a missing repayment of a year is shown; once its year is over, until the next 30 June. */
const isShownFrom = (year: number): CalendarDate => dateOf(year, 4, 1);

/**
 * `due`: less than the minimum is repaid. `agreement`: none is dated and the lodgment day is near. `rate`: the year has
 * no benchmark rate.
 */
export function division7aAlerts(
  facts: Division7aFacts,
  repayments: readonly Repayment[],
  today: CalendarDate,
  enteredRates: readonly EnteredRate[],
): Alerts {
  const ladder = ladderOf(facts, repayments, enteredRates);
  const year = INCOME_YEARS.yearOf(today);
  const ended = ladder.find((row) => row.year === year - 1);
  const current = ladderYearOn(ladder, today);
  const isNear = today >= isShownFrom(year);
  return {
    alerts: [
      ...shortAlerts(ended),
      ...(isNear ? dueAlerts(current) : []),
      ...agreementAlerts(facts, ladder, today),
      ...rateAlerts(current),
    ],
    nextLook: nextLookAfter(today, facts),
  };
}

/** The alerts change on 1 April and 1 July, and around the lodgment day. */
function nextLookAfter(today: CalendarDate, facts: Division7aFacts): CalendarDate | null {
  const { lodgmentDay } = facts;
  const year = INCOME_YEARS.yearOf(today);
  const afterTerm = lastYearOf(facts) + 2;
  const ofYears = [isShownFrom(year), startOfYear(year + 1)].filter((date) => date <= startOfYear(afterTerm));
  const ofLodgment =
    lodgmentDay === null ? [] : [addDays(lodgmentDay, -DAYS_BEFORE_LODGMENT), addDays(lodgmentDay, 1)];
  return earliestOf([...ofYears, ...ofLodgment].filter((date) => date > today));
}

function dueAlerts(row: LadderYear | undefined): RegisterAlert[] {
  if (!row || row.shortfall === 0) return [];
  const { year, shortfall } = row;
  const text = `${formatMoney(shortfall)} still to repay by ${formatDay(INCOME_YEARS.endOf(year))}.`;
  return [{ kind: 'division-7a-due', since: isShownFrom(year), amount: shortfall, text }];
}

function shortAlerts(row: LadderYear | undefined): RegisterAlert[] {
  if (!row || row.shortfall === 0) return [];
  const { year, shortfall } = row;
  const end = formatDay(INCOME_YEARS.endOf(year));
  const text = `${formatMoney(shortfall)} less than the minimum was repaid by ${end}.`;
  return [{ kind: 'division-7a-due', since: startOfYear(year + 1), amount: shortfall, text }];
}

function agreementAlerts(
  { agreementDate, lodgmentDay }: Division7aFacts,
  ladder: readonly LadderYear[],
  today: CalendarDate,
): RegisterAlert[] {
  if (agreementDate !== null || lodgmentDay === null || needsNoAgreement(ladder)) return [];
  const since = addDays(lodgmentDay, -DAYS_BEFORE_LODGMENT);
  if (today < since || today > lodgmentDay) return [];
  const text = `No written agreement is dated, and the lodgment day is ${formatDay(lodgmentDay)}.`;
  return [{ kind: 'division-7a-agreement', since, amount: null, text }];
}

function rateAlerts(row: LadderYear | undefined): RegisterAlert[] {
  if (row?.rateIs !== 'projected') return [];
  const { year } = row;
  const text = `The benchmark rate of the year ended ${formatDay(INCOME_YEARS.endOf(year))} isn’t known.`;
  return [{ kind: 'division-7a-rate', since: startOfYear(year), amount: null, text }];
}
