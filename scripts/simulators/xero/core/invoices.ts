/** Bills, sales invoices, their payments and batches, as people enter them. The app reads the payments alone. */
import * as z from 'zod';
import { lineCents, money, toAmount, toCents, totalsOf } from './amounts.ts';
import { find, list, newRecord, write, type Books } from './books.ts';
import { checkLines } from './bank-transactions.ts';
import { documentContact, saveNewContact } from './contacts.ts';
import { dateString, msDate, msDay } from './dates.ts';
import { PersonLine, transactionLine } from './person-lines.ts';
import type { AccountRecord, InvoiceRecord, PaymentRecord } from './records.ts';
import { contactOfJson, lineItemJson, type Json } from './render.ts';
import { lockErrors } from './rules.ts';

/** Xero's refusal, or what was created. */
export type Entered<Made> = { readonly error: string } | Made;

export const NewBill = z.strictObject({
  tenantId: z.string(),
  date: z.iso.date(),
  contactName: z.string().min(1),
  number: z.string().min(1).optional(),
  currency: z.string().length(3).optional(),
  lines: z.array(PersonLine).min(1),
  payments: z
    .array(
      z.strictObject({
        date: z.iso.date(),
        bankAccountId: z.string(),
        /** In the bill's currency; what is left to pay if absent. */
        amount: z.number().positive().optional(),
        /** In the currency of the bank account. */
        bankAmount: z.number().positive().optional(),
        reconciled: z.boolean().default(false),
      }),
    )
    .default([]),
});

export const NewBatch = z.strictObject({
  tenantId: z.string(),
  date: z.iso.date(),
  bankAccountId: z.string(),
  invoiceIds: z.array(z.string()).min(1),
  reconciled: z.boolean().default(false),
});

interface NewInvoice extends Omit<z.output<typeof NewBill>, 'tenantId'> {
  readonly type?: InvoiceRecord['type'];
  readonly status?: 'DRAFT' | 'AUTHORISED';
}

/** Enters a bill, or a sales invoice, with its payments. The rate of a foreign one is that of its first payment. */
export function enterInvoice(
  books: Books,
  { type = 'ACCPAY', status = 'AUTHORISED', ...input }: NewInvoice,
): Entered<{ readonly invoiceId: string; readonly paymentIds: readonly string[] }> {
  const { baseCurrency } = books.organisation;
  const contact = documentContact(books, { Name: input.contactName });
  if ('error' in contact) return contact;
  const { lines, errors } = checkLines(
    books,
    input.lines.map((line) => transactionLine(line)),
    'Inclusive',
  );
  const [problem] = [...errors, ...lockErrors(books, input.date)];
  if (problem !== undefined) return { error: problem };
  saveNewContact(books, contact);
  const { currency = baseCurrency, payments } = input;
  const [first] = payments;
  const total = totalsOf(lines, 'Inclusive').total;
  const isForeign = currency !== baseCurrency;
  if (total <= 0) return { error: 'The document total must be greater than zero.' };
  const invoice: InvoiceRecord = {
    ...newRecord(books),
    type,
    number: input.number ?? `${type === 'ACCPAY' ? 'B' : 'INV'}-${list(books, 'invoices').length + 1}`,
    contactId: contact.id,
    date: input.date,
    lineAmountTypes: 'Inclusive',
    status,
    currency,
    currencyRate: isForeign && first?.bankAmount ? (first.amount ?? total / 100) / first.bankAmount : 1,
    lines,
  };
  write(books, 'invoices', invoice.id, invoice);
  const paymentIds: string[] = [];
  for (const { amount, bankAmount, ...payment } of payments) {
    const cents = amount === undefined ? amountDue(books, invoice) : toCents(amount);
    const bankCents = bankAmount === undefined ? cents : toCents(bankAmount);
    const paid = pay(books, invoice, { ...payment, cents, bankCents });
    if ('error' in paid) return paid;
    paymentIds.push(paid.id);
  }
  return { invoiceId: invoice.id, paymentIds };
}

/** Pays bills in whole by one batch. */
export function enterBatch(
  books: Books,
  { date, bankAccountId, invoiceIds, reconciled }: Omit<z.output<typeof NewBatch>, 'tenantId'>,
): Entered<{ readonly batchPaymentId: string; readonly paymentIds: readonly string[] }> | null {
  const bills = invoiceIds.map((id) => find(books, 'invoices', id));
  const known = bills.filter((bill) => bill !== undefined);
  if (known.length < bills.length) return null;
  const batch = {
    ...newRecord(books),
    bankAccountId,
    date,
    status: 'AUTHORISED',
    isReconciled: reconciled,
  } as const;
  write(books, 'batchPayments', batch.id, batch);
  const paymentIds: string[] = [];
  for (const bill of known) {
    const cents = amountDue(books, bill);
    const amounts = { cents, bankCents: cents, batchPaymentId: batch.id };
    const paid = pay(books, bill, { date, bankAccountId, reconciled, ...amounts });
    if ('error' in paid) return paid;
    paymentIds.push(paid.id);
  }
  return { batchPaymentId: batch.id, paymentIds };
}

interface NewPayment extends Pick<PaymentRecord, 'date' | 'bankAccountId' | 'cents' | 'bankCents'> {
  readonly reconciled: boolean;
  readonly batchPaymentId?: string;
}

function pay(books: Books, invoice: InvoiceRecord, payment: NewPayment): Entered<PaymentRecord> {
  const { reconciled, batchPaymentId = null, ...fields } = payment;
  const bank = find(books, 'accounts', payment.bankAccountId);
  const problem = paymentProblem(books, invoice, payment, bank);
  if (problem !== undefined) return { error: problem };
  const record: PaymentRecord = {
    ...newRecord(books),
    invoiceId: invoice.id,
    batchPaymentId,
    reference: '',
    ...fields,
    status: 'AUTHORISED',
    isReconciled: reconciled,
  };
  write(books, 'payments', record.id, record);
  return record;
}

function paymentProblem(
  books: Books,
  invoice: InvoiceRecord,
  { date, cents, bankCents }: NewPayment,
  bank: AccountRecord | undefined,
): string | undefined {
  if (bank?.bank == null || bank.status !== 'ACTIVE') return 'Account is not valid for a payment.';
  if (invoice.status !== 'AUTHORISED') return 'Payments can only be made against Authorised documents.';
  if (cents <= 0) return 'The payment amount must be greater than zero.';
  const due = amountDue(books, invoice);
  if (cents > due) {
    return `Payment amount exceeds the amount outstanding on this document: ${money(due)}`;
  }
  if (bank.bank.currency === invoice.currency && cents !== bankCents) {
    return 'The bank amount of a payment in one currency is its amount.';
  }
  return lockErrors(books, date)[0];
}

/** Returns the payments of an invoice, among those of the organisation, that are not deleted. */
export const standingPayments = (
  payments: readonly PaymentRecord[],
  { id }: InvoiceRecord,
): PaymentRecord[] =>
  payments.filter((payment) => payment.invoiceId === id && payment.status === 'AUTHORISED');

const paidCents = (payments: readonly PaymentRecord[], invoice: InvoiceRecord): number =>
  standingPayments(payments, invoice).reduce((sum, { cents }) => sum + cents, 0);

const totalCents = ({ lines, lineAmountTypes }: InvoiceRecord): number =>
  totalsOf(lines, lineAmountTypes).total;

const amountDue = (books: Books, invoice: InvoiceRecord): number =>
  totalCents(invoice) - paidCents(list(books, 'payments'), invoice);

/** Converts an amount of an invoice to the organisation's currency. */
export const baseCents = (cents: number, { currencyRate }: InvoiceRecord): number =>
  currencyRate === 1 ? cents : lineCents(1 / currencyRate, cents / 100);

/** Renders an invoice. `payments` are those of the organisation. */
export function invoiceJson(books: Books, invoice: InvoiceRecord, payments: readonly PaymentRecord[]): Json {
  const { lines, lineAmountTypes, date, status } = invoice;
  const { subTotal, tax, total } = totalsOf(lines, lineAmountTypes);
  const paid = paidCents(payments, invoice);
  return {
    Type: invoice.type,
    InvoiceID: invoice.id,
    InvoiceNumber: invoice.number,
    Contact: contactOfJson(books, invoice.contactId),
    DateString: dateString(date),
    Date: msDay(date),
    Status: status === 'AUTHORISED' && paid === total ? 'PAID' : status,
    LineAmountTypes: lineAmountTypes,
    LineItems: lines.map((line) => lineItemJson(books, line)),
    SubTotal: toAmount(subTotal),
    TotalTax: toAmount(tax),
    Total: toAmount(total),
    AmountPaid: toAmount(paid),
    AmountDue: toAmount(total - paid),
    CurrencyCode: invoice.currency,
    CurrencyRate: invoice.currencyRate,
    UpdatedDateUTC: msDate(invoice.updatedAt),
  };
}
