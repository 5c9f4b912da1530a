import { useMemo } from 'react';
import { cents, toDollars, type Cents } from '../../domain/money.ts';
import { isCalendarDate } from '../../domain/calendar.ts';
import { Refusal } from '../../domain/refusal.ts';
import { estimatePayout, type PayoutEstimate as Estimate } from '../../domain/contract/payout.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import type { Schedule } from '../data/answers.ts';
import { contractOf } from './contract-of.ts';

/** The debt that the schedule expects on a date, to compare the lender's letter with. */
export function PayoutEstimate({ schedule, date }: { readonly schedule: Schedule; readonly date: string }) {
  const estimate = useMemo(() => estimateOn(schedule, date), [schedule, date]);
  if (!estimate) return null;
  const { balance, interest } = estimate;
  return (
    <p className="card-text">
      Estimate on {showDate(date)}: balance {dollarsOf(balance)} + interest {dollarsOf(interest)} ={' '}
      <strong>{dollarsOf(cents(balance + interest))}</strong>, without fees.
    </p>
  );
}

/** Returns null where the service refuses the date, which it reports at the field. */
function estimateOn(schedule: Schedule, date: string): Estimate | null {
  if (!isCalendarDate(date) || date < schedule.startDate || date >= schedule.endDate) return null;
  try {
    const contract = contractOf(schedule);
    return contract && estimatePayout(contract, date);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

const dollarsOf = (amount: Cents): string => formatDollars(toDollars(amount));
