/** Entering documents of odd shapes. */
import type * as z from 'zod';
import { find, list, write, type Books } from './books.ts';
import type { Entered } from './invoices.ts';
import { isJournalKind, type NewOddDocument, oddJournal } from './odd-documents.ts';
import { enterJournal, enterTransaction } from './person-actions.ts';
import type { AccountRecord } from './records.ts';

const TOTAL = 107.07;

/** Enters a sound document and gives it the shape of a kind. */
export function enterOdd(
  books: Books,
  input: Omit<z.output<typeof NewOddDocument>, 'tenantId'>,
): Entered<{ readonly documentId: string }> {
  return isJournalKind(input.kind) ? enterOddJournal(books, input) : enterOddTransaction(books, input);
}

type Input = Parameters<typeof enterOdd>[1];

const accountWhere = (books: Books, isWanted: (account: AccountRecord) => boolean): string =>
  list(books, 'accounts').find((account) => account.status === 'ACTIVE' && isWanted(account))?.id ?? '';

const expenseAccount = (books: Books) => accountWhere(books, ({ class: of }) => of === 'EXPENSE');

function enterOddTransaction(books: Books, { kind, date, total = TOTAL, ...input }: Input) {
  const currency = kind === 'foreign-currency' ? 'USD' : books.organisation.baseCurrency;
  const bankAccountId =
    input.bankAccountId ?? accountWhere(books, ({ bank }) => bank !== null && bank.currency === currency);
  const { json, errors } = enterTransaction(books, {
    date,
    bankAccountId,
    type: 'SPEND',
    contactName: 'Corner Store',
    reference: '',
    lineAmountTypes: 'Inclusive',
    lines: [
      { accountId: expenseAccount(books), amount: total, taxType: 'EXEMPTEXPENSES', description: 'Goods' },
    ],
    reconciled: false,
  });
  const id = String(json['BankTransactionID']);
  const record = find(books, 'bankTransactions', id);
  if (record === undefined) return { error: errors.join(' ') };
  const type = kind === 'unknown-type' ? 'SPEND-CARD' : record.type;
  write(books, 'bankTransactions', id, { ...record, type, odd: kind });
  return { documentId: id };
}

function enterOddJournal(books: Books, { kind, date, total = TOTAL }: Input) {
  const liability = accountWhere(books, (each) => each.type === 'CURRLIAB' && each.systemAccount === null);
  const lines = [
    { accountId: expenseAccount(books), amount: total, description: 'Goods' },
    { accountId: liability, amount: -total },
  ];
  const { json, errors } = enterJournal(books, { date, narration: 'Monthly adjustment', lines });
  const id = String(json['ManualJournalID']);
  const record = find(books, 'manualJournals', id);
  if (record === undefined) return { error: errors.join(' ') };
  write(books, 'manualJournals', id, oddJournal(record, kind));
  return { documentId: id };
}
