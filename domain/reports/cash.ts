/** Cash that a contract takes in a year, the debt that it moves, and the GST that is in its charges. */
import type { CalendarDate } from '../calendar.ts';
import { addDays } from '../calendar.ts';
import { cents, type Cents, sumCents, ZERO } from '../money.ts';
import { balanceOn, owedOn } from './balance.ts';
import type { ReportedContract, ContractChange } from './contract.ts';

/**
 * How the debt changed: opening + new loans + refinancing + interest added − principal paid − settled = closing. Debt is
 * what the lender is owed. What is settled without cash includes its interest, which is added to the debt first.
 */
export interface CashFigures {
  readonly opening: Cents;
  readonly newLoans: Cents;
  /** The part of a new loan that pays another one out, without cash. */
  readonly refinancing: Cents;
  /** Interest that no payment covers. */
  readonly interestAdded: Cents;
  readonly principalPaid: Cents;
  /** The amounts that another loan or account settles, without cash: principal, and the interest that was added. */
  readonly settled: Cents;
  readonly closing: Cents;
  readonly interestPaid: Cents;
  readonly gstPaid: Cents;
  readonly feesPaid: Cents;
}

/** @param refinanced what the loan itself pays out of another one. */
export function cashOf(
  contract: ReportedContract,
  from: CalendarDate,
  to: CalendarDate,
  refinanced: Cents,
): CashFigures {
  const isWithin = ({ date }: { readonly date: CalendarDate }): boolean => date >= from && date <= to;
  const rows = contract.rows.filter(isWithin);
  const changes = contract.changes.filter(isWithin);
  const paid = changes.filter((change) => !isNonCash(change));
  const settled = changes.filter(isNonCash);
  const flows = [...rows, ...paid];
  const short = flows.filter(({ principal }) => principal < 0);
  const full = flows.filter(({ principal }) => principal >= 0);
  const started = isWithin({ date: contract.startDate }) ? contract.principal : ZERO;
  const refinancing = started < refinanced ? started : refinanced;
  return {
    opening: owedOn(contract, addDays(from, -1)),
    newLoans: cents(started - refinancing),
    refinancing,
    interestAdded: cents(
      sumOf(short, ({ principal }) => 0 - principal) + sumOf(settled, ({ interest }) => interest),
    ),
    principalPaid: sumOf(full, ({ principal }) => principal),
    settled: sumOf(settled, ({ principal, interest }) => principal + interest),
    closing: owedOn(contract, to),
    interestPaid: cents(
      sumOf(full, ({ interest }) => interest) +
        sumOf(short, ({ interest, principal }) => interest + principal),
    ),
    gstPaid: sumOf(flows, ({ amount, interest, principal }) => amount - interest - principal),
    feesPaid: cents(
      sumOf(rows, ({ administrationFee }) => administrationFee) + sumOf(paid, ({ feePaid }) => feePaid),
    ),
  };
}

/** Returns the part of the closing debt that the cash does not explain: 0 in every report. */
export const unexplainedDebt = (cash: CashFigures): Cents =>
  cents(
    cash.opening +
      cash.newLoans +
      cash.refinancing +
      cash.interestAdded -
      cash.principalPaid -
      cash.settled -
      cash.closing,
  );

/** Whether another loan or account settles the payout instead of the bank account. */
function isNonCash({ event: { change } }: ContractChange): boolean {
  return change.kind === 'refinance' || (change.kind === 'payout' && change.settledFrom !== null);
}

/** GST in the unexpired charges: opening + claimed − expired with payments + adjusted = closing. */
export interface GstFigures {
  readonly opening: Cents;
  readonly claimed: Cents;
  readonly expired: Cents;
  readonly adjusted: Cents;
  readonly closing: Cents;
}

export function gstOf(contract: ReportedContract, from: CalendarDate, to: CalendarDate): GstFigures {
  const on = (date: CalendarDate): Cents => cents(balanceOn(contract, date) - owedOn(contract, date));
  const isWithin = ({ date }: { readonly date: CalendarDate }): boolean => date >= from && date <= to;
  const opening = on(addDays(from, -1));
  const closing = on(to);
  const claimed = isWithin({ date: contract.startDate })
    ? cents(contract.loanAmount - contract.principal)
    : ZERO;
  const expired = sumOf(
    [...contract.rows.filter(isWithin), ...contract.changes.filter(isWithin)],
    ({ amount, interest, principal }) => amount - interest - principal,
  );
  return { opening, claimed, expired, adjusted: cents(closing - opening - claimed + expired), closing };
}

function sumOf<Each>(all: readonly Each[], amountOf: (each: Each) => number): Cents {
  return sumCents(all.map((each) => cents(amountOf(each))));
}
