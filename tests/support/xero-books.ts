/** The books of the simulated Xero in tests, and the documents that a test counts. */
import type { StartingBooks } from '../../scripts/simulators/xero/core/ordinary-life.ts';

/**
 * The books of new organisations, unless a test says otherwise. With `ordinary`, every test runs in books that are lived
 * in; until the search before posting reads odd documents, that stops it.
 */
export const BOOKS: StartingBooks = 'empty';

interface Countable {
  readonly ordinaryIds: readonly string[];
}

const DOCUMENTS = {
  bankTransactions: 'BankTransactionID',
  manualJournals: 'ManualJournalID',
  invoices: 'InvoiceID',
  payments: 'PaymentID',
  bankTransfers: 'BankTransferID',
  contacts: 'ContactID',
} as const;

/** Returns an organisation's state without the documents and contacts of its ordinary life, for checks that count. */
export function withoutOrdinary<State extends Countable>(state: State): State {
  const ordinary = new Set(state.ordinaryIds);
  const fields = Object.entries(DOCUMENTS).flatMap(([field, id]) => {
    const documents = (state as Readonly<Record<string, unknown>>)[field];
    if (!Array.isArray(documents)) return [];
    return [
      [field, documents.filter((document: Record<string, unknown>) => !ordinary.has(String(document[id])))],
    ];
  });
  return { ...state, ...Object.fromEntries(fields) };
}
