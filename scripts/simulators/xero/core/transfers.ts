/** Transfers between bank accounts: by people, and `GET /BankTransfers`. */
import * as z from 'zod';
import { toAmount, toCents } from './amounts.ts';
import { find, list, newRecord, write, type Books } from './books.ts';
import { dateString, msDate, msDay } from './dates.ts';
import { listed, notFound } from './elements.ts';
import { empty, type CoreRequest, type CoreResponse } from './http.ts';
import { uuid } from './ids.ts';
import type { Entered } from './invoices.ts';
import { search } from './lists.ts';
import type { AccountRecord, BankTransactionRecord, BankTransferRecord } from './records.ts';
import { bankAccountJson, type Json } from './render.ts';
import { lockErrors } from './rules.ts';

export const NewTransfer = z.strictObject({
  tenantId: z.string(),
  date: z.iso.date(),
  fromBankAccountId: z.string(),
  toBankAccountId: z.string(),
  amount: z.number().positive(),
  reconciled: z.boolean().default(false),
});

/** Enters a transfer. Each side stands in the bank transactions, with a line that names the other account. */
export function enterTransfer(
  books: Books,
  { date, amount, reconciled, ...input }: Omit<z.output<typeof NewTransfer>, 'tenantId'>,
): Entered<{ bankTransferId: string; fromTransactionId: string; toTransactionId: string }> {
  const from = find(books, 'accounts', input.fromBankAccountId);
  const to = find(books, 'accounts', input.toBankAccountId);
  if (from?.bank == null || to?.bank == null || from.id === to.id) {
    return { error: 'A bank transfer needs two different bank accounts.' };
  }
  const [locked] = lockErrors(books, date);
  if (locked !== undefined) return { error: locked };
  const transfer = newRecord(books);
  const cents = toCents(amount);
  const side = (type: 'SPEND-TRANSFER' | 'RECEIVE-TRANSFER', bank: AccountRecord, other: AccountRecord) => {
    const record: BankTransactionRecord = {
      ...newRecord(books),
      type,
      contactId: null,
      bankAccountId: bank.id,
      date,
      reference: '',
      lineAmountTypes: 'NoTax',
      status: 'AUTHORISED',
      isReconciled: reconciled,
      currency: bank.bank?.currency ?? books.organisation.baseCurrency,
      lines: [
        {
          lineItemId: uuid(books.state),
          description: `Bank transfer from ${from.name} to ${to.name}`,
          quantity: 1,
          unitAmount: amount,
          accountId: other.id,
          taxType: 'NONE',
          cents,
          taxCents: 0,
          tracking: [],
        },
      ],
      bankTransferId: transfer.id,
    };
    write(books, 'bankTransactions', record.id, record);
    return record.id;
  };
  const fromTransactionId = side('SPEND-TRANSFER', from, to);
  const toTransactionId = side('RECEIVE-TRANSFER', to, from);
  const record: BankTransferRecord = {
    ...transfer,
    fromBankAccountId: from.id,
    toBankAccountId: to.id,
    fromTransactionId,
    toTransactionId,
    date,
    reference: '',
    cents,
    status: 'AUTHORISED',
  };
  write(books, 'bankTransfers', transfer.id, record);
  return { bankTransferId: transfer.id, fromTransactionId, toTransactionId };
}

/** `GET /BankTransfers`, which has no pages. Deleted ones are left out unless `includeDeleted` is true. */
export function answerTransfers(books: Books, request: CoreRequest, id: string | undefined): CoreResponse {
  if (request.method !== 'GET') return empty(405);
  if (id !== undefined) {
    const transfer = find(books, 'bankTransfers', id);
    return transfer === undefined
      ? notFound()
      : listed(books, 'BankTransfers', [transferJson(books, transfer)]);
  }
  const query = new URLSearchParams(request.query);
  const withDeleted = query.get('includeDeleted')?.toLowerCase() === 'true';
  query.delete('page');
  return search(
    books,
    { ...request, query: query.toString() },
    {
      plural: 'BankTransfers',
      singular: 'BankTransfer',
      records: list(books, 'bankTransfers').filter(({ status }) => withDeleted || status === 'AUTHORISED'),
      fields: new Set([
        'BankTransferID',
        'Date',
        'Amount',
        'FromBankAccount',
        'ToBankAccount',
        'Reference',
        'Status',
      ]),
      indexed: new Set(),
      render: (transfer) => transferJson(books, transfer),
    },
  );
}

export function transferJson(books: Books, transfer: BankTransferRecord): Json {
  const isReconciled = (id: string) => find(books, 'bankTransactions', id)?.isReconciled === true;
  return {
    BankTransferID: transfer.id,
    CreatedDateUTC: msDate(transfer.createdAt),
    DateString: dateString(transfer.date),
    Date: msDay(transfer.date),
    Status: transfer.status,
    FromBankAccount: bankAccountJson(books, transfer.fromBankAccountId),
    ToBankAccount: bankAccountJson(books, transfer.toBankAccountId),
    Amount: toAmount(transfer.cents),
    FromBankTransactionID: transfer.fromTransactionId,
    ToBankTransactionID: transfer.toTransactionId,
    FromIsReconciled: isReconciled(transfer.fromTransactionId),
    ToIsReconciled: isReconciled(transfer.toTransactionId),
    Reference: transfer.reference,
    HasAttachments: false,
    FromTracking: [],
    ToTracking: [],
  };
}
