import type { CalendarDate } from '../calendar.ts';
import { negated, sumCents } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Amortisation } from '../schedule/amortise.ts';
import type { AccountMapping } from './account-mapping.ts';

/** A line of a journal; a positive amount debits the account, a negative one credits it. */
export interface JournalLine {
  readonly account: string;
  readonly description: string;
  readonly amount: Cents;
}

/** What one payment posts: the lines, and the bank's credit that balances them. */
export interface PaymentJournal {
  readonly date: CalendarDate;
  /** Payment + administration fee, what leaves the bank; the sum of the lines. */
  readonly bankAmount: Cents;
  readonly lines: readonly JournalLine[];
}

/**
 * The journal of payment `number`. It follows from the number alone, so payments can be posted in any order.
 *
 * The payment debits hire purchase (current); its interest moves from unexpired charges (current) to expense; the
 * fee is an expense. What enters the current part with this payment is reclassified in the same document. Lines of 0.00 are left out,
 * and so are reclassifications within one account.
 * @throws RangeError if there is no such payment.
 */
export function paymentJournal(
  amortisation: Amortisation,
  number: number,
  mapping: AccountMapping,
): PaymentJournal {
  const { terms, count } = amortisation;
  const { date, amount, interest } = amortisation.payment(number);
  const description = `Payment ${number} of ${count}`;
  const lines = [
    { account: mapping.hirePurchaseCurrentId, description, amount },
    { account: mapping.interestExpenseAccountId, description, amount: interest },
    { account: mapping.unexpiredChargesCurrentId, description, amount: negated(interest) },
    { account: mapping.administrationFeeId, description, amount: terms.administrationFee },
    ...becomingCurrent(amortisation, number).flatMap((later) =>
      reclassification(amortisation, later, mapping),
    ),
  ].filter((line) => line.amount !== 0);
  return { date, bankAmount: sumCents(lines.map((line) => line.amount)), lines };
}

/** Numbers of the payments that are current after payment `number` and were not before it. */
function becomingCurrent(amortisation: Amortisation, number: number): number[] {
  const before = amortisation.currentThrough(number - 1);
  const length = amortisation.currentThrough(number) - before;
  return Array.from({ length }, (_, index) => before + 1 + index);
}

/** Moves payment `number` from non-current to current. */
function reclassification(
  amortisation: Amortisation,
  number: number,
  mapping: AccountMapping,
): JournalLine[] {
  const { amount, interest } = amortisation.payment(number);
  const description = `Payment ${number} becomes current`;
  return [
    ...transfer(mapping.hirePurchaseNonCurrentId, mapping.hirePurchaseCurrentId, amount, description),
    ...transfer(
      mapping.unexpiredChargesCurrentId,
      mapping.unexpiredChargesNonCurrentId,
      interest,
      description,
    ),
  ];
}

function transfer(debited: string, credited: string, amount: Cents, description: string): JournalLine[] {
  if (debited === credited) return [];
  return [
    { account: debited, description, amount },
    { account: credited, description, amount: negated(amount) },
  ];
}
