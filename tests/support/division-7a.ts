/** Division 7A loans as the wire takes them. */
import type { Input } from '../../functions/client/route-client.ts';
import type json from '../domain/registers/division7a.json';
import { type registersPath } from './registers.ts';
import { accountIn, startWork, type Work } from './xero.ts';

type New = Input<`POST ${typeof registersPath}`>['body'];
type NewLoan = Extract<New, { readonly kind: 'division-7a' }>;

/** 100,000.00 of the year ended 30 June 2026, under an agreement, for seven years. */
export const LOAN = {
  kind: 'division-7a',
  name: 'J. Smith 2026',
  facts: {
    borrower: 'J. Smith',
    loanYear: 2026,
    term: 7,
    secured: null,
    agreementDate: '2026-06-30',
    lodgmentDay: '2027-05-15',
    amounts: [{ date: '2026-03-01', amount: 100_000, note: '' }],
  },
} as const satisfies NewLoan;

/** The accounts of a loan: a loan account, income with the default tax type of its class, and equity. */
export const loanAccounts = (work: Pick<Work, 'app'>) => ({
  loan: accountIn(work, '900'),
  interestIncome: accountIn(work, '270'),
  dividend: accountIn(work, '970'),
});

/** An entity in the income year 2027, whose benchmark rate is the last published one. */
export const startLoanWork = (on = '2027-03-01'): Promise<Work> =>
  startWork(5, undefined, Date.parse(`${on}T02:00:00Z`));

interface RepaymentSent {
  readonly date: string;
  readonly amount: number;
  readonly by?: 'cash' | 'dividend' | 'other';
  readonly resolvedOn?: string | null;
  readonly documentId?: string | null;
}

export const repayment = ({ by = 'cash', ...others }: RepaymentSent) => ({
  kind: 'repayment' as const,
  by,
  ...others,
});

type Vector = (typeof json)['vectors'][number];

/** A vector's loan with its repayments. */
export function loanOf({ name, input }: Pick<Vector, 'name' | 'input'>): NewLoan {
  const { loanYear, term, repayments } = input;
  const end = `${loanYear}-06-30`;
  return {
    ...LOAN,
    name,
    facts: {
      ...LOAN.facts,
      loanYear,
      term,
      secured: term > 7 ? { registeredOn: end, propertyValue: 1_000_000, priorDebts: 0 } : null,
      lodgmentDay: 'lodgmentDay' in input ? (input.lodgmentDay ?? null) : null,
      ...owedIn(input),
    },
    changes: repayments.map(([date = '', amount = '']) => repayment({ date, amount: Number(amount) })),
  };
}

function owedIn(input: Vector['input']): Pick<NewLoan['facts'], 'amounts' | 'opening'> {
  if ('opening' in input && input.opening !== undefined && input.openingYear !== undefined) {
    return { amounts: undefined, opening: { year: input.openingYear, balance: Number(input.opening) } };
  }
  return { amounts: [{ date: `${input.loanYear}-06-30`, amount: Number(input.amount) }] };
}
