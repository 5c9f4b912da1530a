/** Xero in our words. Dates are `YYYY-MM-DD`; amounts are integer cents of AUD. */
import { VendorFailure } from '../../lib/vendor-failure.ts';

/** What somebody is asked to grant: access for an entity's books, or only who they are. */
export type AuthorisationKind = 'entity' | 'signup';

/** `expiresInSeconds` counts from the moment of the answer. Each refresh replaces both tokens. */
export interface XeroTokens {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
}

/** An organisation that an authorisation may read and write. */
export interface XeroConnection {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly name: string;
}

export interface XeroProfile {
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
}

/** `connections` holds the organisations just chosen on Xero's page; empty for a sign-up. */
export interface XeroGrant {
  readonly tokens: XeroTokens;
  readonly authEventId: string;
  readonly connections: readonly XeroConnection[];
  readonly profile: XeroProfile;
}

/** On whose behalf, in which organisation, and until when a call may run. */
export interface XeroAccess {
  readonly accessToken: string;
  readonly tenantId: string;
  /** Aborting rejects with an `unavailable` error: what Xero did is then unknown. */
  readonly signal?: AbortSignal | undefined;
}

/** `lockDate`: the later of the period and the end-of-year lock date; documents on or before it are refused. */
export interface XeroOrganisation {
  readonly name: string;
  readonly shortCode: string;
  readonly baseCurrency: string;
  readonly lockDate: string | null;
}

export type AccountClass = 'ASSET' | 'EQUITY' | 'EXPENSE' | 'LIABILITY' | 'REVENUE';

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
}

/** One line of a payment: positive debits the account, negative credits it; never zero. */
export interface PaymentLine {
  readonly description: string;
  readonly accountId: string;
  readonly cents: number;
}

/**
 * Money spent from a bank account: the bank's credit is the sum of the lines, which is positive.
 * `reference` is unique for ever and is how the document is found again.
 */
export interface PaymentDocument {
  readonly reference: string;
  readonly date: string;
  readonly contactId: string;
  readonly bankAccountId: string;
  readonly lines: readonly PaymentLine[];
}

/** One line of a journal: positive debits the account, negative credits it; never zero. */
export interface JournalLine {
  readonly description: string;
  readonly accountId: string;
  readonly taxType: string;
  readonly cents: number;
}

export type LineAmountTypes = 'NoTax' | 'Inclusive' | 'Exclusive';

/** A manual journal, posted at once. `narration` contains a token unique for ever, by which it is found again. */
export interface JournalDocument {
  readonly narration: string;
  readonly date: string;
  readonly lineAmountTypes: LineAmountTypes;
  readonly lines: readonly JournalLine[];
}

/**
 * A document as it goes over the wire, made by `freezePayment` or `freezeJournal` (documents.ts).
 * Kept in the intent and sent again byte for byte: Xero compares the bodies of one idempotency key.
 */
export interface FrozenPayment {
  readonly reference: string;
  readonly json: string;
}

/** What became of one document of a batch. `errors` are Xero's own sentences. */
export type PostedPayment =
  | { readonly reference: string; readonly id: string }
  | { readonly reference: string; readonly errors: readonly string[] };

/** `deleted`: somebody deleted or voided it in Xero; it was posted nevertheless. */
export interface FoundDocument {
  readonly id: string;
  readonly deleted: boolean;
}

export interface FoundPayment extends FoundDocument {
  readonly reference: string;
}

/**
 * What Xero takes: documents in one posting; references or contacts in one search (the address has a limit);
 * calls at once and in any 60 seconds, per organisation; how long an idempotency key is remembered.
 */
export const xeroLimits = {
  documentsPerCall: 50,
  referencesPerSearch: 25,
  contactsPerSearch: 50,
  concurrentCalls: 5,
  callsPerMinute: 60,
  idempotencyKeySeconds: 360,
} as const;

/**
 * - `unauthorised`: the token isn't accepted (401), the organisation isn't connected any more (403), or a
 *   refresh token is void (invalid_grant). Nothing was done.
 * - `refused`: Xero says no to what was sent; `messages` are its own sentences. Nothing was done.
 * - `throttled`: a limit was met; `retryAfterSeconds` if Xero said so. Nothing was done.
 * - `unavailable`: no answer, an answer nobody can read, or a failure of Xero's. A write may have happened
 *   or may happen yet.
 */
export type XeroErrorKind = 'unauthorised' | 'refused' | 'throttled' | 'unavailable';

export interface XeroErrorDetails {
  /** The HTTP status of Xero's answer. */
  readonly answered?: number | undefined;
  readonly messages?: readonly string[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly cause?: unknown;
}

const SENTENCES = {
  unauthorised: 'Xero is disconnected. Please link to Xero again.',
  refused: 'Xero refused the request.',
  throttled: 'Xero is busy. Please try again in a minute.',
  unavailable: 'Xero is not available right now. Please try again later.',
} satisfies Record<XeroErrorKind, string>;

/**
 * A call to Xero that gave no result. `message` is for the person at the screen (of a refusal: Xero's own
 * sentences); it holds no token and nothing that was sent.
 */
export class XeroError extends VendorFailure {
  readonly kind: XeroErrorKind;
  readonly answered: number | undefined;
  readonly messages: readonly string[];
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: XeroErrorKind, details: XeroErrorDetails = {}) {
    const messages = details.messages ?? [];
    const temporary = kind === 'throttled' || kind === 'unavailable';
    super(
      kind === 'refused' ? 'Xero-Api' : 'Xero',
      temporary ? 503 : 502,
      messages.join(' ') || SENTENCES[kind],
      details.cause,
    );
    this.kind = kind;
    this.answered = details.answered;
    this.messages = messages;
    this.retryAfterSeconds = details.retryAfterSeconds;
  }
}

/** Who may act: consent, tokens, connections. Every method throws XeroError. */
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
  /** Every organisation that the authorisation reaches now. */
  connections(accessToken: string): Promise<readonly XeroConnection[]>;
  /** Ends one connection; one that is gone already is no error. */
  disconnect(accessToken: string, connectionId: string): Promise<void>;
}

/**
 * An organisation's books. Each method makes exactly one call to Xero (it counts against the limits),
 * except where said, and throws XeroError. Every write carries its idempotency key, at most 128
 * characters.
 */
export interface XeroBooks {
  organisation(access: XeroAccess): Promise<XeroOrganisation>;
  /** Archived ones too. */
  accounts(access: XeroAccess): Promise<readonly XeroAccount[]>;
  createAccount(access: XeroAccess, account: NewXeroAccount, idempotencyKey: string): Promise<XeroAccount>;
  taxRates(access: XeroAccess): Promise<readonly XeroTaxRate[]>;

  /** The active contact of that name, whatever its capitals. */
  findContact(access: XeroAccess, name: string): Promise<XeroContact | null>;
  getContact(access: XeroAccess, contactId: string): Promise<XeroContact | null>;
  /** Of up to `contactsPerSearch` contacts the ids of those that are active. */
  activeContacts(access: XeroAccess, contactIds: readonly string[]): Promise<readonly string[]>;
  createContact(access: XeroAccess, name: string, idempotencyKey: string): Promise<XeroContact>;

  /** Posts up to `documentsPerCall` payments; one result for each, in their order; good ones stay when others fail. */
  postPayments(
    access: XeroAccess,
    payments: readonly FrozenPayment[],
    idempotencyKey: string,
  ): Promise<readonly PostedPayment[]>;
  /** Of up to `referencesPerSearch` references those that Xero knows, deleted ones too. The search may lag. */
  findPayments(access: XeroAccess, references: readonly string[]): Promise<readonly FoundPayment[]>;

  /** Posts one manual journal (`freezeJournal`) and answers its id. */
  postJournal(access: XeroAccess, json: string, idempotencyKey: string): Promise<string>;
  /** The journal whose narration contains the token (letters, digits and hyphens), voided ones too. The search may lag. */
  findJournal(access: XeroAccess, token: string): Promise<FoundDocument | null>;
  getJournal(access: XeroAccess, journalId: string): Promise<FoundDocument | null>;
  /** One that is voided already is no error. Makes two calls, the first to read it. */
  voidJournal(access: XeroAccess, journalId: string, idempotencyKey: string): Promise<void>;
}

export interface Xero extends XeroIdentity, XeroBooks {}

/** Where Xero is: the service itself, or the simulator. Origins or paths without a trailing slash. */
export interface XeroHosts {
  readonly authoriseEndpoint: string;
  readonly identityBase: string;
  readonly apiBase: string;
  /** What "View in Xero" links begin with. */
  readonly webBase: string;
}

export const productionXeroHosts: XeroHosts = {
  authoriseEndpoint: 'https://login.xero.com/identity/connect/authorize',
  identityBase: 'https://identity.xero.com',
  apiBase: 'https://api.xero.com',
  webBase: 'https://go.xero.com',
};

/** The simulator serves everything from one origin, for instance `http://localhost:4001`. */
export function simulatedXeroHosts(origin: string): XeroHosts {
  return {
    authoriseEndpoint: `${origin}/identity/connect/authorize`,
    identityBase: origin,
    apiBase: origin,
    webBase: origin,
  };
}

/** What `createXero` (client.ts) needs. `redirectUris` are where Xero sends people back to, by kind. */
export interface XeroConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly hosts: XeroHosts;
  readonly redirectUris: Readonly<Record<AuthorisationKind, string>>;
  /** How long one call may take before it is given up; 20 seconds if absent. */
  readonly timeoutMs?: number;
}
