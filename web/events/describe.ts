/** Sentences about recorded events. */
import { frequencyLabel } from '../../domain/amortisation/frequency.ts';
import { showDate } from '../ui/dates.ts';
import { formatDollars, formatRate } from '../ui/money.tsx';
import type { EventInput } from './types.ts';

const KEPT = { payment: 'payments stay, term changes', term: 'term stays, payments change' } as const;

/** Returns what an event changes, in a few words. */
export function summaryOf(input: EventInput): string {
  switch (input.kind) {
    case 'payout':
      return `${formatDollars(input.payoutFigure)} repaid, contract ends`;
    case 'refinance':
      return `${formatDollars(input.payoutFigure)} paid out by a new schedule`;
    case 'extra-repayment':
      return `${formatDollars(input.amount)} repaid, ${KEPT[input.keep]}`;
    case 'rate-change':
      return `${formatRate(input.interestRate)}, ${KEPT[input.keep]}`;
    case 'terms-change': {
      const { fromPayment, schedulePaymentPlans: plans, schedulePayments: table = [] } = input;
      const payments = plans ? rowsText(plans) : `the lender’s table of ${table.length} payments`;
      return `From payment ${fromPayment}: ${payments}`;
    }
    case 'frequency-change': {
      const { paymentFrequency, firstPaymentDate, schedulePaymentPlans, amount } = input;
      const payments = schedulePaymentPlans ? rowsText(schedulePaymentPlans) : formatDollars(amount ?? 0);
      return `${frequencyLabel(paymentFrequency)} from ${showDate(firstPaymentDate)}: ${payments}`;
    }
    case 'holiday':
      return input.qty === 1
        ? `Payment ${input.fromPayment} skipped`
        : `Payments ${input.fromPayment}–${input.fromPayment + input.qty - 1} skipped`;
    case 'fee-change':
      break;
  }
  return `${formatDollars(input.administrationFee)} from payment ${input.fromPayment}`;
}

function rowsText(rows: readonly { readonly qty: number; readonly amount: number }[]): string {
  return rows.map(({ qty, amount }) => `${qty} × ${formatDollars(amount)}`).join(' + ');
}
