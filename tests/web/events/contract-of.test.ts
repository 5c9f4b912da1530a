import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { estimatePayout } from '../../../domain/contract/payout.ts';
import { contractOf } from '../../../web/events/contract-of.ts';
import { schedule, scheduleAfter, scheduleWithRepayment } from '../schedules/schedule.ts';

test('contractOf gives the balance and interest of the worked payout', () => {
  const contract = contractOf(schedule());
  expect(contract && estimatePayout(contract, calendarDate('2026-08-05'))).toEqual({
    balance: 3_688_944,
    interest: 15_748,
  });
});

test('contractOf repeats recorded events', async () => {
  const after = await scheduleWithRepayment();
  const contract = contractOf(after);
  expect(contract?.count).toBe(54);
  expect(contract?.payment(54).amount).toBe(41_654);
});

test('contractOf finds the original frequency after a change of frequency', async () => {
  const after = await scheduleAfter({
    kind: 'frequency-change',
    date: '2026-02-01',
    paymentFrequency: 'weekly',
    firstPaymentDate: '2026-02-20',
    amount: 230,
  });
  const contract = contractOf({ ...after, paymentFrequency: 'weekly' });
  expect(contract?.terms.frequency).toBe('monthly');
  expect(contract?.count).toBe(after.schedulePayments.length);
});
