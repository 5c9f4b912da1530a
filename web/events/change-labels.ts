/** The labels of the fields of a change, for those that are still missing. */
import type { FormErrors } from '../ui/use-submit.ts';

/** By the field's name on the wire. */
const LABELS: Readonly<Record<string, string>> = {
  date: 'Date',
  amount: 'Amount',
  interestRate: 'Interest rate',
  fromPayment: 'From payment',
  qty: 'Number of payments',
  administrationFee: 'Administration fee',
  firstPaymentDate: 'Date of the next payment',
  schedulePaymentPlans: 'Payments',
  schedulePayments: 'Lender’s payment table',
  balloon: 'Balloon',
  payoutFigure: 'Payout figure',
  'newSchedule.description': 'Name',
  'newSchedule.loanAmount': 'Loan amount',
  'newSchedule.paymentFrequency': 'Frequency',
  'newSchedule.startDate': 'Start date',
  'newSchedule.schedulePaymentPlans': 'Payment terms',
  'newSchedule.balloon': 'Balloon',
  'newSchedule.contractRate': 'Rate of the contract',
};

/** Returns the labels of the fields with errors. */
export const missingIn = (errors: FormErrors): string[] => [
  ...new Set(Object.keys(errors).map((field) => LABELS[field] ?? 'Amount of each fee')),
];
