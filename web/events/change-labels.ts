/** The labels of the fields of a change, for those that are still missing. */
import type { FormErrors } from '../ui/use-submit.ts';
import type { ChangeKind } from './types.ts';

/** By the field's name on the wire. */
const LABELS: Readonly<Record<string, string>> = {
  date: 'Date',
  amount: 'Payment amount',
  interestRate: 'New interest rate',
  fromPayment: 'First new payment',
  administrationFee: 'New administration fee',
  firstPaymentDate: 'First payment date',
  schedulePaymentPlans: 'Payment terms',
  schedulePayments: 'Lender’s payment table',
  balloon: 'Balloon',
  payoutFigure: 'Payout figure',
  'newSchedule.description': 'Name',
  'newSchedule.loanAmount': 'Loan amount',
  'newSchedule.paymentFrequency': 'Frequency',
  'newSchedule.startDate': 'Start date',
  'newSchedule.schedulePaymentPlans': 'Payment terms',
  'newSchedule.balloon': 'Balloon',
  'newSchedule.contractRate': 'Contract rate',
};

/** Fields that a kind labels in words of its own. */
const LABELS_OF_KIND: Readonly<Partial<Record<ChangeKind, typeof LABELS>>> = {
  'extra-repayment': { amount: 'Amount repaid' },
  holiday: { fromPayment: 'First skipped payment', qty: 'Number of payments skipped' },
  'fee-change': { fromPayment: 'First payment with the new fee' },
};

/** Returns the labels of the fields with errors. */
export const missingIn = (kind: ChangeKind, errors: FormErrors): string[] => [
  ...new Set(
    Object.keys(errors).map(
      (field) => LABELS_OF_KIND[kind]?.[field] ?? LABELS[field] ?? 'Amount of each fee',
    ),
  ),
];
