import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { toCents } from '../../../domain/money.ts';
import { estimatePayout } from '../../../domain/contract/payout.ts';
import { contractOf } from '../../../web/events/contract-of.ts';
import { schedule } from '../schedules/schedule.ts';
import { scheduleAfter, scheduleWithRepayment } from './events.ts';

test('contractOf gives the balance and interest of the worked payout', () => {
  const contract = contractOf(schedule());
  expect(contract && estimatePayout(contract, calendarDate('2026-08-05'))).toEqual({
    balance: 3_688_944,
    interest: 15_748,
  });
});

test('contractOf repeats recorded events', () => {
  const after = scheduleWithRepayment();
  const contract = contractOf(after);
  expect(contract?.count).toBe(54);
  expect(contract?.payment(54).amount).toBe(41_654);
});

test('contractOf finds the original frequency after a change of frequency', () => {
  const change = { firstPaymentDate: calendarDate('2026-02-20'), amount: 230 };
  const after = scheduleAfter(
    '2026-02-01',
    {
      kind: 'frequency-change',
      frequency: 'weekly',
      firstPaymentDate: change.firstPaymentDate,
      amount: toCents(change.amount),
    },
    { kind: 'frequency-change', paymentFrequency: 'weekly', ...change },
  );
  const contract = contractOf({ ...after, paymentFrequency: 'weekly' });
  expect(contract?.terms.frequency).toBe('monthly');
  expect(contract?.count).toBe(after.schedulePayments.length);
});
