/** The operations of each type of document, with the schemas of their answers. */
import type { DocumentType } from '../../../domain/journal/document.ts';
import {
  bankTransactionContents,
  bankTransactionsAnswer,
  manualJournalContents,
  manualJournalsAnswer,
} from './document-answers.ts';

const BANK_TRANSACTIONS = {
  create: 'createBankTransactions',
  list: 'getBankTransactions',
  get: 'getBankTransaction',
  update: 'updateBankTransaction',
  answer: bankTransactionsAnswer,
  contents: bankTransactionContents,
} as const;

const MANUAL_JOURNALS = {
  create: 'createManualJournals',
  list: 'getManualJournals',
  get: 'getManualJournal',
  update: 'updateManualJournal',
  answer: manualJournalsAnswer,
  contents: manualJournalContents,
} as const;

export const operationsOf = (type: DocumentType) =>
  type === 'MANUAL-JOURNAL' ? MANUAL_JOURNALS : BANK_TRANSACTIONS;
