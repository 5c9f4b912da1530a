import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { outstandingOn } from '../../../web/schedules/outstanding.ts';
import { yearsOfRows } from '../../../web/schedules/payment-totals.ts';
import { timelineOf } from '../../../web/schedules/timeline.ts';
import { scheduleAfter, scheduleWithRepayment } from './schedule.ts';

test('an event stands after the last payment before it, and rows are numbered', async () => {
  const rows = timelineOf(await scheduleWithRepayment());
  expect(rows).toHaveLength(55);
  expect(rows[11]?.payment?.number).toBe(12);
  expect(rows[12]?.event?.kind).toBe('extra-repayment');
  expect(rows[13]?.payment?.number).toBe(13);
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1));
});

test('events before the first payment come first, in their order', async () => {
  const change = { kind: 'rate-change', date: '2025-01-20', interestRate: 8, keep: 'term' } as const;
  const { events, ...after } = await scheduleAfter(change);
  const rows = timelineOf({
    ...after,
    events: ['a', 'b'].flatMap((id) => events.map((one) => ({ ...one, id }))),
  });
  expect(rows.slice(0, 3).map((row) => row.event?.id ?? row.payment?.number)).toEqual(['a', 'b', 1]);
});

test('the outstanding balance falls on the date of an extra repayment', async () => {
  const after = await scheduleWithRepayment();
  expect(outstandingOn(after, calendarDate('2026-01-31'))).toBe(41_422.22);
  expect(outstandingOn(after, calendarDate('2026-02-01'))).toBe(36_422.22);
  expect(outstandingOn(after, calendarDate('2026-02-15'))).toBe(after.schedulePayments[12]?.endingBalance);
});

test('the rows of a year have the fees of the year, without GST that is claimed', async () => {
  const after = await scheduleAfter({
    kind: 'payout',
    date: '2026-08-05',
    payoutFigure: 37_396.92,
    fees: [{ amount: 350, taxType: 'INPUT' }],
  });
  const rows = timelineOf(after);
  const feesBy = (isWhole: boolean) => yearsOfRows(after, rows, isWhole).map(({ totals }) => totals.fees);
  expect(feesBy(true)).toEqual([0, 0, 318.18]);
  expect(feesBy(false)).toEqual(feesBy(true));
});

test('nothing is outstanding from the date of a payout', async () => {
  const after = await scheduleAfter({
    kind: 'payout',
    date: '2026-08-05',
    payoutFigure: 37_396.92,
    fees: [],
  });
  expect(outstandingOn(after, calendarDate('2026-08-04'))).toBe(36_889.44);
  expect(outstandingOn(after, calendarDate('2026-08-05'))).toBe(0);
});
