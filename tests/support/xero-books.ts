/** The books of the simulated Xero in tests, and the documents that a test counts. */
import { settle, type XeroCore } from '../../scripts/simulators/xero/core/core.ts';
import { organisationState } from '../../scripts/simulators/xero/core/organisation-settings.ts';
import type { StartingBooks } from '../../scripts/simulators/xero/core/ordinary-life.ts';
import { BOOK_COLLECTIONS } from '../../scripts/simulators/xero/core/state.ts';

/** The books of new organisations, unless a test says otherwise: lived in, as real ones are. */
export const BOOKS: StartingBooks = 'ordinary';

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

/**
 * Returns an organisation's state by name, with the balances, as if it had no ordinary life; undefined for an unknown name.
 * Contacts stay, since documents of a test may name them.
 */
export function stateWithoutOrdinary(core: XeroCore, name: string, now: number): unknown {
  settle(core.state, now);
  const records = { ...core.state.records };
  for (const collection of BOOK_COLLECTIONS) {
    if (collection === 'contacts') continue;
    const own = [...records[collection]].filter(([, { isOrdinary }]) => isOrdinary === undefined);
    Object.assign(records, { [collection]: new Map<string, unknown>(own) });
  }
  const organisation = [...records.organisations.values()].find((one) => one.name === name);
  return (
    organisation &&
    withoutOrdinary(organisationState({ ...core.state, records }, organisation, now) as unknown as Countable)
  );
}
