/** The balance of a contract at the end of a day and what moves it later, by its rows and events, which a page has too. */
import type { CalendarDate } from '../calendar.ts';
import { type Cents, negated, ZERO } from '../money.ts';
import type { ReportedContract, ReportedEvent, ContractRow } from './contract.ts';

type Balances = Pick<ReportedContract, 'startDate' | 'rows' | 'events'>;

/** Returns the carrying amount at the end of a day; nothing before the start. */
export const balanceOn = (
  contract: Balances & Pick<ReportedContract, 'loanAmount'>,
  date: CalendarDate,
): Cents =>
  date < contract.startDate ? ZERO : (lastBy(contract, date)?.endingBalance ?? contract.loanAmount);

/** Returns what is owed at the end of a day, as the lender's statement says it. */
export const owedOn = (contract: Balances & Pick<ReportedContract, 'principal'>, date: CalendarDate): Cents =>
  date < contract.startDate ? ZERO : (lastBy(contract, date)?.owed ?? contract.principal);

function lastBy({ rows, events }: Balances, date: CalendarDate): ContractRow | ReportedEvent | undefined {
  const row = rows.findLast((each) => each.date <= date);
  const event = events.findLast((each) => each.date <= date);
  return event && (!row || event.date >= row.date) ? event : row;
}

/** A payment or an event as a flow: the amount paid, and the interest in it. */
export interface Flow {
  readonly date: CalendarDate;
  readonly amount: Cents;
  readonly interest: Cents;
}

/** Everything that moves the balance after a day. Amounts less interest add up to the balance on that day. */
export function flowsAfter({ rows, events }: ReportedContract, date: CalendarDate): readonly Flow[] {
  const later = ({ date: each }: { readonly date: CalendarDate }): boolean => each > date;
  const ofEvents = events.filter(later).map(({ date: day, kind, amount, interest }) => ({
    date: day,
    amount: kind === 'adjustment' ? negated(amount) : amount,
    interest,
  }));
  return [...rows.filter(later), ...ofEvents];
}
