import { cents } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Amortisation } from './amortise.ts';

/**
 * What the four hire-purchase accounts hold, in cents, each positive on its own side: payments remaining are
 * credits, unexpired charges debits. Payments − charges = the schedule's balance.
 */
export interface Split {
  readonly hirePurchaseCurrent: Cents;
  readonly hirePurchaseNonCurrent: Cents;
  readonly unexpiredChargesCurrent: Cents;
  readonly unexpiredChargesNonCurrent: Cents;
}

/**
 * The split after payment `number` (0: when the loan begins). Current are the payments up to `currentThrough`; later
 * ones are non-current.
 */
export function splitAfter(amortisation: Amortisation, number: number): Split {
  const { count } = amortisation;
  const yearEnd = amortisation.currentThrough(number);
  const paid = amortisation.paidThrough(number);
  const paidByYearEnd = amortisation.paidThrough(yearEnd);
  const interest = amortisation.interestThrough(number);
  const interestByYearEnd = amortisation.interestThrough(yearEnd);
  return {
    hirePurchaseCurrent: cents(paidByYearEnd - paid),
    hirePurchaseNonCurrent: cents(amortisation.paidThrough(count) - paidByYearEnd),
    unexpiredChargesCurrent: cents(interestByYearEnd - interest),
    unexpiredChargesNonCurrent: cents(amortisation.totalInterest - interestByYearEnd),
  };
}
