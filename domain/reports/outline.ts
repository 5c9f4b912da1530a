/** The facts of a contract that lists and the attention board need, in a few stored numbers. */
import { type CalendarDate, civilOf } from '../calendar.ts';
import { cents, type Cents } from '../money.ts';
import { endsWithBalloon } from '../amortisation/balloon.ts';
import type { Contract } from '../contract/contract.ts';
import { contractOf, paymentsOf, type ReportedContract } from './contract.ts';

export interface Outline {
  /** The number of payments, without a payout. */
  readonly count: number;
  /** The number of contract events. */
  readonly changes: number;
  readonly startDate: CalendarDate;
  /** The date of the last payment, or of the payout. */
  readonly endDate: CalendarDate;
  readonly end: 'balloon' | 'ending' | 'payout';
  /** The last payment with its fee. */
  readonly endAmount: Cents;
  /** The dates on which the debt begins and ends, by turns: at the end of each it is owed, then not, then again. */
  readonly owing: readonly CalendarDate[];
}

/** Whether something is owed at the end of a day. */
export const owesOn = ({ owing }: Pick<Outline, 'owing'>, date: CalendarDate): boolean =>
  owing.filter((turn) => turn <= date).length % 2 === 1;

/** Whether the figures of a contract follow from its terms alone, without any payment worked out. */
export const followsFromTerms = (
  { table, gstOnCharges }: Pick<Contract['terms'], 'table' | 'gstOnCharges'>,
  events: number,
): boolean => events === 0 && !table && !gstOnCharges;

/** Returns the outline of a contract. That of terms without events or a lender's table takes no payments. */
export function outlineOf(contract: Contract): Outline {
  const { count, terms, events, endDate } = contract;
  const { startDate } = terms;
  if (!followsFromTerms(terms, events.length)) return workedOutlineOf(contract);
  const end = endsWithBalloon(terms.rows) ? 'balloon' : 'ending';
  return {
    count,
    changes: 0,
    startDate,
    endDate,
    end,
    endAmount: contract.amountDue(count),
    owing: [startDate, endDate],
  };
}

/** Returns the outline of any contract from all of its payments. */
export function workedOutlineOf(contract: Contract): Outline {
  const reported = contractOf(contract);
  const { rows, balloon, payout } = paymentsOf(reported);
  const last = rows.at(-1);
  if (!last) throw new RangeError('A contract has a payment');
  const end = last.number === payout ? 'payout' : last.number === balloon ? 'balloon' : 'ending';
  return {
    count: contract.count,
    changes: contract.events.length,
    startDate: reported.startDate,
    endDate: last.date,
    end,
    endAmount: cents(last.amount + last.administrationFee),
    owing: turnsOf(reported),
  };
}

/** No honest loan is repaid more often. A lender's table could fill an item with turns. */
const MOST_TURNS = 8;

function turnsOf({ startDate, principal, rows, events }: ReportedContract): CalendarDate[] {
  const changes = [...rows, ...events].toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const byDate = new Map(
    [{ date: startDate, owed: principal }, ...changes].map(({ date, owed }) => [date, owed]),
  );
  const turns: CalendarDate[] = [];
  for (const [date, owed] of byDate) {
    if ((owed !== 0) !== (turns.length % 2 === 1)) turns.push(date);
  }
  if (turns.length <= MOST_TURNS) return turns;
  return turns.length % 2 === 1 ? turns.slice(0, 1) : [...turns.slice(0, 1), ...turns.slice(-1)];
}

/** The work of a report: payments times calendar years, since each year of a loan is split by the payments after it. */
export const reportWorkOf = ({ count, startDate, endDate }: Outline): number =>
  count * (civilOf(endDate).year - civilOf(startDate).year + 1);
