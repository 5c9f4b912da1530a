/** Wire schemas of a contract's terms. Limits on terms are the domain's (`checkTerms`). */
import * as z from 'zod';
import { FREQUENCIES } from '../../domain/schedule/frequency.ts';
import { DateText, Flag, Id, Money, Text } from '../lib/wire.ts';

export const Frequency = z.enum(FREQUENCIES, 'Please choose a frequency.');

export const PaymentPlan = z.object({
  number: z.number('Please provide a whole number.').int('Please provide a whole number.'),
  qty: z.number('Please provide a number of payments.').int('Please provide a whole number of payments.'),
  amount: Money,
});

export const PaymentPlans = z.array(PaymentPlan, 'Please provide the payments.');

export const Terms = z.object({
  description: Text,
  paymentFrequency: Frequency,
  loanAmount: Money,
  startDate: DateText,
  firstPaymentOnStartDate: Flag,
  administrationFee: Money.default(0),
  autoSync: Flag.default(false),
});

export const NewSchedule = Terms.extend({ schedulePaymentPlans: PaymentPlans });

/** The terms of a schedule that exists: rows keep the ids they come with. */
export const ChangedTerms = Terms.extend({
  schedulePaymentPlans: z.array(PaymentPlan.extend({ id: Id.optional() }), 'Please provide the payments.'),
});
