/** Answers of the service about 50,000 repaid by 60 monthly payments of 1,000. */
import type { Schedule } from '../../../web/data/answers.ts';
import { createTestApp } from '../../support/app.ts';
import { type EventBody, readSchedule, record } from '../../support/events.ts';
import { signUp } from '../../support/people.ts';

const app = await createTestApp();
const owner = await signUp(app);
const { body: entity } = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Farm' } });

/** The answer after a change, if one is given. */
export async function scheduleAfter(event?: EventBody): Promise<Schedule> {
  const { body } = await app.call('POST /v1/entities/{entityId}/schedules', {
    as: owner.token,
    params: { entityId: entity.id },
    body: {
      description: 'Excavator',
      loanAmount: 50_000,
      paymentFrequency: 'monthly',
      startDate: '2025-01-15',
      firstPaymentOnStartDate: false,
      administrationFee: 0,
      autoSync: false,
      schedulePaymentPlans: [
        { number: 1, qty: 59, amount: 1000 },
        { number: 2, qty: 1, amount: 1000 },
      ],
    },
  });
  const subject = { app, owner, params: { entityId: entity.id, scheduleId: body.id } };
  if (event) await record(subject, event);
  return readSchedule(subject);
}

const answer = await scheduleAfter();

export const schedule = (changes: Partial<Schedule> = {}): Schedule => ({ ...answer, ...changes });

/** 5,000.00 repaid on 1 February 2026, after payment 12; the payments stay. */
export const scheduleWithRepayment = (): Promise<Schedule> =>
  scheduleAfter({ kind: 'extra-repayment', date: '2026-02-01', amount: 5_000, keep: 'payment' });
