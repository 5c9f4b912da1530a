/** The year-end pack as the wire shows it, in dollars. */
import type * as z from 'zod';
import { toDollars } from '../../domain/money.ts';
import type { YearAmount } from '../../domain/reports/financial-years.ts';
import type { Movement } from '../../domain/reports/movement.ts';
import type { Maturity, Part, SplitByDate } from '../../domain/reports/split-by-date.ts';
import type { Pack, PackLoan } from './pack.ts';
import type { LoansReport } from '../api/reports.ts';

type View = z.input<typeof LoansReport>;

export function packView({ date, from, loans, totals }: Pack): View {
  return {
    date,
    from,
    loans: loans.map(loanView),
    totals: {
      movement: movementView(totals.movement),
      split: splitView(totals.split),
      maturity: maturityView(totals.maturity, 'gross'),
      carrying: maturityView(totals.maturity, 'net'),
    },
  };
}

function loanView(loan: PackLoan): View['loans'][number] {
  const { figures, statement, ledger, contract: _contract, loanAmount: _loanAmount, notes, ...facts } = loan;
  return {
    ...facts,
    movement: movementView(figures.movement),
    split: splitView(figures.split),
    maturity: maturityView(figures.maturity, 'gross'),
    carrying: maturityView(figures.maturity, 'net'),
    interestByYear: figures.interestByYear.map(yearView),
    feesByYear: figures.feesByYear.map(yearView),
    accruedInterest: toDollars(figures.accruedInterest),
    statement: statement && {
      balance: toDollars(statement.balance),
      difference: toDollars(statement.difference),
    },
    ledger: ledger && { xero: toDollars(ledger.xero), difference: toDollars(ledger.difference) },
    notes: [...notes],
  };
}

const movementView = (movement: Movement): View['totals']['movement'] => ({
  opening: toDollars(movement.opening),
  newLoans: toDollars(movement.newLoans),
  interest: toDollars(movement.interest),
  payments: toDollars(movement.payments),
  extraRepayments: toDollars(movement.extraRepayments),
  payouts: toDollars(movement.payouts),
  adjustments: toDollars(movement.adjustments),
  closing: toDollars(movement.closing),
});

const partView = ({ gross, unexpired, net }: Part) => ({
  gross: toDollars(gross),
  unexpired: toDollars(unexpired),
  net: toDollars(net),
});

const splitView = ({ current, nonCurrent }: SplitByDate) => ({
  current: partView(current),
  nonCurrent: partView(nonCurrent),
});

const maturityView = (
  { upTo1Year, from1To5Years, over5Years }: Maturity,
  which: 'gross' | 'net',
): View['totals']['maturity'] => ({
  upTo1Year: toDollars(upTo1Year[which]),
  from1To5Years: toDollars(from1To5Years[which]),
  over5Years: toDollars(over5Years[which]),
});

const yearView = ({ year, amount }: YearAmount): { year: number; amount: number } => ({
  year,
  amount: toDollars(amount),
});
