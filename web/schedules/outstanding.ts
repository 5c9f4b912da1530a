import type { CalendarDate } from '../../domain/calendar.ts';
import { toDollars } from '../../domain/money.ts';
import { owedOn } from '../../domain/reports/balance.ts';
import type { Schedule } from '../data/answers.ts';
import { reportContractOf } from './report-contract.ts';

/** Returns the balance of a schedule with its events at the end of a day, dollars; before the start, the loan amount. */
export function outstandingOn(schedule: Schedule, date: CalendarDate): number {
  if (date < schedule.startDate) return schedule.loanAmount;
  return toDollars(owedOn(reportContractOf(schedule), date));
}
