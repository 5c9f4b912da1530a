/** The labels of the fields of a change, for those that are still missing. */
import type { FormErrors } from '../ui/use-submit.ts';

/** By the field's name on the wire. */
const LABELS: Readonly<Record<string, string>> = {
  date: 'Date',
  amount: 'Amount',
  interestRate: 'New interest rate',
  fromPayment: 'First payment',
  qty: 'Number of payments',
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

/** Returns the labels of the fields with errors. */
export const missingIn = (errors: FormErrors): string[] => [
  ...new Set(Object.keys(errors).map((field) => LABELS[field] ?? 'Amount of each fee')),
];
