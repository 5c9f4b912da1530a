/**
 * Every key of the table: access pattern → key → index. No other file spells out a key.
 *
 * | item                                       | pk            | sk              | index               |
 * | ------------------------------------------ | ------------- | --------------- | ------------------- |
 * | organisation: plan, maximum, used          | T#t           | @               | gsi2 PLAN#shard / date#t |
 * | its size: most and left                    | T#t           | SIZE            |                     |
 * | entity: name, counts, link                 | T#t           | E#e             |                     |
 * | entity-name guard                          | T#t           | N#lower(name)   |                     |
 * | member, mirrored (strong reads both ways)  | T#t / U#u     | M#u / T#t       |                     |
 * | invitation                                 | T#t           | I#hash(email)   | ttl                 |
 * | message; a user's mark on it               | T#t; U#u#T#t  | MSG#date#key    | ttl                 |
 * | schedules as lists and reports read them   | T#t           | Q#e#chunk       |                     |
 * | benchmark rate that an Admin entered       | T#t           | BR#year         |                     |
 * | import: what it created                    | T#t           | IMP#id          | ttl                 |
 * | audit entry                                | T#t#A#yyyymm  | time-ordered id | gsi1 T#t#AE#e / id, gsi2 T#t#AU#u / id |
 * | anchor of an entity: organisation, link, next check of the link | E#e | @    | gsi1 X#tenant / E#e, gsi2 CARE#shard / date#e |
 * | schedule: terms, accounts, counters        | E#e           | S#s             |                     |
 * | parent pointer of a schedule               | S#s           | @               |                     |
 * | payment state, its parts; opening journal  | S#s           | P#0001 P#0001.01; OJ#a |           |
 * | contract event                             | S#s           | EV#0001         |                     |
 * | reversal of a payment; fee of a dishonour; removal in Xero | S#s | RV#P#0001/1; DF#0001/1; RM#sk | gsi2 OPEN#shard / date#s |
 * | bank transaction that answers a payment    | X#tenant      | TX#transaction  |                     |
 * | open batch of documents                    | X#tenant      | B#b             | gsi2 OPEN#shard / date#b |
 * | notes; purchase; attachment                | S#s           | NOTES; PURCHASE; ATT#1 |              |
 * | debts of a schedule with contract events   | S#s           | DEBTS           |                     |
 * | due for auto sync; payment reminder        | S#s           | DUE; REMIND     | gsi2 kind#shard / date#s |
 * | comparison with a Xero organisation after a restore | E#e | CMP#tenant   |                     |
 * | document in Xero that a member answers for | E#e           | XU#tenant#document |                  |
 * | deletion of an entity, organisation, schedule or register | E#e / T#t / S#s / R#r | DELETED | gsi2 DELETED#shard / date#id |
 * | user; session family                       | U#u           | @; SESS#f       | ttl                 |
 * | factor; recovery codes                     | U#u           | F#f; RC         | ttl                 |
 * | challenge of a sign-in                     | CH#h          | @               | ttl                 |
 * | address guard                              | EMAIL#lower   | @               |                     |
 * | mail token                                 | U#u           | TOK#h           | ttl                 |
 * | link before a registration                 | REG#h         | @               | ttl                 |
 * | OAuth state, Stripe event                  | ST#h EVT#id   | @               | ttl                 |
 * | latest consent of a session                | U#u           | GRANT#f         | ttl                 |
 * | throttle window; place of an account in a costly route | THR#key | @; LEASE   | ttl                 |
 * | Stripe customer → organisation             | CUS#id        | @               |                     |
 * | Xero authorisation (encrypted tokens)      | XA#a          | @               |                     |
 * | removal of a connection at Xero            | XC#c          | @               | gsi2 REMOVE#shard / date#c |
 * | rate limiter of a Xero organisation        | X#tenant      | RATE            |                     |
 * | smaller batches of a Xero organisation     | X#tenant      | SIZE            | ttl                 |
 * | lease of posting; of imports; of a token refresh | X#tenant; T#t; XA#a | LEASE |               |
 * | lease of setting loans up in Xero             | X#tenant      | LEASE#SETUP     |                     |
 * | calls of the whole app per second          | XAPP#second   | @               | ttl                 |
 * | a user's digest of a day                   | U#u           | DIGEST#date     | ttl                 |
 * | completed run of a job                     | JOB#name      | scheduled time  | ttl                 |
 * | statements and sign-offs of an entity       | E#e           | ST#date         |                     |
 * | adjusting journal of an entity             | E#e           | AJ#date#kind    |                     |
 * | register: facts, accounts, counters        | E#e           | R#r             |                     |
 * | entry of a register in Xero, or on its way; a change of a register | E#e | RE#r#0001; RC#r#0001 | |
 * | import of registers: its answer            | E#e           | RI#id           | ttl                 |
 * | entity of a register; due for auto posting | R#r           | DUE             | gsi2 DUE#shard / date#r |
 * | attachment of a register                   | R#r           | ATT#1           |                     |
 * | attention items of an entity; of its schedules | T#t           | A#e; A#e#chunk  |                     |
 * | requested report, queued or done           | T#t           | REP#r           | ttl                 |
 * | calendar feed by its key; a user's own     | CAL#h / U#u   | @ / CAL#t       |                     |
 * | ledger check: the latest, and of a date    | E#e           | LC; LC#date     | ttl                 |
 * | ledger checks of all entities: the list, a run, an entity's result | T#t | LR; LR#run; LR#run#e | ttl |
 * | reconciling items of an entity             | E#e           | LCI             |                     |
 * | state of a document in Xero                | S#s           | FD#document     |                     |
 * | dead letter of a local queue               | DEAD#queue    | instant#id      |                     |
 * | the table's own name                       | TABLE         | @               |                     |
 */
import type { Key } from './table.ts';

const SELF = '@';

export const LEASE = 'LEASE';

/** Partitions of the counts and places of callers: all that functions write which only read. */
export const COUNTED = 'THR#';

/** Invitations and address guards compare addresses in one case and one Unicode form. */
export const normaliseEmail = (email: string): string => email.trim().normalize('NFC').toLowerCase();

/**
 * Returns the mailbox that an address counts as: plus-addresses and dots make no other one. For counts only, since two
 * people can have addresses that differ so.
 */
export const mailboxOf = (email: string): string => {
  const [, local = '', domain = ''] = /^(.*)@([^@]*)$/s.exec(normaliseEmail(email)) ?? [];
  return `${local.replace(/(?<=.)\+.*$/s, '').replaceAll('.', '')}@${domain}`;
};

/** Returns an address as audit entries keep it, which outlive its account: `a…@example.com`. */
export const maskedEmail = (email: string): string =>
  normaliseEmail(email).replace(/^(.).*@/u, (_, first: string) => `${first}…@`);

/** Entity names are unique in their organisation, case-insensitively. */
export const normaliseName = (name: string): string => name.trim().toLocaleLowerCase('en-AU');

export const keys = {
  organisation: (tenantId: string): Key => ({ pk: `T#${tenantId}`, sk: SELF }),
  size: (tenantId: string): Key => ({ pk: `T#${tenantId}`, sk: 'SIZE' }),
  entity: (tenantId: string, entityId: string): Key => ({ pk: `T#${tenantId}`, sk: `E#${entityId}` }),
  entityName: (tenantId: string, name: string): Key => ({
    pk: `T#${tenantId}`,
    sk: `N#${normaliseName(name)}`,
  }),
  member: (tenantId: string, userId: string): Key => ({ pk: `T#${tenantId}`, sk: `M#${userId}` }),
  membership: (userId: string, tenantId: string): Key => ({ pk: `U#${userId}`, sk: `T#${tenantId}` }),
  invitation: (tenantId: string, emailHash: string): Key => ({ pk: `T#${tenantId}`, sk: `I#${emailHash}` }),
  message: (tenantId: string, date: string, key: string): Key => ({
    pk: `T#${tenantId}`,
    sk: `MSG#${date}#${key}`,
  }),
  messageMark: (userId: string, tenantId: string, messageSk: string): Key => ({
    pk: `U#${userId}#T#${tenantId}`,
    sk: messageSk,
  }),
  audit: (tenantId: string, yearMonth: string, id: string): Key => ({
    pk: `T#${tenantId}#A#${yearMonth}`,
    sk: id,
  }),
  scheduleChunk: (tenantId: string, entityId: string, chunk: number): Key => ({
    pk: `T#${tenantId}`,
    sk: `${scheduleChunks(entityId)}${String(chunk).padStart(2, '0')}`,
  }),
  /** The year ended 30 June. */
  benchmarkRate: (tenantId: string, year: number): Key => ({ pk: `T#${tenantId}`, sk: `BR#${year}` }),
  import: (tenantId: string, importId: string): Key => ({ pk: `T#${tenantId}`, sk: `IMP#${importId}` }),
  importLease: (tenantId: string): Key => ({ pk: `T#${tenantId}`, sk: LEASE }),
  anchor: (entityId: string): Key => ({ pk: `E#${entityId}`, sk: SELF }),
  comparison: (entityId: string, xeroTenantId: string): Key => ({
    pk: `E#${entityId}`,
    sk: `CMP#${xeroTenantId}`,
  }),
  unknownDocument: (entityId: string, xeroTenantId: string, documentId: string): Key => ({
    pk: `E#${entityId}`,
    sk: `XU#${xeroTenantId}#${documentId}`,
  }),
  deletedEntity: (entityId: string): Key => ({ pk: `E#${entityId}`, sk: 'DELETED' }),
  /** Of a schedule (`scheduleParent`) or a register (`registerDue`). */
  deletedOwner: ({ pk }: Key): Key => ({ pk, sk: 'DELETED' }),
  deletedOrganisation: (tenantId: string): Key => ({ pk: `T#${tenantId}`, sk: 'DELETED' }),
  schedule: (entityId: string, scheduleId: string): Key => ({ pk: `E#${entityId}`, sk: `S#${scheduleId}` }),
  scheduleParent: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: SELF }),
  /** Four digits make payment numbers sort; a schedule has at most 3,200. */
  payment: (scheduleId: string, number: number): Key => ({
    pk: `S#${scheduleId}`,
    sk: `P#${String(number).padStart(4, '0')}`,
  }),
  /** A part of a payment, from 1. */
  paymentPart: (scheduleId: string, number: number, part: number): Key => ({
    pk: `S#${scheduleId}`,
    sk: `P#${String(number).padStart(4, '0')}.${String(part).padStart(2, '0')}`,
  }),
  event: (scheduleId: string, number: number): Key => ({
    pk: `S#${scheduleId}`,
    sk: `EV#${String(number).padStart(4, '0')}`,
  }),
  /** The document that reverses another one: `target` is the sort key of the reversed one. */
  reversal: (scheduleId: string, target: string, attempt: number): Key => ({
    pk: `S#${scheduleId}`,
    sk: `RV#${target}/${attempt}`,
  }),
  /** The fee charged when the payment's document of that attempt was dishonoured. */
  dishonourFee: (scheduleId: string, number: number, attempt: number): Key => ({
    pk: `S#${scheduleId}`,
    sk: `DF#${String(number).padStart(4, '0')}/${attempt}`,
  }),
  /** A document that is being removed in Xero: `target` is its sort key. */
  removal: (scheduleId: string, target: string): Key => ({ pk: `S#${scheduleId}`, sk: `RM#${target}` }),
  openingJournal: (scheduleId: string, attempt: string): Key => ({
    pk: `S#${scheduleId}`,
    sk: `OJ#${attempt}`,
  }),
  purchase: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: 'PURCHASE' }),
  notes: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: 'NOTES' }),
  debts: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: 'DEBTS' }),
  /** Below a schedule (`scheduleParent`) or a register (`registerDue`). */
  attachment: ({ pk }: Pick<Key, 'pk'>, place: number): Key => ({ pk, sk: `ATT#${place}` }),
  /** A batch of documents sent to a Xero organisation in one call. */
  batch: (xeroTenantId: string, batchId: string): Key => ({ pk: `X#${xeroTenantId}`, sk: `B#${batchId}` }),
  /** A bank transaction of others whose coding stands for a payment. */
  claimedTransaction: (xeroTenantId: string, transactionId: string): Key => ({
    pk: `X#${xeroTenantId}`,
    sk: `TX#${transactionId}`,
  }),
  /** Leads from a register to its entity, and to its next entry where it posts by itself. */
  registerDue: (registerId: string): Key => ({ pk: `R#${registerId}`, sk: 'DUE' }),
  due: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: 'DUE' }),
  reminder: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: 'REMIND' }),
  user: (userId: string): Key => ({ pk: `U#${userId}`, sk: SELF }),
  session: (userId: string, familyId: string): Key => ({ pk: `U#${userId}`, sk: `SESS#${familyId}` }),
  factor: (userId: string, factorId: string): Key => ({ pk: `U#${userId}`, sk: `F#${factorId}` }),
  recoveryCodes: (userId: string): Key => ({ pk: `U#${userId}`, sk: 'RC' }),
  challenge: (hash: string): Key => ({ pk: `CH#${hash}`, sk: SELF }),
  address: (email: string): Key => ({ pk: `EMAIL#${normaliseEmail(email)}`, sk: SELF }),
  mailToken: (userId: string, hash: string): Key => ({ pk: `U#${userId}`, sk: `TOK#${hash}` }),
  registrationLink: (hash: string): Key => ({ pk: `REG#${hash}`, sk: SELF }),
  latestConsent: (userId: string, sessionId: string): Key => ({
    pk: `U#${userId}`,
    sk: `GRANT#${sessionId}`,
  }),
  oauthState: (hash: string): Key => ({ pk: `ST#${hash}`, sk: SELF }),
  stripeEvent: (eventId: string): Key => ({ pk: `EVT#${eventId}`, sk: SELF }),
  throttle: (key: string): Key => ({ pk: `${COUNTED}${key}`, sk: SELF }),
  /** A place of an account in a route with a maximum of executions. */
  share: (key: string): Key => ({ pk: `${COUNTED}${key}`, sk: LEASE }),
  stripeCustomer: (customerId: string): Key => ({ pk: `CUS#${customerId}`, sk: SELF }),
  xeroAuthorisation: (authorisationId: string): Key => ({ pk: `XA#${authorisationId}`, sk: SELF }),
  refreshLease: (authorisationId: string): Key => ({ pk: `XA#${authorisationId}`, sk: LEASE }),
  connectionRemoval: (connectionId: string): Key => ({ pk: `XC#${connectionId}`, sk: SELF }),
  postingLease: (xeroTenantId: string): Key => ({ pk: `X#${xeroTenantId}`, sk: LEASE }),
  /** Held while accounts are planned and created. */
  setupLease: (xeroTenantId: string): Key => ({ pk: `X#${xeroTenantId}`, sk: `${LEASE}#SETUP` }),
  /** A read of the organisation under an authorisation, shared by pages for a minute. */
  xeroCache: (xeroTenantId: string, authorisationId: string, kind: string): Key => ({
    pk: `X#${xeroTenantId}`,
    sk: `CACHE#${authorisationId}#${kind}`,
  }),
  /** The result of a ledger check: of a date, or the latest. */
  ledgerCheck: (entityId: string, date: string | null): Key => ({
    pk: `E#${entityId}`,
    sk: date === null ? 'LC' : `LC#${date}`,
  }),
  ledgerRuns: (tenantId: string): Key => ({ pk: `T#${tenantId}`, sk: 'LR' }),
  ledgerRun: (tenantId: string, checkId: string): Key => ({ pk: `T#${tenantId}`, sk: `LR#${checkId}` }),
  ledgerRunResult: (tenantId: string, checkId: string, entityId: string): Key => ({
    pk: `T#${tenantId}`,
    sk: `${ledgerRunResults(checkId)}${entityId}`,
  }),
  reconcilingItems: (entityId: string): Key => ({ pk: `E#${entityId}`, sk: 'LCI' }),
  /** The state of a document in Xero, by its id there. */
  finding: (scheduleId: string, documentId: string): Key => ({
    pk: `S#${scheduleId}`,
    sk: `FD#${documentId}`,
  }),
  batchSize: (xeroTenantId: string): Key => ({ pk: `X#${xeroTenantId}`, sk: 'SIZE' }),
  xeroRate: (xeroTenantId: string): Key => ({ pk: `X#${xeroTenantId}`, sk: 'RATE' }),
  /** Epoch second. */
  xeroAppRate: (second: number): Key => ({ pk: `XAPP#${second}`, sk: SELF }),
  /** Marks the day's digest as mailed to a user, with its messages. */
  digest: (userId: string, date: string): Key => ({ pk: `U#${userId}`, sk: `DIGEST#${date}` }),
  statements: (entityId: string, date: string): Key => ({ pk: `E#${entityId}`, sk: `ST#${date}` }),
  /** `mark`: `R` for the reversal. */
  adjustingJournal: (
    { entityId, xeroTenantId }: { readonly entityId: string; readonly xeroTenantId: string },
    date: string,
    kind: string,
    mark: 'R' | '',
  ): Key => ({
    pk: `E#${entityId}`,
    sk: `AJ#${date}#${kind}#${xeroTenantId}${mark && `#${mark}`}`,
  }),
  register: (entityId: string, registerId: string): Key => ({ pk: `E#${entityId}`, sk: `R#${registerId}` }),
  /** Four digits make the numbers sort; a register has at most 1,300 entries. */
  registerEntry: (entityId: string, registerId: string, number: number): Key => ({
    pk: `E#${entityId}`,
    sk: `${registerEntries(registerId)}${String(number).padStart(4, '0')}`,
  }),
  registerChange: (entityId: string, registerId: string, number: number): Key => ({
    pk: `E#${entityId}`,
    sk: `${registerChanges(registerId)}${String(number).padStart(4, '0')}`,
  }),
  registerImport: (entityId: string, importId: string): Key => ({
    pk: `E#${entityId}`,
    sk: `RI#${importId}`,
  }),
  attention: (tenantId: string, entityId: string): Key => ({ pk: `T#${tenantId}`, sk: `A#${entityId}` }),
  report: (tenantId: string, reportId: string): Key => ({ pk: `T#${tenantId}`, sk: `REP#${reportId}` }),
  tenantExport: (tenantId: string, exportId: string): Key => ({
    pk: `T#${tenantId}`,
    sk: `EXP#${exportId}`,
  }),
  calendarKey: (hash: string): Key => ({ pk: `CAL#${hash}`, sk: SELF }),
  calendar: (userId: string, tenantId: string): Key => ({ pk: `U#${userId}`, sk: `CAL#${tenantId}` }),
  deadLetter: (queue: string, instant: string, id: string): Key => ({
    pk: `DEAD#${queue}`,
    sk: `${instant}#${id}`,
  }),
  jobRun: (name: string, scheduledTime: string): Key => ({ pk: `JOB#${name}`, sk: scheduledTime }),
  tableName: (): Key => ({ pk: 'TABLE', sk: SELF }),
};

export const scheduleChunks = (entityId: string): string => `${prefixes.scheduleChunks}${entityId}#`;

export const registerEntries = (registerId: string): string => `${prefixes.registerEntries}${registerId}#`;
export const registerChanges = (registerId: string): string => `${prefixes.registerChanges}${registerId}#`;

export const ledgerRunResults = (checkId: string): string => `LR#${checkId}#`;

export const prefixes = {
  entities: 'E#',
  members: 'M#',
  memberships: 'T#',
  invitations: 'I#',
  messages: 'MSG#',
  digests: 'DIGEST#',
  schedules: 'S#',
  payments: 'P#',
  openingJournals: 'OJ#',
  events: 'EV#',
  reversals: 'RV#',
  dishonourFees: 'DF#',
  removals: 'RM#',
  eventRemovals: 'RM#EV#',
  batches: 'B#',
  findings: 'FD#',
  attachments: 'ATT#',
  benchmarkRates: 'BR#',
  scheduleChunks: 'Q#',
  attention: 'A#',
  adjustingJournals: 'AJ#',
  registers: 'R#',
  registerEntries: 'RE#',
  registerChanges: 'RC#',
  unknownDocuments: 'XU#',
  sessions: 'SESS#',
  calendars: 'CAL#',
  factors: 'F#',
  statements: 'ST#',
} as const;

/**
 * Partitions of the due index per kind; docs/decisions/0017-64-shards-of-the-due-index.md has the arithmetic. Items keep
 * the shard of the time when they were written, so the number may grow and must never shrink.
 */
export const SHARDS = 64;

export const shards: readonly number[] = Array.from({ length: SHARDS }, (_each, shard) => shard);

/**
 * Kinds of due items, found by date: auto sync, payment reminders, open postings, checks of connections to Xero,
 * subscriptions to read again, connections to remove at Xero, deletions to finish, messages that digests mail.
 */
export type Dated = 'DUE' | 'REMIND' | 'OPEN' | 'CARE' | 'PLAN' | 'REMOVE' | 'DELETED' | 'DIGEST';

export const datedPartition = (kind: Dated, shard: number): string => `${kind}#${shard}`;

export const places = {
  linkedEntity: (xeroTenantId: string, entityId: string) => ({
    gsi1pk: `X#${xeroTenantId}`,
    gsi1sk: `E#${entityId}`,
  }),
  /** By date or instant (ISO 8601). The first digits of `together`, a UUID, choose the shard; by default those of `id`. */
  dated: (kind: Dated, id: string, date: string, together = id) => ({
    gsi2pk: datedPartition(kind, Number.parseInt(together.slice(0, 4), 16) % SHARDS),
    gsi2sk: `${date}#${id}`,
  }),
  /** Audit entries of an entity, by time; `id` is their sort key. */
  auditOfEntity: (tenantId: string, entityId: string, id: string) => ({
    gsi1pk: `T#${tenantId}#AE#${entityId}`,
    gsi1sk: id,
  }),
  /** Audit entries of a user, by time. */
  auditOfUser: (tenantId: string, userId: string, id: string) => ({
    gsi2pk: `T#${tenantId}#AU#${userId}`,
    gsi2sk: id,
  }),
  /** Open batches by the instant at which their outcome is looked up next, in milliseconds since the epoch. */
  openPosting: (batchId: string, at: number) => places.dated('OPEN', batchId, new Date(at).toISOString()),
};

/** Attributes that keep an item in the due index. */
export const DATED = ['gsi2pk', 'gsi2sk'] as const;
