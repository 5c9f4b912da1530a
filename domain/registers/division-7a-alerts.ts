/** The alerts of a Division 7A loan on a day. */
import { addDays, type CalendarDate, dateOf, earliestOf, formatDay } from '../calendar.ts';
import { formatMoney, sumCents } from '../money.ts';
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

/** The first day on which a missing repayment of a year is shown; it stays while the year is short. */
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
  const current = ladderYearOn(ladder, today);
  const isNear = today >= isShownFrom(year);
  return {
    alerts: [
      ...shortAlerts(ladder.filter((row) => row.year < year)),
      ...(isNear ? dueAlerts(current) : []),
      ...agreementAlerts(facts, ladder, today),
      ...rateAlerts(ladder.filter((row) => row.year <= year)),
    ],
    nextLook: nextLookAfter(today, facts, current),
  };
}

/** A published rate may replace an entered one. */
const DAYS_WITH_ENTERED_RATE = 28;

/** The alerts change on 1 April and 1 July, and around the lodgment day. */
function nextLookAfter(
  today: CalendarDate,
  facts: Division7aFacts,
  current: LadderYear | undefined,
): CalendarDate | null {
  const { lodgmentDay } = facts;
  const year = INCOME_YEARS.yearOf(today);
  const end = startOfYear(lastYearOf(facts) + 1);
  const ofYears = [isShownFrom(year), startOfYear(year + 1)].filter((date) => date <= end);
  const ofLodgment =
    lodgmentDay === null ? [] : [addDays(lodgmentDay, -DAYS_BEFORE_LODGMENT), addDays(lodgmentDay, 1)];
  const ofRate = current?.rateIs === 'entered' ? [addDays(today, DAYS_WITH_ENTERED_RATE)] : [];
  return earliestOf([...ofYears, ...ofLodgment, ...ofRate].filter((date) => date > today));
}

function dueAlerts(row: LadderYear | undefined): RegisterAlert[] {
  if (!row || row.shortfall === 0) return [];
  const { year, shortfall } = row;
  const text = `${formatMoney(shortfall)} still to repay by ${formatDay(INCOME_YEARS.endOf(year))}.`;
  return [{ kind: 'division-7a-due', since: isShownFrom(year), amount: shortfall, text }];
}

/** @param ended years that are over; together they are one alert */
function shortAlerts(ended: readonly LadderYear[]): RegisterAlert[] {
  const [first, ...others] = ended.filter(({ shortfall }) => shortfall > 0);
  if (!first) return [];
  const amount = sumCents([first, ...others].map(({ shortfall }) => shortfall));
  const years = yearsInWords([first, ...others]);
  const when = others.length === 0 ? `by ${years}` : `in the years to ${years}`;
  const text = `${formatMoney(amount)} less than the minimum was repaid ${when}.`;
  return [{ kind: 'division-7a-due', since: startOfYear(first.year + 1), amount, text }];
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

/** @param begun years that have begun; together they are one alert. A year that opens with 0.00 needs no rate. */
function rateAlerts(begun: readonly LadderYear[]): RegisterAlert[] {
  const [first, ...others] = begun.filter(({ rateIs, opening }) => rateIs === 'projected' && opening > 0);
  if (!first) return [];
  const years = yearsInWords([first, ...others]);
  const text =
    others.length === 0
      ? `The benchmark rate of the year ended ${years} isn’t known.`
      : `The benchmark rates of the years ended ${years} aren’t known.`;
  return [{ kind: 'division-7a-rate', since: startOfYear(first.year), amount: null, text }];
}

/** `30 June 2027`, `30 June 2027 and 2029` */
function yearsInWords(rows: readonly LadderYear[]): string {
  const years = rows.map(({ year }) => year);
  return `30 June ${[years.slice(0, -1).join(', '), years.at(-1)].filter(Boolean).join(' and ')}`;
}
