/** The payments of a contract with its payout as the last one: what leaves the bank, and when. */
import type { CalendarDate } from '../calendar.ts';
import { type Cents, ZERO } from '../money.ts';
import type { Contract } from './contract.ts';

/** A payment that is due; the payout has the number after the last payment. */
export interface PaymentDue {
  readonly number: number;
  readonly date: CalendarDate;
  /** Without the administration fee; of a payout the whole figure. */
  readonly amount: Cents;
  readonly fee: Cents;
}

export interface PaymentsDue extends Pick<Contract, 'count' | 'endDate' | 'dateOf' | 'dueBy' | 'before'> {
  due(number: number): PaymentDue;
  /** The amount that leaves the bank. */
  amountDue(number: number): Cents;
}

export function paymentsDue(contract: Contract): PaymentsDue {
  const { payout, endDate } = contract;
  const afterPayout = (isOver: boolean): number => (payout !== null && isOver ? 1 : 0);
  const due = (number: number): PaymentDue => {
    if (payout !== null && number > contract.count) {
      return { number, date: payout.effectiveDate, amount: payout.figure, fee: ZERO };
    }
    const { date, amount, administrationFee: fee } = contract.payment(number);
    return { number, date, amount, fee };
  };
  return {
    count: contract.count + afterPayout(true),
    endDate,
    due,
    dateOf: (number) => (number > contract.count ? due(number).date : contract.dateOf(number)),
    dueBy: (date) => contract.dueBy(date) + afterPayout(endDate <= date),
    before: (date) => contract.before(date) + afterPayout(endDate < date),
    amountDue: (number) => (number > contract.count ? due(number).amount : contract.amountDue(number)),
  };
}

/**
 * The first payment dated `today` or later that isn't 0.00. After a payout whose date is past, the first of the payments before it that
 * are not posted. Null when none is left.
 * @param unposted the numbers of the payments that should be in Xero and are not.
 */
export function nextPayment(
  contract: Contract,
  today: CalendarDate,
  unposted: readonly number[] = [],
): PaymentDue | null {
  const payments = paymentsDue(contract);
  let number = payments.before(today) + 1;
  while (number <= payments.count && payments.amountDue(number) === 0) number++;
  if (number <= payments.count) return payments.due(number);
  const [first] = contract.status === 'paid-out' ? unposted : [];
  return first === undefined ? null : payments.due(first);
}
