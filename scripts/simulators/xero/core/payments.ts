/** `GET /Payments`. */
import { money, toAmount } from './amounts.ts';
import { find, list, type Books } from './books.ts';
import { msDate, msDay } from './dates.ts';
import { notFound, listed } from './elements.ts';
import { empty, type CoreRequest, type CoreResponse } from './http.ts';
import { search } from './lists.ts';
import type { PaymentRecord } from './records.ts';
import { contactOfJson, type Json } from './render.ts';

const FIELDS = new Set([
  'PaymentID',
  'PaymentType',
  'Status',
  'Date',
  'Invoice',
  'Reference',
  'Account',
  'Amount',
  'BankAmount',
  'CurrencyRate',
  'IsReconciled',
  'BatchPaymentID',
  'UpdatedDateUTC',
]);

const INDEXED = new Set(['PaymentType', 'Status', 'Date', 'Invoice', 'Reference', 'UpdatedDateUTC']);

export function answerPayments(books: Books, request: CoreRequest, id: string | undefined): CoreResponse {
  if (request.method !== 'GET') return empty(405);
  const records = list(books, 'payments');
  if (id !== undefined) {
    const payment = records.find((each) => each.id === id);
    return payment === undefined
      ? notFound()
      : listed(books, 'Payments', [paymentJson(books, payment, records)]);
  }
  return search(books, request, {
    plural: 'Payments',
    singular: 'Payment',
    records,
    fields: FIELDS,
    indexed: INDEXED,
    render: (payment) => paymentJson(books, payment, records),
  });
}

/** Renders a payment. `payments` are those of the organisation. */
export function paymentJson(books: Books, payment: PaymentRecord, payments: readonly PaymentRecord[]): Json {
  const { id, date, cents, bankCents, status, isReconciled, bankAccountId } = payment;
  const invoice = find(books, 'invoices', payment.invoiceId);
  const account = find(books, 'accounts', bankAccountId);
  return {
    PaymentID: id,
    ...batchJson(books, payment, payments),
    Date: msDay(date),
    BankAmount: toAmount(bankCents),
    Amount: toAmount(cents),
    Reference: payment.reference,
    CurrencyRate: cents === bankCents ? 1 : Number((cents / bankCents).toFixed(6)),
    PaymentType: `${invoice?.type ?? 'ACCPAY'}PAYMENT`,
    Status: status,
    UpdatedDateUTC: msDate(payment.updatedAt),
    HasAccount: true,
    IsReconciled: isReconciled,
    Account: { AccountID: bankAccountId, Code: account?.code ?? undefined },
    Invoice: invoice && {
      Type: invoice.type,
      InvoiceID: invoice.id,
      InvoiceNumber: invoice.number,
      Payments: [],
      CreditNotes: [],
      Prepayments: [],
      Overpayments: [],
      HasErrors: false,
      IsDiscounted: false,
      Contact: contactOfJson(books, invoice.contactId),
      LineItems: [],
      CurrencyCode: invoice.currency,
    },
    HasValidationErrors: false,
  };
}

/** Xero's example has the batch's total and flag as text; they are a number and a flag as well. */
function batchJson(
  books: Books,
  { batchPaymentId }: PaymentRecord,
  payments: readonly PaymentRecord[],
): Json {
  const batch = batchPaymentId === null ? undefined : find(books, 'batchPayments', batchPaymentId);
  if (batch === undefined) return {};
  const total = payments
    .filter((payment) => payment.batchPaymentId === batch.id && payment.status === 'AUTHORISED')
    .reduce((sum, { bankCents }) => sum + bankCents, 0);
  const isText = batch.isReconciled;
  return {
    BatchPaymentID: batch.id,
    BatchPayment: {
      Account: { AccountID: batch.bankAccountId },
      BatchPaymentID: batch.id,
      Date: msDay(batch.date),
      Type: 'PAYBATCH',
      Status: batch.status,
      TotalAmount: isText ? money(total) : toAmount(total),
      UpdatedDateUTC: msDate(batch.updatedAt),
      IsReconciled: isText ? String(batch.isReconciled) : batch.isReconciled,
    },
  };
}
