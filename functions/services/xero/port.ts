/** Xero in our words. Dates are `YYYY-MM-DD`; amounts are integer cents of AUD. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { AccountClass, LineAmountTypes } from '../../../domain/gst/tax-types.ts';
import type { DocumentType } from '../../../domain/journal/document.ts';

declare const xeroTenant: unique symbol;

/** The id of an organisation in Xero. Branded, since `tenantId` is the id of a Paydown organisation. */
export type XeroTenantId = string & { readonly [xeroTenant]: true };

/** The scopes to ask for: access to an organisation's books, or only the user's profile. */
export type AuthorisationKind = 'entity' | 'signup';

/** `expiresInSeconds` counts from the moment of the answer. Each refresh replaces both tokens. */
export interface XeroTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

/** The right of the app, granted by one Xero user, to one organisation. Xero's plans limit how many an app has. */
export interface XeroConnection {
  readonly connectionId: string;
  readonly tenantId: XeroTenantId;
  readonly name: string;
}

/** A connection as Xero lists it. `updatedAt`: when it was last consented to, milliseconds since the epoch. */
export interface ListedConnection extends XeroConnection {
  readonly updatedAt: number;
}

export interface XeroProfile {
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
}

/**
 * `connections` holds the organisations just chosen on Xero's page; empty for a sign-up. `xeroUserId` is the Xero user
 * who consented, null where the token names none.
 */
export interface XeroGrant {
  readonly tokens: XeroTokens;
  readonly xeroUserId: string | null;
  readonly connections: readonly XeroConnection[];
  readonly profile: XeroProfile;
}

/** The token, the organisation and the time limit of one call. */
export interface XeroAccess {
  readonly accessToken: string;
  readonly tenantId: XeroTenantId;
  /** Called with the calls left of the day, when Xero gives them. */
  readonly onDayRemaining?: ((calls: number) => void) | undefined;
  /** Whether nothing was said yet about a subject in this run, so that a log has one line of it. */
  readonly isNews?: ((subject: string) => boolean) | undefined;
  /** Aborting rejects with an `unavailable` error: what Xero did is then unknown. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * `lockDate`: the later of the period and the end-of-year lock date; documents on or before it are refused. `edition`
 * is Xero's Version, such as `AU` or `AUONRAMP`; null where Xero names none. `financialYearEnd`: the day on which its
 * years end; null where Xero names none.
 */
export interface XeroOrganisation {
  readonly name: string;
  readonly shortCode: string;
  readonly baseCurrency: string;
  readonly edition: string | null;
  readonly lockDate: string | null;
  readonly financialYearEnd: { readonly month: number; readonly day: number } | null;
}

/** A bank account may have no code; `currency` is given for bank accounts only. */
export interface XeroAccount {
  readonly id: string;
  readonly code: string | null;
  readonly name: string;
  readonly class: AccountClass;
  readonly type: string;
  readonly taxType: string | null;
  readonly systemAccount: string | null;
  readonly currency: string | null;
  readonly active: boolean;
}

/** Code at most 10 characters, name at most 150, both unique in the organisation. */
export interface NewXeroAccount {
  readonly code: string;
  readonly name: string;
  readonly type: 'CURRLIAB' | 'TERMLIAB';
}

/** `rate` is Xero's EffectiveRate in percent; `classes` are those whose accounts may carry the type. */
export interface XeroTaxRate {
  readonly taxType: string;
  readonly name: string;
  readonly rate: number;
  readonly classes: readonly AccountClass[];
  readonly active: boolean;
}

export interface XeroContact {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  /** The contact that it was merged into. */
  readonly mergedInto: string | null;
}

/**
 * One line: positive debits the account, negative credits it; never zero. Xero's documentation lists AccountCode
 * only, so a line carries both; an account without a code has null.
 */
export interface XeroLine {
  readonly description: string;
  readonly accountId: string;
  readonly accountCode: string | null;
  readonly taxType: string;
  readonly cents: number;
  readonly tracking?: readonly XeroTracking[];
}

/** The option of a tracking category that a line is assigned to. An id is empty where Xero gives the name alone. */
export interface XeroTracking {
  readonly categoryId: string;
  readonly optionId: string;
  readonly name: string;
  readonly option: string;
}

/** A tracking category with its options; archived ones can't be added to new documents. */
export interface XeroTrackingCategory {
  readonly id: string;
  readonly name: string;
  readonly isArchived: boolean;
  readonly options: readonly { readonly id: string; readonly name: string; readonly isArchived: boolean }[];
}

/** A line as Xero has it, with its GST in cents. */
export interface ContentLine extends XeroLine {
  readonly taxCents: number;
}

/**
 * Money spent from, or received into, a bank account: the bank's side is the sum of the lines. `reference` holds the
 * document's reference. `url` is the page of ours that Xero's "Go to Paydown" opens.
 */
export interface BankDocument {
  readonly type: 'SPEND' | 'RECEIVE';
  readonly reference: string;
  readonly date: string;
  /** Null: Xero takes the active contact of the name, or creates one. */
  readonly contactId: string | null;
  readonly contactName?: string;
  readonly bankAccountId: string;
  readonly url: string;
  /** `Inclusive` when a line carries GST; `NoTax` if absent. */
  readonly lineAmountTypes?: LineAmountTypes | undefined;
  readonly lines: readonly XeroLine[];
}

/** A manual journal, posted at once. `narration` holds the document's reference. */
export interface JournalDocument {
  readonly narration: string;
  readonly date: string;
  /** Left out of reports on the cash basis. */
  readonly isAccrualOnly?: boolean;
  readonly lineAmountTypes: LineAmountTypes;
  readonly url: string;
  readonly lines: readonly XeroLine[];
}

/**
 * A document as JSON in Xero's names (documents.ts), kept in the intent. The same JSON gives the same bytes of a call:
 * Xero compares the bodies of one idempotency key. The reference is unique for ever and part of the body's Reference or Narration.
 */
export interface FrozenDocument {
  readonly reference: string;
  readonly json: string;
}

/** The result of one document of a call. `errors` are Xero's own sentences; one with a `storedId` may stand nevertheless. */
export type PostedDocument =
  | { readonly reference: string; readonly id: string }
  | { readonly reference: string; readonly errors: readonly string[]; readonly storedId?: string };

/** `deleted`: deleted or voided in Xero; it was posted nevertheless. `text`: its reference or narration. */
export interface FoundDocument {
  readonly id: string;
  readonly text: string;
  readonly deleted: boolean;
}

/** A document as Xero has it: amounts of its lines as Xero signs them, in cents. */
export interface DocumentContent {
  readonly id: string;
  /** Its reference or narration. */
  readonly text: string;
  readonly date: CalendarDate;
  readonly deleted: boolean;
  readonly reconciled: boolean;
  /** Of a bank transaction. */
  readonly contactId: string | null;
  /** The contact's name; empty for a journal. */
  readonly contact: string;
  readonly bankAccountId: string | null;
  /** The amount that leaves or enters the bank account, GST included, in cents; 0 for a journal. */
  readonly total: number;
  readonly hasGst: boolean;
  /** The page that "Go to" opens; empty for none. */
  readonly url: string;
  /** Xero's type, such as `SPEND-TRANSFER`; `MANUAL-JOURNAL` for a journal. */
  readonly xeroType: string;
  readonly lineAmountTypes: LineAmountTypes;
  /** `accountId` is empty if Xero names the account by its code alone. */
  readonly lines: readonly ContentLine[];
}

/** An element of a list that can't be read, with what is readable of it. */
export interface UnreadableDocument {
  readonly id: string;
  /** As Xero gave it. */
  readonly json: string;
  readonly why: string;
  /** Its reference or narration; without one the name of its contact. */
  readonly text: string;
  /** Xero's type; null where it names none, as of a journal. */
  readonly xeroType: string | null;
  readonly date: CalendarDate | null;
  readonly bankAccountId: string | null;
  readonly total: number | null;
  readonly deleted: boolean;
}

export interface ContentPage {
  readonly documents: readonly DocumentContent[];
  readonly unreadable: readonly UnreadableDocument[];
  readonly isLast: boolean;
}

/** Payments of bills dated from `from` to `to`, or bank transactions of every type; those that stand. */
export interface MoneySearch {
  readonly from: string;
  readonly to: string;
  /** From 1. */
  readonly page: number;
}

/** The payment of a bill, as Xero has it. */
export interface BillPayment {
  readonly id: string;
  readonly date: CalendarDate;
  readonly bankAccountId: string | null;
  /** The amount that left the bank account, in cents. */
  readonly total: number;
  readonly reconciled: boolean;
  readonly invoiceId: string;
  /** The bill's number; empty for none. */
  readonly number: string;
  readonly contact: string;
  /** The batch that it is part of, with the total of that, in cents; null for a payment of its own. */
  readonly batch: { readonly id: string; readonly total: number | null } | null;
}

export interface BillPaymentPage {
  readonly payments: readonly BillPayment[];
  readonly unreadable: readonly UnreadableDocument[];
  readonly isLast: boolean;
}

/** The balance of an account at the end of a day; debits are positive. */
export interface AccountBalance {
  readonly accountId: string;
  /** The name with the code behind it, as Xero's report shows it. */
  readonly label: string;
  readonly cents: number;
}

/** Documents of a type dated from `from` to `to`, of every status; those of one contact when `contactId` is given. */
export interface DocumentSearch {
  readonly type: DocumentType;
  readonly from: string;
  readonly to: string;
  readonly contactId: string | null;
  /** From 1. */
  readonly page: number;
  /** By default as many as Xero gives. */
  readonly pageSize?: number;
  /** Only those that count in the balances: no deleted one, and of journals no draft either. */
  readonly isStanding?: boolean;
}

/** Documents of a type that were created or changed since an instant, of every date, contact and status. */
export interface ChangedSearch {
  readonly type: DocumentType;
  readonly since: Date;
  /** From 1. */
  readonly page: number;
  /** By default as many as Xero gives. */
  readonly pageSize?: number;
}

/** One page of a search. `isLast` is false while Xero has more. */
export interface DocumentPage {
  readonly documents: readonly FoundDocument[];
  readonly isLast: boolean;
}

/**
 * Xero's limits: documents in one call; documents on a page of a search, and with their contents; contacts in one search
 * (the address has a limit); calls at once and in any 60 seconds, per organisation.
 */
export const xeroLimits = {
  documentsPerCall: 50,
  documentsPerPage: 1000,
  contentsPerPage: 100,
  contactsPerSearch: 50,
  concurrentCalls: 5,
  callsPerMinute: 60,
} as const;

/**
 * Xero's plans for apps: the connections that they allow, and the gigabytes that an app may read in a month. Each one more
 * costs $2.40. Plans of more than 50 connections need certification.
 */
export const xeroTiers = [
  { name: 'Starter', connections: 5, gigabytes: null, needsCertification: false },
  { name: 'Core', connections: 50, gigabytes: 10, needsCertification: false },
  { name: 'Plus', connections: 1000, gigabytes: 50, needsCertification: true },
  { name: 'Advanced', connections: 10_000, gigabytes: 250, needsCertification: true },
] as const;

/** Consent, tokens and connections. Every method throws XeroError. */
export interface XeroIdentity {
  /** The address of Xero's consent page. `state` comes back with the code, `nonce` in the identity token. */
  authoriseUrl(kind: AuthorisationKind, proof: { readonly state: string; readonly nonce: string }): string;
  /**
   * Redeems a code, once, within five minutes.
   * @throws XeroError `unauthorised` as well for a code that was issued for another consent than the nonce's.
   */
  exchangeCode(kind: AuthorisationKind, code: string, nonce: string): Promise<XeroGrant>;
  /** The refresh token given works for 30 minutes more, in case the answer got lost. */
  refresh(refreshToken: string): Promise<XeroTokens>;
  /** Ends everything this Xero user granted to us, in all organisations: to unlink one, use `disconnect`. */
  revoke(refreshToken: string): Promise<void>;
  /** An access token of the app itself, without a user, that lists and removes the connections of all users. */
  appToken(): Promise<string>;
  /** The connections to organisations: those of the token's user, or every one for an app token. */
  connections(accessToken: string): Promise<readonly ListedConnection[]>;
  /** Removes one connection; one that is gone already is no error. */
  disconnect(accessToken: string, connectionId: string): Promise<void>;
}

/**
 * An organisation's books. Each method makes exactly one call to Xero (it counts against the limits),
 * except where said, and throws XeroError. Every write carries its idempotency key, at most 128
 * characters.
 */
export interface XeroBooks {
  organisation(access: XeroAccess): Promise<XeroOrganisation>;
  /** Whether the connecting user may perform each key action that Xero lists, by its name, such as `CreateManualJournal`. */
  keyActions(access: XeroAccess): Promise<ReadonlyMap<string, boolean>>;
  /** Reads one manual journal, to learn whether the connecting user's role permits it (`forbidden` where it doesn't). */
  tryJournals(access: XeroAccess): Promise<void>;
  /** Archived ones too. */
  accounts(access: XeroAccess): Promise<readonly XeroAccount[]>;
  createAccount(access: XeroAccess, account: NewXeroAccount, idempotencyKey: string): Promise<XeroAccount>;
  taxRates(access: XeroAccess): Promise<readonly XeroTaxRate[]>;
  /** Archived ones too, in the order of their names. */
  trackingCategories(access: XeroAccess): Promise<readonly XeroTrackingCategory[]>;

  /** The active contact of that name, whatever its capitals. */
  findContact(access: XeroAccess, name: string): Promise<XeroContact | null>;
  getContact(access: XeroAccess, contactId: string): Promise<XeroContact | null>;
  /** The ids of active contacts: of up to `contactsPerSearch` that are asked for, else of the first thousand. */
  activeContacts(access: XeroAccess, contactIds?: readonly string[]): Promise<readonly string[]>;
  createContact(access: XeroAccess, name: string, idempotencyKey: string): Promise<XeroContact>;

  /**
   * Posts up to `documentsPerCall` documents of one type. Answers one result for each, in their order; the good ones
   * stay when others are refused.
   */
  createDocuments(
    access: XeroAccess,
    type: DocumentType,
    documents: readonly FrozenDocument[],
    idempotencyKey: string,
  ): Promise<readonly PostedDocument[]>;
  /** One page of the documents that a search matches, deleted ones too. The search may lag. */
  findDocuments(access: XeroAccess, search: DocumentSearch): Promise<DocumentPage>;
  /**
   * One page of the documents created or changed since an instant, deleted ones too, with their contents. The search may
   * lag.
   */
  changedDocuments(access: XeroAccess, search: ChangedSearch): Promise<ContentPage>;
  /** One page of the bank transactions that stand, of every type, with their contents: `documentsPerPage`. */
  standingTransactions(access: XeroAccess, search: MoneySearch): Promise<ContentPage>;
  /**
   * One page of the payments of bills that stand: `documentsPerPage`.
   * @throws XeroError `unscoped`, without a call, where the token does not carry the scope
   */
  billPayments(access: XeroAccess, search: MoneySearch): Promise<BillPaymentPage>;
  /** One page of the documents that a search matches, with their contents, by default `contentsPerPage`. */
  readDocuments(access: XeroAccess, search: DocumentSearch): Promise<ContentPage>;
  /**
   * The contents of a document, by its id; null where Xero has none.
   * @throws XeroError with `unreadable` where Xero's answer can't be read
   */
  readDocument(access: XeroAccess, type: DocumentType, id: string): Promise<DocumentContent | null>;
  /** The balances of all accounts at the end of a day. Accounts with a balance of 0.00 may be absent. */
  trialBalance(access: XeroAccess, date: string): Promise<readonly AccountBalance[]>;
  /** A document by its id; null where Xero has none. */
  getDocument(access: XeroAccess, type: DocumentType, id: string): Promise<FoundDocument | null>;
  /**
   * Voids a journal, deletes a bank transaction. `document` is the one that `getDocument` has just answered. Xero
   * refuses to delete a reconciled transaction.
   */
  removeDocument(
    access: XeroAccess,
    type: DocumentType,
    document: FoundDocument,
    idempotencyKey: string,
  ): Promise<void>;
}

export interface Xero extends XeroIdentity, XeroBooks {}
