/** Finance contracts of tests and journeys, in wire format. */

/** 50,000 over 60 × 1,000 monthly from 15 January 2025: 7.420096 % a year, 10,000.00 interest. */
export const WORKED_EXAMPLE = {
  description: 'Toyota HiLux',
  paymentFrequency: 'monthly',
  loanAmount: 50_000,
  startDate: '2025-01-15',
  firstPaymentOnStartDate: false,
  schedulePaymentPlans: [{ number: 1, qty: 60, amount: 1_000 }],
  administrationFee: 0,
  autoSync: false,
} as const;

/** The worked example as a row of an import, under another name. */
export const IMPORT_ROW = {
  line: 2,
  entity: 'Farm',
  name: 'Imported ute',
  loanAmount: '$50,000.00',
  startDate: '15/1/2025',
  frequency: 'Monthly',
  firstPaymentOnStartDate: 'No',
  firstPaymentDate: '',
  paymentsAtMonthEnd: '',
  administrationFee: '',
  terms: [{ qty: '60', amount: '1,000' }],
  balloon: '',
  balloonDue: '',
  lender: 'Westpac',
  contractNumber: '',
  asset: '',
  kind: '',
  contractRate: '',
  totalInterest: '',
} as const;

/** A year of insurance, spread by days. */
export const INSURANCE = {
  kind: 'spread',
  name: 'Insurance',
  facts: {
    direction: 'expense',
    purpose: 'prepayment',
    amount: 12_000,
    from: '2026-07-01',
    to: '2027-06-30',
    method: 'days',
    frequency: 'monthly',
    scheduleId: null,
    deductibleShare: null,
    supplier: 'Insurer',
    reference: 'P-1',
  },
} as const;
