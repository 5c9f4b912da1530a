/** The spreads that a contract offers: its insurance premium, or its borrowing costs. */
import type { Books, OpeningLine } from '../journal/opening-balances.ts';
import { addDays, type CalendarDate } from '../calendar.ts';
import type { ContractKind } from '../contract/contract-kinds.ts';
import { lineTax } from '../gst/tax.ts';
import type { LineAmountTypes } from '../gst/tax-types.ts';
import { cents, type Cents, sumCents, ZERO } from '../money.ts';
import { MAX_TEXT_LENGTH } from '../text.ts';
import { endOfYearsFrom } from '../years.ts';
import { fiveYearsFrom, type SpreadFacts } from './spread.ts';

/** A contract as it began. */
export interface SpreadableContract {
  readonly scheduleId: string;
  readonly name: string;
  readonly kind: ContractKind | null;
  readonly loanAmount: Cents;
  readonly startDate: CalendarDate;
  /** The last payment of the original contract. */
  readonly lastPayment: CalendarDate;
  readonly lender: string;
  readonly contractNumber: string;
}

/** A posted opening journal: its own lines, without the fixed ones. */
export interface PostedOpening extends Books {
  readonly lineAmountTypes: LineAmountTypes;
  readonly ownLines: readonly Pick<OpeningLine, 'account' | 'amount' | 'taxType'>[];
}

/** A spread to be confirmed. Borrowing costs of 0.00 are to be typed. */
export interface ProposedSpread {
  readonly name: string;
  readonly facts: SpreadFacts;
}

/** @param opening null before the opening journal is posted. */
export function proposedSpreads(
  contract: SpreadableContract,
  opening: PostedOpening | null,
): readonly ProposedSpread[] {
  const { scheduleId, kind, startDate: from, lastPayment, lender, contractNumber } = contract;
  const shared = {
    direction: 'expense',
    from,
    method: 'days',
    frequency: 'monthly',
    scheduleId,
    deductibleShare: null,
    reference: contractNumber,
  } as const;
  if (kind === 'premium-funding') {
    const to = endOfYearsFrom(from, 1);
    const amount = premiumOf(contract, opening);
    const facts = { ...shared, purpose: 'prepayment', amount, to, supplier: '' } as const;
    return [{ name: named('Insurance', contract.name), facts }];
  }
  const beforeLast = addDays(lastPayment, -1);
  if (beforeLast < from) return [];
  const fiveYears = fiveYearsFrom(from);
  const to = beforeLast < fiveYears ? beforeLast : fiveYears;
  const facts = { ...shared, purpose: 'borrowing-costs', amount: ZERO, to, supplier: lender } as const;
  return [{ name: named('Borrowing costs', contract.name), facts }];
}

/** The debits of the opening journal to assets, without their GST; the loan amount where there are none. */
function premiumOf({ loanAmount }: SpreadableContract, opening: PostedOpening | null): Cents {
  if (!opening) return loanAmount;
  const { accounts, taxRates, lineAmountTypes, ownLines } = opening;
  const assets = new Set(accounts.flatMap((account) => (account.class === 'ASSET' ? [account.id] : [])));
  const debits = ownLines.filter(({ account, amount }) => amount > 0 && assets.has(account));
  const nets = debits.map(({ amount, taxType }) => {
    const rate = taxRates.find((known) => known.taxType === taxType)?.rate ?? 0;
    return lineAmountTypes === 'Inclusive' ? cents(amount - lineTax(amount, rate, lineAmountTypes)) : amount;
  });
  return nets.length === 0 ? loanAmount : sumCents(nets);
}

function named(purpose: string, contract: string): string {
  const name = `${purpose} (${contract})`;
  return name.length > MAX_TEXT_LENGTH ? purpose : name;
}
