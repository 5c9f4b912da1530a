/** A random loan that is repaid to the cent. */
import { dueDate, paymentsPerYear, type Frequency } from '../../domain/amortisation/frequency.ts';
import type { Random } from '../simulation/random.ts';
import { addDays, calendarDate, daysBetween, type CalendarDate } from '../../domain/calendar.ts';

/** A payment as it is rendered; cents. */
export interface KnownRow {
  readonly date: CalendarDate;
  readonly amount: number;
  readonly interest: number;
  readonly fee: number;
  readonly balance: number;
}

/** A loan that is repaid to the cent, by period or by day. */
export function knownSchedule(random: Random): { loan: number; rows: KnownRow[] } {
  const frequency = random.pick<Frequency>(['weekly', 'fortnightly', 'monthly', 'monthly', 'quarterly']);
  const count = random.between(6, 84);
  const rate = random.between(250, 1800) / 10_000;
  const loan = random.between(300_000, 25_000_000);
  const start = addDays(calendarDate('2023-01-01'), random.between(0, 1500));
  const fee = random.chance(0.3) ? random.between(100, 1500) : 0;
  const balloon = random.chance(0.3) ? Math.round(loan * 0.25) : 0;
  const periodic = rate / paymentsPerYear(frequency);
  const discount = (1 + periodic) ** -count;
  const level = Math.ceil(((loan - balloon * discount) * periodic) / (1 - discount));
  const isDaily = random.chance(0.25);
  let before = loan;
  let last = start;
  const rows = Array.from({ length: count }, (_each, index): KnownRow => {
    const date = dueDate(start, frequency, index + 1);
    const days = daysBetween(last, date);
    const interest = Math.round(before * (isDaily ? (rate * days) / 365 : periodic));
    const amount = index === count - 1 ? before + interest : Math.min(level, before + interest - 1);
    before += interest - amount;
    last = date;
    return { date, amount, interest, fee, balance: before };
  });
  return { loan, rows };
}
