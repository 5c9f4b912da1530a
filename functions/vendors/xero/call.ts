/** One call to the accounting API, between the port's methods and the transport. */
import type { XeroAccess } from '../../services/xero/port.ts';

/** An operation of the accounting API, by the name in Xero's OpenAPI file. */
export type Operation =
  | { readonly name: 'getOrganisations' | 'getOrganisationActions' | 'getAccounts' | 'getTaxRates' }
  | { readonly name: 'getContacts'; readonly searchTerm: string }
  | { readonly name: 'getContacts'; readonly contactIds: readonly string[] }
  | { readonly name: 'getContact' | 'getManualJournal' | 'getBankTransaction'; readonly id: string }
  | { readonly name: 'getReportTrialBalance'; readonly date: string }
  | DocumentQuery
  | Write<'createAccount' | 'createContacts' | 'createBankTransactions' | 'createManualJournals'>
  | (Write<'updateManualJournal' | 'updateBankTransaction'> & { readonly id: string });

/** A filtered list, one page at a time. */
export interface DocumentQuery {
  readonly name: 'getBankTransactions' | 'getManualJournals';
  /** Empty for all. */
  readonly where: string;
  /** Only documents that were created or changed since then. */
  readonly modifiedSince?: Date;
  readonly page: number;
  readonly pageSize: number;
}

/** A write: `body` goes over the wire as it is. */
interface Write<Name extends string> {
  readonly name: Name;
  readonly body: string;
  readonly idempotencyKey: string;
}

/** Xero's answer, whatever its status: `body` is parsed JSON, or text. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

/** Makes one call and returns its answer. Rejects with an `unavailable` XeroError when there is none. */
export type Carry = (access: XeroAccess, operation: Operation) => Promise<Answer>;
