/** Money out of the bank, as the search before a posting reads it from Xero's lists. */
import { cents } from '../../domain/money.ts';
import type { CalendarDate } from '../../domain/calendar.ts';
import type { BankLine } from '../../domain/posting/coded-payments.ts';
import { kindOfType, type MatchKind } from '../../domain/posting/money-out.ts';
import type { BillPayment, DocumentContent, UnreadableDocument } from '../services/xero/port.ts';

/** A way in which money left the bank. `total` is in cents. */
export interface CodedTransaction extends BankLine {
  /** Of the transaction, the payment or the batch. */
  readonly id: string;
  readonly kind: MatchKind;
  /** The numbers of bills, joined by ", "; empty for none. */
  readonly number: string;
  readonly contact: string;
  readonly reconciled: boolean;
  readonly hasGst: boolean;
  /** The bill that its link opens; null for a bank transaction. */
  readonly invoiceId: string | null;
  /** Of a transaction whose coding a journal can move; null for others. */
  readonly content: DocumentContent | null;
}

/** Returns a bank transaction by which money left; null for money that came in. */
export function transactionOut(content: DocumentContent): CodedTransaction | null {
  const kind = kindOfType(content.xeroType);
  if (kind === null) return null;
  const { id, date, bankAccountId, contact, reconciled, hasGst, lines } = content;
  const isCorrectable = kind === 'spend' && lines.length > 0;
  return {
    id,
    kind,
    date,
    bankAccountId,
    total: cents(content.total),
    number: '',
    contact,
    reconciled,
    hasGst,
    invoiceId: null,
    content: isCorrectable ? content : null,
  };
}

/** Returns the payments of bills, and the batches of several: the bank shows a batch as one line. */
export function billsOut(payments: readonly BillPayment[]): CodedTransaction[] {
  const bills = payments.map((payment) => billOut([payment], 'bill', payment.id, payment.total));
  const batches = Map.groupBy(payments, ({ batch }) => batch?.id ?? '');
  const together = [...batches].flatMap(([id, own]) => {
    if (id === '' || own.length < 2) return [];
    const sum = own.reduce((total, one) => total + one.total, 0);
    return [billOut(own, 'batch', id, own[0]?.batch?.total ?? sum)];
  });
  return [...bills, ...together].flatMap((one) => one ?? []);
}

function billOut(
  payments: readonly BillPayment[],
  kind: 'bill' | 'batch',
  id: string,
  total: number,
): CodedTransaction | null {
  const [first] = payments;
  if (!first) return null;
  const { date, bankAccountId, invoiceId } = first;
  const contacts = new Set(payments.map(({ contact }) => contact));
  return {
    id,
    kind,
    date,
    bankAccountId,
    total: cents(total),
    number: payments
      .flatMap((one) => (one.number === '' ? [] : [one.number]))
      .toSorted((a, b) => a.localeCompare(b))
      .join(', '),
    contact: contacts.size === 1 ? first.contact : '',
    reconciled: payments.every(({ reconciled }) => reconciled),
    hasGst: false,
    invoiceId,
    content: null,
  };
}

/** An unreadable document may be a payment of its bank account around its day, or of any account where it names none. */
export interface Unreadable {
  readonly id: string;
  readonly bankAccountId: string | null;
  /** Both included: its day, or the days of the search where it has none. */
  readonly from: CalendarDate;
  readonly to: CalendarDate;
}

/** Returns an element that can't be read; null for money that came in. */
export function unreadableOut(
  { id, xeroType, date, bankAccountId }: UnreadableDocument,
  range: { readonly from: CalendarDate; readonly to: CalendarDate },
): Unreadable | null {
  if (xeroType !== null && !xeroType.startsWith('SPEND')) return null;
  return { id, bankAccountId, from: date ?? range.from, to: date ?? range.to };
}

export const unreadableMatch = (
  { id, from }: Unreadable,
  bankAccountId: string | null,
): CodedTransaction => ({
  id,
  kind: 'unreadable',
  date: from,
  bankAccountId,
  total: cents(0),
  number: '',
  contact: '',
  reconciled: false,
  hasGst: false,
  invoiceId: null,
  content: null,
});
