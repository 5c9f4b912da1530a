/**
 * Every key of the table: access pattern → key → index. Nothing else spells a key.
 *
 * | item                                       | pk            | sk              | index               |
 * | ------------------------------------------ | ------------- | --------------- | ------------------- |
 * | organisation: plan, maximum, used          | T#t           | @               | gsi2 PLAN#shard / date#t |
 * | entity: name, figures, connected           | T#t           | E#e             |                     |
 * | entity-name guard                          | T#t           | N#lower(name)   |                     |
 * | member, mirrored (strong reads both ways)  | T#t / U#u     | M#u / T#t       |                     |
 * | invitation                                 | T#t           | I#hash(email)   | ttl                 |
 * | message; a user's mark on it               | T#t; U#u#T#t  | MSG#date#key    | ttl                 |
 * | audit entry                                | T#t#A#yyyymm  | time-ordered id |                     |
 * | anchor of an entity: organisation, link    | E#e           | @               | gsi1 X#tenant / E#e |
 * | schedule: terms, accounts, counters        | E#e           | S#s             |                     |
 * | parent pointer of a schedule               | S#s           | @               |                     |
 * | payment state; opening journal             | S#s           | P#0001; OJ#a    | gsi2 OPEN#shard / date#s |
 * | posting of payments under way              | S#s           | B#b             | gsi2 OPEN#shard / date#s |
 * | due for auto sync; payment reminder        | S#s           | DUE; REMIND     | gsi2 kind#shard / date#s |
 * | care for an entity's connection to Xero    | E#e           | CARE            | gsi2 CARE#shard / date#e |
 * | user; session family                       | U#u           | @; SESS#f       | ttl                 |
 * | address guard                              | EMAIL#lower   | @               |                     |
 * | mail token, OAuth state, Stripe event      | TOK#h ST#h EVT#id | @           | ttl                 |
 * | throttle window                            | THR#key       | @               | ttl                 |
 * | Stripe customer → organisation             | CUS#id        | @               |                     |
 * | Xero authorisation (encrypted tokens)      | XA#a          | @               |                     |
 * | lease and rate window of a Xero organisation | X#tenant    | LEASE, RATE     |                     |
 * | calls of the whole app, second by second   | XAPP#second   | @               | ttl                 |
 * | run of a job that is done                  | JOB#name      | scheduled time  | ttl                 |
 * | statement balances of an entity            | E#e           | ST#date         |                     |
 * | report under way or done                   | T#t           | REP#r           | ttl                 |
 * | calendar feed, by its key; a user's own    | CAL#h / U#u   | @ / CAL#t       |                     |
 * | dead letter, of a local run                | DEAD#queue    | instant#id      |                     |
 */
import type { Key } from './table.ts';

const SELF = '@';

/** `I#` and address guards compare addresses without regard to case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** Entity names are unique in their organisation without regard to case. */
export const normaliseName = (name: string): string => name.trim().toLocaleLowerCase('en-AU');

export const keys = {
  organisation: (tenantId: string): Key => ({ pk: `T#${tenantId}`, sk: SELF }),
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
  anchor: (entityId: string): Key => ({ pk: `E#${entityId}`, sk: SELF }),
  linkCare: (entityId: string): Key => ({ pk: `E#${entityId}`, sk: 'CARE' }),
  schedule: (entityId: string, scheduleId: string): Key => ({ pk: `E#${entityId}`, sk: `S#${scheduleId}` }),
  scheduleParent: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: SELF }),
  /** Payment numbers have four digits, so that they sort; a schedule has at most 3,200. */
  payment: (scheduleId: string, number: number): Key => ({
    pk: `S#${scheduleId}`,
    sk: `P#${String(number).padStart(4, '0')}`,
  }),
  openingJournal: (scheduleId: string, attempt: string): Key => ({
    pk: `S#${scheduleId}`,
    sk: `OJ#${attempt}`,
  }),
  posting: (scheduleId: string, batchId: string): Key => ({ pk: `S#${scheduleId}`, sk: `B#${batchId}` }),
  due: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: 'DUE' }),
  reminder: (scheduleId: string): Key => ({ pk: `S#${scheduleId}`, sk: 'REMIND' }),
  user: (userId: string): Key => ({ pk: `U#${userId}`, sk: SELF }),
  session: (userId: string, familyId: string): Key => ({ pk: `U#${userId}`, sk: `SESS#${familyId}` }),
  address: (email: string): Key => ({ pk: `EMAIL#${normaliseEmail(email)}`, sk: SELF }),
  mailToken: (hash: string): Key => ({ pk: `TOK#${hash}`, sk: SELF }),
  oauthState: (hash: string): Key => ({ pk: `ST#${hash}`, sk: SELF }),
  stripeEvent: (eventId: string): Key => ({ pk: `EVT#${eventId}`, sk: SELF }),
  throttle: (key: string): Key => ({ pk: `THR#${key}`, sk: SELF }),
  stripeCustomer: (customerId: string): Key => ({ pk: `CUS#${customerId}`, sk: SELF }),
  xeroAuthorisation: (authorisationId: string): Key => ({ pk: `XA#${authorisationId}`, sk: SELF }),
  xeroLease: (xeroTenantId: string): Key => ({ pk: `X#${xeroTenantId}`, sk: 'LEASE' }),
  xeroRate: (xeroTenantId: string): Key => ({ pk: `X#${xeroTenantId}`, sk: 'RATE' }),
  /** Epoch second. */
  xeroAppRate: (second: number): Key => ({ pk: `XAPP#${second}`, sk: SELF }),
  statements: (entityId: string, date: string): Key => ({ pk: `E#${entityId}`, sk: `ST#${date}` }),
  report: (tenantId: string, reportId: string): Key => ({ pk: `T#${tenantId}`, sk: `REP#${reportId}` }),
  calendarKey: (hash: string): Key => ({ pk: `CAL#${hash}`, sk: SELF }),
  calendar: (userId: string, tenantId: string): Key => ({ pk: `U#${userId}`, sk: `CAL#${tenantId}` }),
  deadLetter: (queue: string, instant: string, id: string): Key => ({
    pk: `DEAD#${queue}`,
    sk: `${instant}#${id}`,
  }),
  jobRun: (name: string, scheduledTime: string): Key => ({ pk: `JOB#${name}`, sk: scheduledTime }),
};

/** The beginnings of sort keys that queries range over. */
export const prefixes = {
  entities: 'E#',
  members: 'M#',
  memberships: 'T#',
  invitations: 'I#',
  messages: 'MSG#',
  schedules: 'S#',
  payments: 'P#',
  openingJournals: 'OJ#',
  postings: 'B#',
  sessions: 'SESS#',
} as const;

/** How many partitions of an index share what is looked for by date: see ARCHITECTURE.md for the arithmetic. */
export const SHARDS = 8;

/** Every shard's number. */
export const shards: readonly number[] = Array.from({ length: SHARDS }, (_each, shard) => shard);

/**
 * What is looked for by date: schedules to auto-sync, schedules to tell of, postings under way, connections to Xero
 * to look after, subscriptions to read again.
 */
export type Dated = 'DUE' | 'REMIND' | 'OPEN' | 'CARE' | 'PLAN';

/** The partition of one shard of what is looked for by date. */
export const datedPartition = (kind: Dated, shard: number): string => `${kind}#${shard}`;

/** Sort keys up to the end of a day, or to an instant (ISO 8601). */
export const datedUntil = (date: string): { readonly to: string } => ({ to: `${date}#~` });

/** Where items stand in the indexes. */
export const places = {
  linkedEntity: (xeroTenantId: string, entityId: string) => ({
    gsi1pk: `X#${xeroTenantId}`,
    gsi1sk: `E#${entityId}`,
  }),
  /** By date, or by instant (ISO 8601); `id` is a UUID, whose first digits spread evenly. */
  dated: (kind: Dated, id: string, date: string) => ({
    gsi2pk: datedPartition(kind, Number.parseInt(id.slice(0, 4), 16) % SHARDS),
    gsi2sk: `${date}#${id}`,
  }),
  /** Postings under way, oldest first; `since` is an instant, ISO 8601. */
  openPosting: (scheduleId: string, since: string) => places.dated('OPEN', scheduleId, since),
};

/** Attributes that keep an item in the index by date. */
export const DATED = ['gsi2pk', 'gsi2sk'] as const;
