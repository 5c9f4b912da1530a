/** The search of a review for transactions in Xero that are payments already. */
import { toDollars } from '../../domain/money.ts';
import { type DateRange, joinedRanges, searchWindows } from '../../domain/posting/coded-payments.ts';
import { type BankPayment, CodedTransactions, type Unsearched } from '../xero/coded-transactions.ts';
import type { CodedTransaction } from '../xero/money-out.ts';
import type { XeroLink } from '../records/entities/entity.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { billLink, paymentLink } from '../services/xero/links.ts';
import { XeroError } from '../services/xero/error.ts';
import { openSession } from '../xero/session.ts';

interface Search {
  readonly services: XeroServices;
  readonly link: XeroLink;
  readonly userId: string;
  readonly deadlines: Deadlines;
}

/** Days that could not be searched. */
export type UnsearchedDays = DateRange & { readonly why: Unsearched };

/** Time that the search may wait for calls. */
const SEARCH_MS = 8000;

/** Returns the transactions that may be each payment. Where Xero fails, all days are unsearched. */
export async function codedAmong<Payment extends BankPayment>(
  { services, link, userId, deadlines }: Search,
  payments: readonly Payment[],
): Promise<{
  readonly matches: ReadonlyMap<Payment, readonly CodedTransaction[]>;
  readonly unsearched: UnsearchedDays[];
}> {
  const { clock } = services;
  const dates = payments.map(({ date }) => date);
  const until = clock.now() + SEARCH_MS;
  const caller = { priority: 'interactive', userId } as const;
  const session = openSession(services, link, caller, { ...deadlines, startBy: until });
  const coded = new CodedTransactions({ services, session, until, isPage: true });
  const isRead = await unlessXeroFails(
    coded.search(dates).then(() => true),
    false,
  );
  await coded.keepForNext();
  if (!isRead) {
    const ranges = joinedRanges(searchWindows(dates));
    return { matches: new Map(), unsearched: ranges.map((range) => ({ ...range, why: 'unanswered' })) };
  }
  return { matches: await coded.matches(payments), unsearched: coded.unsearched };
}

export const matchView = (
  { id, kind, number, date, contact, total, reconciled, hasGst, invoiceId, content }: CodedTransaction,
  xeroWeb: string,
  { shortCode }: XeroLink,
) => ({
  transactionId: id,
  kind,
  number,
  canCorrect: content !== null,
  date,
  contact,
  total: toDollars(total),
  isReconciled: reconciled,
  hasGst,
  xeroUrl: invoiceId === null ? paymentLink(xeroWeb, shortCode, id) : billLink(xeroWeb, shortCode, invoiceId),
});

export async function unlessXeroFails<Value>(reading: Promise<Value>, otherwise: Value): Promise<Value> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof XeroError) return otherwise;
    throw error;
  }
}
