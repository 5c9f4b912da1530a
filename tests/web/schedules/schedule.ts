/** An answer of the service: 50,000 repaid by 60 monthly payments of 1,000. */
import { calendarDate } from '../../../domain/calendar.ts';
import { cents, toDollars } from '../../../domain/money.ts';
import type { Schedule } from '../../../web/data/answers.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { contractsOf } from '../../../domain/reports/contract.ts';
import { financialYearsOf } from '../../../domain/reports/financial-years.ts';
import { JUNE_30, yearsEnding } from '../../../domain/reports/years.ts';

const amortisation = scheduleOf({
  loanAmount: cents(5_000_000),
  frequency: 'monthly',
  startDate: calendarDate('2025-01-15'),
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: [{ qty: 60, amount: cents(100_000) }],
});

const financialYears = financialYearsOf(contractsOf(amortisation), yearsEnding(JUNE_30)).map(
  ({ year, end, totals, closingBalance, split }) => ({
    year,
    end,
    payments: toDollars(totals.amount),
    fees: toDollars(totals.administrationFee),
    interest: toDollars(totals.interest),
    principal: toDollars(totals.principal),
    closingBalance: toDollars(closingBalance),
    current: toDollars(split.current.net),
    nonCurrent: toDollars(split.nonCurrent.net),
  }),
);

export function schedule(changes: Partial<Schedule> = {}): Schedule {
  return {
    id: 's1',
    description: 'Excavator',
    lender: '',
    contractNumber: '',
    asset: '',
    kind: '',
    contractRate: null,
    notes: '',
    financialYears,
    loanAmount: 50_000,
    paymentFrequency: 'monthly',
    startDate: '2025-01-15',
    endDate: amortisation.endDate,
    firstPaymentOnStartDate: false,
    administrationFee: 0,
    interestRate: amortisation.planAt(amortisation.terms.startDate).rate.annualPercent,
    interestRateImplied: false,
    totalInterest: 10_000,
    gstOnCharges: false,
    nextPayment: null,
    outstanding: 50_000,
    active: true,
    archived: false,
    autoSync: false,
    noTax: false,
    xeroConnected: false,
    xeroSyncReady: false,
    xeroSetup: 'not-connected',
    overdueCount: 0,
    xeroSynchronized: false,
    xeroDocuments: 0,
    openingBalanceJournalId: null,
    openingBalanceJournalXeroUrl: null,
    openingBalanceJournalDate: null,
    openingBalanceJournalOutOfDate: false,
    schedulePaymentPlans: [
      { id: 'plan-1', number: 1, qty: 59, amount: 1000 },
      { id: 'plan-2', number: 2, qty: 1, amount: 1000 },
    ],
    xeroAccount: {
      interestExpenseAccountId: null,
      hirePurchaseCurrentId: null,
      hirePurchaseNonCurrentId: null,
      unexpiredChargesCurrentId: null,
      unexpiredChargesNonCurrentId: null,
      bankAccountId: null,
      administrationFeeId: null,
    },
    status: 'active',
    openingBalanceJournalState: { xeroStatus: null, xeroDifferences: [], xeroAcceptance: null },
    events: [],
    revision: 'first',
    schedulePayments: amortisation.payments.map(({ number, date, amount, interest, principal, balance }) => ({
      id: `p${number}`,
      number,
      paymentDate: date,
      payments: toDollars(amount),
      interest: toDollars(interest),
      gst: 0,
      principal: toDollars(principal),
      endingBalance: toDollars(balance),
      xeroSynchronized: false,
      xeroUrl: null,
      xeroPosting: false,
      inOpeningBalances: false,
      administrationFee: 0,
      segment: 0,
      paidOn: null,
      parts: [],
      attempt: 1,
      origin: 'own',
      xeroStatus: null,
      xeroDifferences: [],
      xeroAcceptance: null,
    })),
    ...changes,
  };
}
