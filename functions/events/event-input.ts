import type * as z from 'zod';
import { calendarDate } from '../../domain/calendar.ts';
import { toCents } from '../../domain/money.ts';
import { invalid } from '../../domain/refusal.ts';
import type { Change, PayoutFee } from '../../domain/event-kinds/events.ts';
import type { TermRow } from '../../domain/amortisation/term-rows.ts';
import { statedRowsFrom } from '../views/terms-input.ts';
import type { NewEvent } from '../api/new-event.ts';

type Sent = z.output<typeof NewEvent>;

/**
 * Returns the change that was sent.
 * @throws Refusal `invalid` for a change of terms or frequency without its payments.
 */
export function changeFrom(sent: Sent): Change {
  switch (sent.kind) {
    case 'payout': {
      const { kind, payoutFigure, fees, settledFrom } = sent;
      return { kind, payoutFigure: toCents(payoutFigure), fees: fees.map(feeFrom), settledFrom };
    }
    case 'refinance': {
      const { kind, payoutFigure, fees, clearingAccountId } = sent;
      return { kind, payoutFigure: toCents(payoutFigure), fees: fees.map(feeFrom), clearingAccountId };
    }
    case 'extra-repayment':
      return { kind: sent.kind, amount: toCents(sent.amount), keep: sent.keep };
    case 'rate-change':
      return { kind: sent.kind, interestRate: sent.interestRate, keep: sent.keep };
    case 'terms-change': {
      const { kind, fromPayment, administrationFee } = sent;
      return {
        kind,
        fromPayment,
        ...termsFrom(sent),
        ...(administrationFee !== undefined && { administrationFee: toCents(administrationFee) }),
      };
    }
    case 'frequency-change': {
      const { kind, paymentFrequency, firstPaymentDate } = sent;
      const payments = paymentsFrom(sent);
      return {
        kind,
        frequency: paymentFrequency,
        firstPaymentDate: calendarDate(firstPaymentDate),
        payments,
      };
    }
    case 'holiday':
      return { kind: sent.kind, fromPayment: sent.fromPayment, qty: sent.qty };
    case 'fee-change':
      break;
  }
  const { kind, fromPayment, administrationFee } = sent;
  return { kind, fromPayment, administrationFee: toCents(administrationFee) };
}

/** @throws Refusal `invalid` unless either payment plans or the lender's payments were sent. */
function termsFrom({ schedulePaymentPlans: plans, schedulePayments: stated }: SentTermsChange) {
  if (stated === undefined && plans !== undefined) return { rows: rowsFrom(plans) };
  if (stated !== undefined && plans === undefined) return { rows: [], table: statedRowsFrom(stated) };
  const message = 'Please provide either payment plans or the lender’s payments.';
  throw invalid('schedulePaymentPlans', 'event/payments', message);
}

type SentTermsChange = Extract<Sent, { kind: 'terms-change' }>;
type SentFrequencyChange = Extract<Sent, { kind: 'frequency-change' }>;

function paymentsFrom({ schedulePaymentPlans, amount }: SentFrequencyChange) {
  if (schedulePaymentPlans !== undefined && amount === undefined)
    return { rows: rowsFrom(schedulePaymentPlans) };
  if (amount !== undefined && schedulePaymentPlans === undefined) return { amount: toCents(amount) };
  throw invalid('amount', 'event/payments', 'Please provide either the payments or an amount.');
}

type SentPlan = SentFrequencyChange['schedulePaymentPlans'];

const rowsFrom = (plans: NonNullable<SentPlan>): TermRow[] =>
  plans.toSorted((a, b) => a.number - b.number).map(({ qty, amount }) => ({ qty, amount: toCents(amount) }));

const feeFrom = ({
  accountId,
  amount,
  taxType,
}: Extract<Sent, { kind: 'payout' }>['fees'][number]): PayoutFee => ({
  accountId,
  amount: toCents(amount),
  taxType,
});
