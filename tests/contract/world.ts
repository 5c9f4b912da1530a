/**
 * An organisation with users of every role and data, a stranger with another organisation, and calls that each
 * start from this state.
 */
import { randomUUID } from 'node:crypto';
import { calendarDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { scheduleAttentionWrite } from '../../functions/records/entities/attention.ts';
import { attentionId } from '../../functions/api/attention.ts';
import { newReportWrite } from '../../functions/records/tenants/requested-reports.ts';
import { newRunWrites, readRuns, saveResult } from '../../functions/records/tenants/ledger-runs.ts';
import { newExportWrite } from '../../functions/records/tenants/requested-exports.ts';
import { VendorFailure } from '../../functions/lib/vendor-failure.ts';
import { paymentId } from '../../functions/records/schedules/payments.ts';
import type { Item, Table } from '../../functions/store/table.ts';
import { createTestApp, START, type TestApp } from '../support/app.ts';
import { IMPORT_ROW, INSURANCE, WORKED_EXAMPLE } from '../support/contracts.ts';
import { createMemoryTable, type MemoryTable } from '../support/memory-table.ts';
import type { PasskeyAnswer } from '../support/authenticator/passkey.ts';
import { addPasskey, addTotp, beginSignIn } from '../support/factors.ts';
import { claimsOf, invite, type Person, signIn, signUp } from '../support/people.ts';

/** A user with an own organisation, signed in to the world's organisation. */
export type Caller = Person & { readonly ownTenantId: string };

export interface Place {
  readonly tenantId: string;
  /** A member who can be managed. */
  readonly userId: string;
  readonly entityId: string;
  readonly scheduleId: string;
  readonly importId: string;
  readonly attachmentId: string;
  readonly registerId: string;
  readonly registerAttachmentId: string;
  readonly paymentId: string;
  /** A contract event of the schedule. */
  readonly eventId: string;
  /** A message that concerns Admins and the Owner. */
  readonly messageId: string;
  /** A report that is queued. */
  readonly reportId: string;
  /** An open attention item. */
  readonly id: string;
  readonly exportId: string;
  /** A ledger check of all entities, which has the entity's result. */
  readonly checkId: string;
  /** The key in the address of the owner's calendar feed. */
  readonly calendarKey: string;
}

/** The time of a request: a proof beside other work needs more than the gateway's 30 seconds. */
export const REQUEST_SECONDS = 600;

/** The date in the path of a report. */
export const A_DAY = { date: '2025-06-30' } as const;

export interface World {
  readonly app: TestApp;
  readonly here: Place;
  /** A second entity of the organisation, without a schedule. */
  readonly otherEntityId: string;
  /** The stranger's organisation and its data. */
  readonly elsewhere: Place;
  readonly people: Readonly<Record<'Owner' | 'Admin' | 'Member' | 'Guest' | 'stranger', Caller>>;
  /** A signed-in user without an organisation. */
  readonly loner: Caller;
  /** A Member who may see the second entity only. */
  readonly limited: Caller;
  /** By user: a session besides the one of the token, a factor, and one that waits for its confirmation. */
  readonly otherSessions: Readonly<Record<string, string>>;
  readonly factors: Readonly<Record<string, string>>;
  readonly pendingFactors: Readonly<Record<string, string>>;
  /** The Owner’s sign-in that waits for a factor, and one by passkey that waits to be sent. */
  readonly mfaToken: string;
  readonly passkeySignIn: { readonly challengeId: string; readonly assertion: PasskeyAnswer };
  /** Restores the world's initial state. */
  rewind(): Promise<void>;
  items(): readonly Item[];
}

/** @param table An empty table; by default one in memory. */
export async function createWorld(table: Rewindable = createRewindableTable()): Promise<World> {
  const app = await createTestApp({
    table,
    xero: () => unreachable('Xero'),
    billing: unreachable('Stripe'),
    // Reports of all entities are made by a worker.
    queue: { send: async () => {}, sendToDeadLetters: async () => {} },
    startAt: START,
    seconds: REQUEST_SECONDS,
  });
  const owner = await signUp(app, { email: 'owner@example.com', tenantName: 'Here' });
  const own = await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Owner’s own' } });
  const stranger = await signUp(app, { email: 'stranger@example.com', tenantName: 'Elsewhere' });
  const join = (role: 'Admin' | 'Member' | 'Guest', host: Person, name = role.toLowerCase()) =>
    joinAs(app, host, role, `${name}@${host.tenantId}.example.com`);
  const people = {
    Owner: { ...owner, ownTenantId: own.body.id },
    Admin: await join('Admin', owner),
    Member: await join('Member', owner),
    Guest: await join('Guest', owner),
    stranger: { ...stranger, ownTenantId: stranger.tenantId },
  };
  const here = await furnish(app, owner);
  const elsewhere = await furnish(app, stranger);
  const other = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Empty' } });
  const limited = await join('Member', owner, 'limited');
  await app.call('PATCH /v1/tenants/users/{userId}/entities', {
    as: owner.token,
    params: { userId: limited.userId },
    body: { entityIds: [other.body.id] },
  });
  const loner = await signUp(app, { email: 'loner@example.com' });
  await table.write({ delete: { pk: `U#${loner.userId}`, sk: `T#${loner.tenantId}` } });
  await table.write({ delete: { pk: `T#${loner.tenantId}`, sk: `M#${loner.userId}` } });
  const everyone = [...Object.values(people), limited, loner];
  const accounts = await Promise.all(everyone.map((person) => furnishAccount(app, person)));
  const byUser = (what: 'session' | 'factor' | 'pending') =>
    Object.fromEntries(everyone.map(({ userId }, index) => [userId, accounts[index]?.[what] ?? '']));
  const { authenticator } = await addPasskey(app, owner.token);
  const { mfaToken } = await beginSignIn(app, owner.email);
  const { challengeId, options } = (await app.call('POST /v1/users/passkeys/options')).body;
  const passkeySignIn = { challengeId, assertion: authenticator.assert(options) };
  await table.remember();
  return {
    app,
    mfaToken,
    passkeySignIn,
    otherSessions: byUser('session'),
    factors: byUser('factor'),
    pendingFactors: byUser('pending'),
    here,
    otherEntityId: other.body.id,
    elsewhere,
    people,
    limited,
    loner: { ...loner, ownTenantId: loner.tenantId },
    rewind: () => table.rewind(),
    items: () => table.items(),
  };
}

/** Registers a user, invites them, accepts, and signs them in to the inviting organisation. */
async function joinAs(
  app: TestApp,
  host: Person,
  role: 'Admin' | 'Member' | 'Guest',
  email: string,
): Promise<Caller> {
  const person = await signUp(app, { email });
  const inviteToken = await invite(app, host, { email, role });
  await app.call('POST /v1/users/invite/accept', { as: person.token, body: { inviteToken } });
  const { token } = await signIn(app, email);
  const switched = await app.call('POST /v1/users/authenticate/tenant', {
    as: token,
    body: { tenant: host.tenantId },
  });
  return { ...person, ...switched.body, tenantId: host.tenantId, ownTenantId: person.tenantId };
}

/** Adds a member with the message about it, an entity with a schedule, and a pending invitation. */
async function furnish(app: TestApp, owner: Person): Promise<Place> {
  const { userId } = await joinAs(app, owner, 'Guest', `managed@${owner.tenantId}.example.com`);
  const as = owner.token;
  const entity = await app.call('POST /v1/entities', { as, body: { name: 'Farm' } });
  const entityId: string = entity.body.id;
  const schedule = await app.call('POST /v1/entities/{entityId}/schedules', {
    as,
    params: { entityId },
    body: WORKED_EXAMPLE,
  });
  const params = { entityId, scheduleId: schedule.body.id };
  await app.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase', {
    as,
    params,
    body: {
      asset: { kind: 'other', price: 50_000, firstUse: '2025-01-15', businessUse: 100 },
      charges: [],
      registered: true,
    },
  });
  const attachment = await app.call('POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments', {
    as,
    params,
    body: { name: 'Contract.pdf', size: 8, contentType: 'application/pdf' },
  });
  await app.call('POST /v1/entities/{entityId}/ledgercheck', {
    as,
    params: { entityId },
    body: { date: A_DAY.date },
  });
  const importId = randomUUID();
  await app.call('POST /v1/imports', {
    as,
    body: { importId, rows: [{ ...IMPORT_ROW, name: 'Imported tractor' }] },
  });
  const event = { kind: 'fee-change', date: '2025-07-01', fromPayment: 10, administrationFee: 5 } as const;
  const path = '/v1/entities/{entityId}/schedules/{scheduleId}/events';
  const preview = await app.call(`POST ${path}/preview`, { as, params, body: event });
  const { revision } = preview.body;
  const recorded = await app.call(`POST ${path}`, { as, params, body: { ...event, revision } });
  const register = await app.call('POST /v1/entities/{entityId}/registers', {
    as,
    params: { entityId },
    body: { ...INSURANCE, changes: [{ kind: 'amount', from: '2026-11-01', total: 10_800 }] },
  });
  const minute = await app.call('POST /v1/entities/{entityId}/registers/{registerId}/attachments', {
    as,
    params: { entityId, registerId: register.body.id },
    body: { name: 'Minute.pdf', size: 8, contentType: 'application/pdf' },
  });
  await app.call('POST /v1/tenants/users/invite', {
    as,
    body: { email: 'pending@example.com', role: 'Guest' },
  });
  const messages = await app.call('GET /v1/messages', { as });
  const joined = messages.body.find(({ code }) => code === null);
  if (!joined) throw new Error('No message tells of the new member');
  const calendar = await app.call('POST /v1/calendar', { as, body: {} });
  const report = {
    reportId: randomUUID(),
    userId: owner.userId,
    entityIds: null,
    format: 'pdf',
    date: calendarDate(A_DAY.date),
    entityId: null,
    includeArchived: false,
    allCurrent: [],
  } as const;
  await app.table.write(newReportWrite(owner.tenantId, report, app.clock.now()));
  const overdue = { since: calendarDate('2025-05-15'), amount: null, text: 'Payment 4 is not in Xero.' };
  const place = { tenantId: owner.tenantId, entityId, chunkKey: '' };
  await app.table.write(scheduleAttentionWrite(place, schedule.body.id, [['overdue', overdue]]));
  const checkId = randomUUID();
  const run = {
    checkId,
    date: calendarDate(A_DAY.date),
    startedAt: app.clock.now(),
    startedBy: 'A Member',
    entityIds: [entityId],
  };
  const runs = newRunWrites(owner.tenantId, run, await readRuns(app.table, owner.tenantId));
  await app.table.transact(runs);
  const result = { entityId, status: 'agrees', difference: cents(0), obstacle: null, message: null } as const;
  await saveResult(app.table, owner.tenantId, run, result);
  const exportId = randomUUID();
  const requested = { exportId, userId: owner.userId, entityId: null };
  await app.table.write(newExportWrite(owner.tenantId, requested, app.clock.now()));
  return {
    ...params,
    tenantId: owner.tenantId,
    userId,
    paymentId: paymentId(params.scheduleId, 1),
    eventId: recorded.body.id,
    attachmentId: attachment.body.id,
    registerId: register.body.id,
    registerAttachmentId: minute.body.id,
    importId,
    messageId: joined.id,
    reportId: report.reportId,
    id: attentionId({ entityId, kind: 'overdue', scheduleId: schedule.body.id }),
    exportId,
    checkId,
    calendarKey: new URL(calendar.body.url).searchParams.get('key') ?? '',
  };
}

/** A second session, an authenticator app, and one that waits for its confirmation. */
async function furnishAccount(
  app: TestApp,
  { email, token }: Person,
): Promise<{ session: string; factor: string; pending: string }> {
  const other = claimsOf((await signIn(app, email)).token)['sid'];
  const factor = await addTotp(app, token);
  const pending = await app.call('POST /v1/users/factors', {
    as: token,
    body: { kind: 'totp', name: 'New' },
  });
  return { session: String(other), factor: factor.id, pending: pending.body.id };
}

/** Creates a vendor that fails every call. A failed call shows that the access check passed. */
function unreachable<Port extends object>(name: string): Port {
  return new Proxy({} as Port, {
    get: () => () => {
      throw new VendorFailure(name, 503, `${name} cannot be reached.`);
    },
  });
}

/** A table that returns to a remembered state. */
export interface Rewindable extends Table {
  items(): readonly Item[];
  remember(): void | Promise<void>;
  rewind(): Promise<void>;
}

export function createRewindableTable(): Rewindable {
  const now = () => START;
  let current = createMemoryTable({ now });
  let remembered: readonly Item[] = [];
  let isChanged = false;
  const changed = (): MemoryTable => {
    isChanged = true;
    return current;
  };
  return {
    get: (key) => current.get(key),
    getMany: (keys) => current.getMany(keys),
    query: (query) => current.query(query),
    write: (write) => changed().write(write),
    transact: (writes) => changed().transact(writes),
    items: () => current.items(),
    remember: () => {
      remembered = current.items();
    },
    rewind: async () => {
      if (isChanged) current = createMemoryTable({ now, items: remembered });
      isChanged = false;
    },
  };
}
