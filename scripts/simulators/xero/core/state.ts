/** Everything the simulated Xero knows: collections of records, which change only through `put` and `drop`. */
import type { AccountRecord, BankTransactionRecord, ContactRecord, JournalRecord } from './records.ts';

export interface OrganisationRecord {
  readonly tenantId: string;
  readonly name: string;
  readonly shortCode: string;
  readonly baseCurrency: string;
  readonly countryCode: string;
  /** Calendar dates. */
  readonly periodLockDate: string | null;
  readonly endOfYearLockDate: string | null;
  readonly createdAt: number;
}

export interface UserRecord {
  readonly userId: string;
  readonly givenName: string;
  readonly surname: string;
  readonly email: string;
}

/** What a consent allowed: by whom, which scopes, in which authorisation event. */
export interface Grant {
  readonly userId: string;
  readonly scopes: readonly string[];
  readonly authEventId: string;
}

interface CodeRecord extends Grant {
  readonly redirectUri: string;
  readonly issuedAt: number;
  /** Absent in worlds stored before it was kept. */
  readonly nonce?: string | null;
  readonly redeemed: boolean;
}

export interface AccessTokenRecord extends Grant {
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

/** The calls of one organisation, for its limits. `inFlight` holds the instants at which running calls end. */
export interface CallsRecord {
  readonly recent: readonly number[];
  readonly inFlight: readonly number[];
  readonly day: number;
  readonly today: number;
}

/** The first call of an idempotency key and its answer, which is there from `readyAt` on. */
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

/** Writes of a call that had been given up on; they take effect at `dueAt`. */
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

export interface FaultRule {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly probability?: number | undefined;
  readonly times?: number | undefined;
  readonly kind:
    'status' | 'drop-before' | 'drop-after' | 'commit-late' | 'stale-search' | 'delay' | 'revoke';
  readonly status?: number | undefined;
  readonly retryAfter?: number | undefined;
  readonly delayMs?: number | undefined;
  /** A `status` that the request's idempotency key remembers, as Xero remembers its internal errors. */
  readonly cached?: boolean | undefined;
}

/** `hits` counts how often each rule struck. */
interface FaultsRecord {
  readonly rules: readonly FaultRule[];
  readonly hits: readonly number[];
  readonly random: number;
}

interface MetaRecord {
  readonly random: number;
  readonly sequence: number;
  readonly clockOffsetMs: number;
  /** The key that signs tokens, as PEM; without one they are unsigned. */
  readonly signingKey: string | null;
}

export interface Records {
  meta: MetaRecord;
  faults: FaultsRecord;
  organisations: OrganisationRecord;
  accounts: AccountRecord;
  contacts: ContactRecord;
  bankTransactions: BankTransactionRecord;
  manualJournals: JournalRecord;
  users: UserRecord;
  codes: CodeRecord;
  accessTokens: AccessTokenRecord;
  refreshTokens: RefreshTokenRecord;
  connections: ConnectionRecord;
  calls: CallsRecord;
  idempotency: IdempotencyRecord;
  late: LateRecord;
  requests: RequestRecord;
}

export type Collection = keyof Records;

const BOOK_COLLECTIONS = ['accounts', 'contacts', 'bankTransactions', 'manualJournals'] as const;
export type BookCollection = (typeof BOOK_COLLECTIONS)[number];

const COLLECTIONS = [
  ...BOOK_COLLECTIONS,
  'meta',
  'faults',
  'organisations',
  'users',
  'codes',
  'accessTokens',
  'refreshTokens',
  'connections',
  'calls',
  'idempotency',
  'late',
  'requests',
] as const satisfies Collection[];

/** One record as it is now; null: dropped. */
export type Change = readonly [collection: Collection, key: string, value: Records[Collection] | null];

export interface XeroState {
  readonly records: { readonly [C in Collection]: Map<string, Records[C]> };
  /** What changed since `takeChanges`, newest value of each record. */
  readonly changed: Map<string, Change>;
}

/** The same seed makes the same ids and tokens. */
export function emptyState(seed: number, signingKey: string | null): XeroState {
  const state: XeroState = {
    records: {
      meta: new Map(),
      faults: new Map(),
      organisations: new Map(),
      accounts: new Map(),
      contacts: new Map(),
      bankTransactions: new Map(),
      manualJournals: new Map(),
      users: new Map(),
      codes: new Map(),
      accessTokens: new Map(),
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

/** What changed since the last time, for whoever keeps the state. */
export function takeChanges(state: XeroState): readonly Change[] {
  const changes = [...state.changed.values()];
  state.changed.clear();
  return changes;
}

/** The shortest list of changes that makes this state from nothing. */
export function allRecords(state: XeroState): readonly Change[] {
  return COLLECTIONS.flatMap((collection) => {
    const records: ReadonlyMap<string, Records[Collection]> = state.records[collection];
    return Array.from(records, ([key, value]): Change => [collection, key, value]);
  });
}

/** Makes changes that were taken down earlier. */
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

/** A number that only grows, as a key whose text sorts the same way. */
export function nextKey(state: XeroState): string {
  const record = meta(state);
  const sequence = record.sequence + 1;
  put(state, 'meta', '@', { ...record, sequence });
  return String(sequence).padStart(9, '0');
}
