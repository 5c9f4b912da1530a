/** Registers as practices keep them, with columns that are no terms of a contract. */
import { dueDate } from '../../domain/amortisation/frequency.ts';
import { addDays, calendarDate, formatDate, type CalendarDate } from '../../domain/calendar.ts';
import { Random } from '../simulation/random.ts';

/** A contract of a register, in dollars. */
export interface KnownContract {
  readonly loan: number;
  readonly count: number;
  readonly amount: number;
  readonly fee: number;
  readonly balloon: number;
  readonly startDate: CalendarDate;
  readonly firstPayment: CalendarDate;
}

interface Column {
  readonly names: readonly string[];
  readonly text: (contract: KnownContract, index: number) => string;
}

const dollars = (amount: number): string => amount.toFixed(2);
const dayFirst = (date: string): string => date.split('-').toReversed().join('/');
const charges = ({ loan, count, amount, balloon }: KnownContract): number => count * amount + balloon - loan;
const lastPayment = ({ firstPayment, count }: KnownContract): CalendarDate =>
  dueDate(firstPayment, 'monthly', count - 1);

/** The columns that say what the contract is. */
const TERMS: readonly Column[] = [
  { names: ['Client', 'Entity', 'Borrower'], text: (_each, index) => `Farm ${index}` },
  { names: ['Contract', 'Description', 'Facility name'], text: (_each, index) => `HP ${index}` },
  { names: ['Amount financed', 'Loan amount', 'NAF', 'Principal'], text: ({ loan }) => dollars(loan) },
  { names: ['Start date', 'Settlement date', 'Drawdown date'], text: ({ startDate }) => dayFirst(startDate) },
  { names: ['Frequency', 'Payment frequency', 'Freq'], text: () => 'Monthly' },
  { names: ['Number of payments', 'No. of payments', 'Term (months)'], text: ({ count }) => String(count) },
  {
    names: ['Repayment', 'Monthly repayment', 'Instalment', 'Payment amount'],
    text: ({ amount }) => dollars(amount),
  },
];

/** Columns that are terms where a register has them. */
const OPTIONAL: readonly Column[] = [
  { names: ['Account keeping fee', 'Monthly fee', 'Fee per payment'], text: ({ fee }) => dollars(fee) },
  {
    names: ['Balloon', 'Residual value', 'Balloon amount'],
    text: ({ balloon }) => (balloon === 0 ? '' : dollars(balloon)),
  },
  {
    names: ['First payment date', 'First instalment due'],
    text: ({ firstPayment }) => dayFirst(firstPayment),
  },
];

const DECOYS: readonly Column[] = [
  {
    names: ['Terms charges', 'Total interest', 'Finance charges', 'Unexpired charges', 'Interest charges'],
    text: (each) => dollars(charges(each)),
  },
  {
    names: [
      'Establishment fee',
      'Application fee',
      'Documentation fee',
      'Option to purchase fee',
      'PPSR fee',
    ],
    text: () => '395.00',
  },
  { names: ['Brokerage', 'Commission', 'Brokerage fee'], text: ({ loan }) => dollars(loan * 0.03) },
  { names: ['Fee', 'Fees', 'Charges', 'Other charges'], text: () => '450.00' },
  {
    names: ['Total repayments', 'Total payable'],
    text: ({ count, amount, balloon }) => dollars(count * amount + balloon),
  },
  {
    names: ['Current balance', 'Balance outstanding', 'Payout figure'],
    text: ({ loan }) => dollars(loan * 0.61),
  },
  {
    names: ['Purchase price', 'Cost of goods', 'Cash price (inc GST)'],
    text: ({ loan }) => dollars(loan * 1.1),
  },
  { names: ['Deposit', 'Trade-in'], text: ({ loan }) => dollars(loan * 0.1) },
  { names: ['GST', 'GST claimed'], text: ({ loan }) => dollars(loan / 11) },
  { names: ['Payments per year', 'Payments p.a.'], text: () => '12' },
  {
    names: ['Next payment due', 'Next due date'],
    text: ({ startDate }) => dayFirst(addDays(startDate, 400)),
  },
  { names: ['Maturity date', 'End date', 'Expiry'], text: (each) => dayFirst(lastPayment(each)) },
  { names: ['Registration', 'Rego', 'VIN'], text: (_each, index) => `1AB${index}CD` },
  { names: ['Payments remaining', 'Payments left'], text: ({ count }) => String(Math.floor(count / 2)) },
  { names: ['Deposit %', 'LVR %'], text: () => '10' },
  { names: ['Insurance', 'Stamp duty'], text: () => '1210.00' },
  { names: ['Last review', 'Entered on'], text: ({ startDate }) => formatDate(startDate) },
];

export interface RandomRegister {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly contracts: readonly KnownContract[];
}

export function randomRegister(seed: number): RandomRegister {
  const random = new Random(seed);
  const isIn = (share: number): boolean => random.chance(share);
  const [hasFee, hasBalloon, hasFirst] = [isIn(0.4), isIn(0.4), isIn(0.3)];
  const contracts = Array.from({ length: random.between(1, 6) }, (): KnownContract => {
    const loan = 500 * random.between(20, 600);
    const count = 12 * random.between(2, 5);
    const balloon = hasBalloon && isIn(0.7) ? Math.round(loan * 0.2) : 0;
    const amount = Math.round(((loan * (1 + 0.004 * count) - balloon) / count) * 100) / 100;
    const startDate = addDays(calendarDate('2023-01-01'), random.between(0, 900));
    const usual = dueDate(startDate, 'monthly', 1);
    const firstPayment = hasFirst && isIn(0.5) ? addDays(usual, random.between(1, 20)) : usual;
    return { loan, count, amount, fee: hasFee ? 5 : 0, balloon, startDate, firstPayment };
  });
  const optional = OPTIONAL.filter((_column, index) => [hasFee, hasBalloon, hasFirst][index]);
  const columns = shuffled([...TERMS, ...optional, ...DECOYS.filter(() => isIn(0.35))], random);
  return {
    header: columns.map(({ names }) => random.pick(names)),
    rows: contracts.map((contract, index) => columns.map(({ text }) => text(contract, index))),
    contracts,
  };
}

function shuffled<T>(all: readonly T[], random: Random): T[] {
  return all
    .map((one) => ({ one, at: random.between(0, 1_000_000) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
