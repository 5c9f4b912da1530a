/** The simulator's state: collections of records, which change only through `put`, `drop` and `apply`. */
import type {
  AccountRecord,
  BankTransactionRecord,
  BankTransferRecord,
  BatchPaymentRecord,
  Behaviour,
  ContactRecord,
  FaultRule,
  InvoiceRecord,
  JournalRecord,
  PaymentRecord,
  TrackingCategoryRecord,
} from './records.ts';

export interface OrganisationRecord {
  readonly tenantId: string;
  readonly name: string;
  readonly shortCode: string;
  readonly baseCurrency: string;
  readonly countryCode: string;
  /** The edition. */
  readonly version: Version;
  /** Whether the name starts with "Demo Company" if absent. */
  readonly isDemoCompany?: boolean;
  /** Simpler BAS, which has six tax rates; the full BAS if absent. Of Australian organisations. */
  readonly isSimplerBas?: true;
  /** The role of every user who connects the organisation; adviser if absent. */
  readonly userRole?: UserRole;
  /** Calendar dates. */
  readonly periodLockDate: string | null;
  readonly endOfYearLockDate: string | null;
  /** The last month of the financial year, which ends on its last day; June if absent. */
  readonly yearEndMonth?: number;
  readonly createdAt: number;
}

/** Editions of Xero. GLOBAL stands for the countries without an edition of their own. */
export const VERSIONS = ['AU', 'NZ', 'UK', 'US', 'GLOBAL'] as const;
export type Version = (typeof VERSIONS)[number];

/** Roles of users in an organisation. `standard-reports` is a standard user with the reporting permission. */
export const USER_ROLES = ['adviser', 'standard-reports', 'standard', 'invoice-only', 'readonly'] as const;
export type UserRole = (typeof USER_ROLES)[number];

export interface UserRecord {
  readonly userId: string;
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
}

/** The user, scopes and authorisation event of one consent. */
export interface Grant {
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly authEventId: string;
}

interface CodeRecord extends Grant {
  readonly redirectUri: string;
  readonly issuedAt: number;
  readonly nonce: string | null;
  readonly redeemed: boolean;
}

export interface AccessTokenRecord extends Grant {
  readonly expiresAt: number;
}

/** A token of the app itself (client credentials), which acts for no user. */
interface AppTokenRecord {
  readonly scopes: readonly string[];
  readonly expiresAt: number;
}

/** `rotatedAt`: when it was first exchanged for a newer one. */
interface RefreshTokenRecord extends Grant {
  readonly issuedAt: number;
  readonly rotatedAt: number | null;
}

export interface ConnectionRecord {
  readonly id: string;
  readonly userId: string;
  readonly tenantId: string;
  readonly authEventId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The calls of one organisation, for its rate limits. `inFlight` holds the instants at which running calls end. */
export interface CallsRecord {
  readonly recent: readonly number[];
  readonly inFlight: readonly number[];
  readonly day: number;
  readonly today: number;
}

/** The first call of an idempotency key and its answer, available from `readyAt` on. */
export interface IdempotencyRecord {
  readonly fingerprint: string;
  readonly response: StoredResponse;
  readonly firstAt: number;
  readonly readyAt: number;
}

export interface StoredResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Writes of a call whose connection was cut; they take effect at `dueAt`. */
interface LateRecord {
  readonly dueAt: number;
  readonly writes: readonly Change[];
}

/** `status` and `responseBody` are null where the connection was cut. */
interface RequestRecord {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly tenantId: string | null;
  readonly status: number | null;
  readonly idempotencyKey: string | null;
  readonly requestBody: string;
  readonly responseBody: string | null;
  readonly fault: string | null;
}

/** `hits` counts how often each rule applied. */
interface FaultsRecord {
  readonly rules: readonly FaultRule[];
  readonly hits: readonly number[];
  readonly random: number;
}

interface MetaRecord {
  readonly random: number;
  readonly sequence: number;
  readonly clockOffsetMs: number;
  /** The key that signs tokens, as PEM; null: tokens are unsigned. */
  readonly signingKey: string | null;
}

export interface Records {
  meta: MetaRecord;
  behaviour: Behaviour;
  faults: FaultsRecord;
  organisations: OrganisationRecord;
  accounts: AccountRecord;
  contacts: ContactRecord;
  bankTransactions: BankTransactionRecord;
  manualJournals: JournalRecord;
  invoices: InvoiceRecord;
  payments: PaymentRecord;
  batchPayments: BatchPaymentRecord;
  bankTransfers: BankTransferRecord;
  trackingCategories: TrackingCategoryRecord;
  users: UserRecord;
  codes: CodeRecord;
  accessTokens: AccessTokenRecord;
  appTokens: AppTokenRecord;
  refreshTokens: RefreshTokenRecord;
  connections: ConnectionRecord;
  calls: CallsRecord;
  idempotency: IdempotencyRecord;
  late: LateRecord;
  requests: RequestRecord;
}

export type Collection = keyof Records;

export const BOOK_COLLECTIONS = [
  'accounts',
  'contacts',
  'bankTransactions',
  'manualJournals',
  'invoices',
  'payments',
  'batchPayments',
  'bankTransfers',
  'trackingCategories',
] as const;
export type BookCollection = (typeof BOOK_COLLECTIONS)[number];
export type BookRecords = { readonly [C in BookCollection]: Map<string, Records[C]> };

export const noRecords = (): BookRecords => ({
  accounts: new Map(),
  contacts: new Map(),
  bankTransactions: new Map(),
  manualJournals: new Map(),
  invoices: new Map(),
  payments: new Map(),
  batchPayments: new Map(),
  bankTransfers: new Map(),
  trackingCategories: new Map(),
});

/** The new value of one record; null: dropped. */
export type Change = readonly [collection: Collection, key: string, value: Records[Collection] | null];

export interface XeroState {
  readonly records: { readonly [C in Collection]: Map<string, Records[C]> };
  /** Changes since the last `takeChanges`, with the newest value of each record. */
  readonly changed: Map<string, Change>;
}

/** The same seed makes the same ids and tokens. */
export function emptyState(seed: number, signingKey: string | null): XeroState {
  const state: XeroState = {
    records: {
      ...noRecords(),
      meta: new Map(),
      behaviour: new Map(),
      faults: new Map(),
      organisations: new Map(),
      users: new Map(),
      codes: new Map(),
      accessTokens: new Map(),
      appTokens: new Map(),
      refreshTokens: new Map(),
      connections: new Map(),
      calls: new Map(),
      idempotency: new Map(),
      late: new Map(),
      requests: new Map(),
    },
    changed: new Map(),
  };
  put(state, 'meta', '@', { random: seed, sequence: 0, clockOffsetMs: 0, signingKey });
  return state;
}

export function put<C extends Collection>(
  state: XeroState,
  collection: C,
  key: string,
  value: Records[C],
): void {
  state.records[collection].set(key, value);
  state.changed.set(`${collection} ${key}`, [collection, key, value]);
}

export function drop(state: XeroState, collection: Collection, key: string): void {
  if (state.records[collection].delete(key))
    state.changed.set(`${collection} ${key}`, [collection, key, null]);
}

/** Returns the changes since the last call, to be stored. */
export function takeChanges(state: XeroState): readonly Change[] {
  const changes = [...state.changed.values()];
  state.changed.clear();
  return changes;
}

/** Applies stored changes. */
export function apply(state: XeroState, changes: readonly Change[]): void {
  for (const change of changes) {
    const [collection, key, value] = change;
    const records: Map<string, Records[Collection]> = state.records[collection];
    if (value === null) records.delete(key);
    else records.set(key, value);
    state.changed.set(`${collection} ${key}`, change);
  }
}

export function meta(state: XeroState): MetaRecord {
  const record = state.records.meta.get('@');
  if (record === undefined) throw new Error('The state holds no meta record');
  return record;
}

/** Returns the next sequence number as a key that sorts in the same order. */
export function nextKey(state: XeroState): string {
  const record = meta(state);
  const sequence = record.sequence + 1;
  put(state, 'meta', '@', { ...record, sequence });
  return String(sequence).padStart(9, '0');
}
