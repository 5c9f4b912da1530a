import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { balanceLine, timeScale } from '../../../web/events/balance-lines.ts';
import { schedule } from '../schedules/schedule.ts';

test('the line runs from the loan amount on the start date to 0.00', () => {
  const start = schedule();
  const line = balanceLine(start, start.schedulePayments);
  expect(line).toHaveLength(61);
  expect(line[0]).toEqual({ date: '2025-01-15', balance: 50_000 });
  expect(line.at(-1)).toEqual({ date: '2030-01-15', balance: 0 });
});

test('the line of a payout falls to 0.00 on its date', () => {
  const start = schedule();
  const line = balanceLine(start, start.schedulePayments.slice(0, 18), '2026-08-05');
  expect(line.slice(-2)).toEqual([
    { date: '2026-08-05', balance: 36_889.44 },
    { date: '2026-08-05', balance: 0 },
  ]);
});

test('the time scale marks new years, and fewer of them without room', () => {
  const scale = timeScale([calendarDate('2025-01-01'), calendarDate('2029-01-01')]);
  expect(scale.at(calendarDate('2025-01-01'))).toBe(0);
  expect(scale.at(calendarDate('2029-01-01'))).toBe(1);
  expect(scale.years(10).map(({ year }) => year)).toEqual([2026, 2027, 2028, 2029]);
  expect(scale.years(2).map(({ year }) => year)).toEqual([2026, 2028]);
});
