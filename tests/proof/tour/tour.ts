/** A tour through every route of the product, each called with success at least once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import type { Answer, RouteClient } from '../../../functions/client/route-client.ts';
import {
  control,
  type Places as ProductPlaces,
  productClient,
  signInTo,
} from '../../../scripts/local/product-client.ts';
import { linkToXero, takePlan } from '../../../scripts/local/sample-data.ts';
import { WORKED_EXAMPLE } from '../../support/contracts.ts';
import { clientOf } from '../../support/local-product.ts';
import { tourFactors, tourOversight } from './factors-tour.ts';
import { tourEvents } from './tour-events.ts';
import { attachContract, readReports, refusedWith } from './tour-files.ts';
import { patient, tourLedger } from './tour-ledger.ts';
import { tourRegisters } from './tour-registers.ts';

interface Places extends ProductPlaces {
  /** Mailbox and timers. */
  readonly console: string;
}

const ENTITIES = 3;
const SCHEDULES_EACH = 4;
const SYNCED = 12;

interface Person {
  readonly call: RouteClient;
  readonly email: string;
  readonly refreshToken: string;
}

type Account = Answer<'GET /v1/entities/{entityId}/accounts'>[number];
type Schedule = Readonly<Record<'entityId' | 'scheduleId', string>>;

export const PASSWORD = 'Capacity-Tour-1';

export async function tour(places: Places): Promise<void> {
  const owner = await signUp(places, 'owner@example.com', { tenantName: 'Everyday Pty Ltd' });
  const schedule = await furnish(owner.call);
  const call = patient(owner.call);
  await lookAround(owner.call, schedule);
  await takePlan(places, owner.call, 'largest');
  await owner.call('GET /v1/tenants/subscription');
  await owner.call('POST /v1/tenants/Session/Billing');
  await linkToXero(places, call, schedule.entityId);
  await call('GET /v1/entities/{entityId}/LockDate', { params: schedule });
  await call('GET /v1/entities/{entityId}/tracking', { params: schedule });
  await call('PUT /v1/entities/{entityId}/tracking', {
    params: schedule,
    body: { tracking: [], lines: 'profit-and-loss', isRequired: false },
  });
  await syncToXero(call, schedule);
  await tourEvents(call, schedule);
  await tourLedger(places.xero, call, schedule);
  await tourRegisters(call, schedule);
  await attachContract(owner.call, schedule);
  await readReports(owner.call, schedule);
  await confirmAddress(places, owner);
  await workWithPeople(places, owner.call);
  await changeThings(owner.call, schedule);
  await lookAfterAccount(places, owner);
  // Last, since the job of a large one keeps the process busy for minutes.
  await requestExport(places, owner);
}

async function requestExport(places: Places, { email }: Person): Promise<void> {
  const call = await clientOf(places, { email, password: PASSWORD });
  const exported = await call('GET /v1/tenants/export');
  if ('exportId' in exported) await call('GET /v1/tenants/exports/{exportId}', { params: exported });
}

export async function signUp(
  places: Places,
  email: string,
  more: { readonly tenantName: string },
): Promise<Person> {
  const anyone = productClient(places.origin);
  const names = { givenName: 'Ada', surname: 'Byron', email, password: PASSWORD };
  await anyone('POST /v1/users', { body: { ...names, ...more } });
  const tokens = await signInTo(places.origin, { email, password: PASSWORD });
  return { email, refreshToken: tokens.refreshToken, call: productClient(places.origin, tokens.token) };
}

/** Creates the entities and schedules; returns one schedule of the last entity. */
async function furnish(call: RouteClient): Promise<Schedule> {
  let last: Schedule | undefined;
  for (let number = 1; number <= ENTITIES; number++) {
    const entity = await call('POST /v1/entities', { body: { name: `Entity ${number}` } });
    for (let index = 1; index <= SCHEDULES_EACH; index++) {
      const params = { entityId: entity.id };
      const body = { ...WORKED_EXAMPLE, description: `Schedule ${number}.${index}` };
      const { id } = await call('POST /v1/entities/{entityId}/schedules', { params, body });
      last = { entityId: entity.id, scheduleId: id };
    }
  }
  if (!last) throw new Error('Nothing was created.');
  return last;
}

async function lookAround(call: RouteClient, params: Schedule): Promise<void> {
  await call('GET /v1/entities');
  await call('GET /v1/entities/{entityId}', { params });
  await call('GET /v1/entities/{entityId}/schedules', { params });
  await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  await call('GET /v1/entities/{entityId}/schedules/{scheduleId}/Export', { params });
  await call('GET /v1/users');
  await call('GET /v1/users/metadata');
  await call('GET /v1/users/verify/status');
  await call('GET /v1/tenants');
  await call('GET /v1/tenants/current');
  await call('GET /v1/openapi.json');
  await call('GET /v1/docs');
}

async function syncToXero(call: RouteClient, params: Schedule): Promise<void> {
  await call('POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero', { params });
  const create = async (prefix: number, type: 'CURRLIAB' | 'TERMLIAB'): Promise<string> => {
    const body = { code: `${prefix}.8`, name: `Everyday ${prefix}`, type };
    return (await call('POST /v1/entities/{entityId}/accounts', { params, body })).id;
  };
  const hirePurchase = {
    hirePurchaseCurrentId: await create(874, 'CURRLIAB'),
    hirePurchaseNonCurrentId: await create(924, 'TERMLIAB'),
    unexpiredChargesCurrentId: await create(875, 'CURRLIAB'),
    unexpiredChargesNonCurrentId: await create(925, 'TERMLIAB'),
  };
  const listed = await call('GET /v1/entities/{entityId}/accounts', { params });
  const first = (wanted: (account: Account) => boolean): string => listed.find(wanted)?.id ?? '';
  const isExpense = (account: Account): boolean => account.class === 'EXPENSE' && !account.systemAccount;
  const accounts = {
    ...hirePurchase,
    bankAccountId: first(({ type }) => type === 'BANK'),
    interestExpenseAccountId: first(isExpense),
    administrationFeeId: first(isExpense),
  };
  const settings = { autoSync: false, ...accounts };
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings', {
    params,
    body: settings,
  });
  const someAccounts = { params, body: { bankAccountId: accounts.bankAccountId } };
  await call(
    'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/accounts',
    someAccounts,
  );
  await call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts', someAccounts);
  await postOpeningBalances(
    call,
    params,
    first(({ type }) => type === 'FIXED'),
  );
  const others = await call('GET /v1/entities/{entityId}/schedules', { params });
  const { bankAccountId, interestExpenseAccountId, administrationFeeId } = accounts;
  const setup = {
    params,
    body: {
      scheduleIds: others
        .map(({ id }) => id)
        .filter((id) => id !== params.scheduleId)
        .slice(0, 1),
      bankAccountId,
      interestExpenseAccountId,
      administrationFeeId,
      liability: 'shared' as const,
      opening: null,
      autoSync: false,
    },
  };
  await call('POST /v1/entities/{entityId}/xero/setup/preview', setup);
  await call('POST /v1/entities/{entityId}/xero/setup', setup);
  const { schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  const SyncSchedulePayments = schedulePayments.slice(0, SYNCED).map(({ id }) => id);
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments', {
    params,
    body: { SyncSchedulePayments: SyncSchedulePayments.slice(1) },
  });
  await call('PUT /v1/entities/{entityId}/sync/xero/payments', {
    params,
    body: [{ scheduleId: params.scheduleId, SyncSchedulePayments: SyncSchedulePayments.slice(0, 1) }],
  });
}

async function postOpeningBalances(
  call: RouteClient,
  params: Schedule,
  assetAccountId: string,
): Promise<void> {
  const schedule = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { params });
  await enterPurchase(call, params, schedule, assetAccountId);
  const { taxRates: _, ...template } = await call(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
    { params, query: { date: schedule.startDate } },
  );
  const cents = template.lineItems.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
  const atCost = {
    description: 'At cost',
    accountId: assetAccountId,
    taxType: NO_GST,
    amount: -cents / 100,
  };
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal', {
    params,
    body: { ...template, lineItems: [...template.lineItems, atCost] },
  });
}

/** Enters a purchase of the loan amount, and deletes it again. */
async function enterPurchase(
  call: RouteClient,
  params: Schedule,
  { loanAmount, startDate }: { readonly loanAmount: number; readonly startDate: string },
  accountId: string,
): Promise<void> {
  const path = '/v1/entities/{entityId}/schedules/{scheduleId}/purchase';
  const asset = {
    kind: 'vehicle' as const,
    price: loanAmount,
    firstUse: startDate,
    businessUse: 100,
    accountId,
  };
  const body = { asset, charges: [], registered: true };
  await call(`POST ${path}/preview`, { params, body });
  await call(`PUT ${path}`, { params, body });
  await call(`GET ${path}`, { params });
  await call(`DELETE ${path}`, { params });
}

/** By a second link, as a person who has lost the first mail does. Invitations wait for it. */
export async function confirmAddress(places: Places, { call, email }: Person): Promise<void> {
  await call('GET /v1/users/verify/resend');
  const query = { token: await tokenInMail(places, email, '/verify') };
  await productClient(places.origin)('GET /v1/users/verify', { query });
}

async function workWithPeople(places: Places, call: RouteClient): Promise<void> {
  const email = 'guest@example.com';
  const pending = 'pending@example.com';
  for (const address of [email, pending]) {
    await call('POST /v1/tenants/users/invite', { body: { email: address, role: 'Guest' } });
  }
  await call('POST /v1/tenants/users/invite/cancel', { body: { email: pending } });
  const inviteToken = await tokenInMail(places, email, '/invite');
  await productClient(places.origin)('GET /v1/users/invite', { query: { token: inviteToken } });
  const guest = await signUp(places, email, { tenantName: 'Guest' });
  await guest.call('POST /v1/users/invite/accept', { body: { inviteToken } });
  const { tenantUsers } = await call('GET /v1/tenants/users');
  const params = { userId: (await guest.call('GET /v1/users')).id };
  if (!tenantUsers.some(({ id }) => id === params.userId)) throw new Error('The guest did not join.');
  await call('PATCH /v1/tenants/users/{userId}/role', { params, body: { role: 'Member' } });
  await call('PATCH /v1/tenants/users/{userId}/entities', { params, body: { entityIds: [] } });
  await tourOversight(call, guest.call, params.userId);
  await call('DELETE /v1/tenants/users/{userId}', { params });
  await leave(places, call, 'leaving@example.com');
  const noDigest = productClient(places.origin)('POST /v1/digest/unsubscribe', { query: { token: 'none' } });
  await refusedWith(400, noDigest);
  const messages = await call('GET /v1/messages');
  const body = { messages: messages.map(({ id }) => id) };
  await call('POST /v1/messages/Acknowledge', { body });
  await call('DELETE /v1/messages', { body });
}

/** Invites a user without an organisation of their own, who deletes the account. */
async function leave(places: Places, call: RouteClient, email: string): Promise<void> {
  await call('POST /v1/tenants/users/invite', { body: { email, role: 'Guest' } });
  const inviteToken = await tokenInMail(places, email, '/invite');
  const body = { givenName: 'Ada', surname: 'Byron', email, password: PASSWORD, inviteToken };
  await productClient(places.origin)('POST /v1/users', { body });
  const leaving = await clientOf(places, { email, password: PASSWORD });
  await leaving('DELETE /v1/users', { body: { password: PASSWORD } });
}

interface Mail {
  readonly to: string;
  readonly text: string;
}

const MAIL_WAIT_MS = 30_000;

/** Waits for a mail to an address with a link to this page, and returns the token of the newest. */
export async function tokenInMail({ console }: Places, email: string, page: string): Promise<string> {
  for (const end = Date.now() + MAIL_WAIT_MS; Date.now() < end; await sleep(200)) {
    const mails = await control<readonly Mail[]>(`${console}/messages`);
    const mail = mails.findLast(({ to, text }) => to === email && text.includes(`${page}?token=`));
    const [, token] = /[?&]token=(\S+)/.exec(mail?.text ?? '') ?? [];
    if (token !== undefined) return token;
  }
  throw new Error(`No mail to ${email} has a link to ${page}.`);
}

async function changeThings(call: RouteClient, params: Schedule): Promise<void> {
  await call('POST /v1/entities/{entityId}/schedules/{scheduleId}/archive', {
    params,
    body: { archive: true },
  });
  await call('DELETE /v1/entities/{entityId}/xero/connection', { params });
  await call('PATCH /v1/entities/{entityId}', { params, body: { name: 'Renamed' } });
  const body = { ...WORKED_EXAMPLE, description: 'Another' };
  const other = await call('POST /v1/entities/{entityId}/schedules', { params, body });
  const place = { ...params, scheduleId: other.id };
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}', {
    params: place,
    body: { ...body, administrationFee: 5 },
  });
  await call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
    params: place,
    body: { description: 'Renamed' },
  });
  await call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', { params: place });
  const here = (await call('GET /v1/tenants/current')).id;
  const target = await call('POST /v1/tenants', { body: { name: 'Second' } });
  await call('PUT /v1/tenants/{tenantId}', {
    params: { tenantId: here },
    body: { name: 'Renamed' },
  });
  const migration = { entities: [params.entityId], targetTenantId: target.id, mergeConflicts: false };
  await call('POST /v1/entities/migrate', { body: migration });
  const list = await call('GET /v1/entities');
  await call('DELETE /v1/entities/{entityId}', { params: { entityId: list[0]?.id ?? '' } });
  await call('DELETE /v1/tenants', { body: { tenant: target.id } });
}

async function lookAfterAccount(places: Places, { call, email, refreshToken }: Person): Promise<void> {
  const anyone = productClient(places.origin);
  await call('PATCH /v1/users/metadata', { body: { portalTheme: 'dark' } });
  await call('PATCH /v1/users', { body: { surname: 'Lovelace' } });
  await anyone('POST /v1/users/token/refresh', { body: { refreshToken } });
  await call('PUT /v1/users/password', { body: { Password: PASSWORD, NewPassword: `${PASSWORD}!` } });
  await call('PATCH /v1/users', { body: { email: `moved-${email}`, password: `${PASSWORD}!` } });
  const moved = await tokenInMail(places, `moved-${email}`, '/confirm-address');
  await anyone('GET /v1/users/email/confirm', { query: { token: moved } });
  await anyone('POST /v1/users/email/confirm', { body: { token: moved, password: `${PASSWORD}!` } });
  const restoring = { query: { token: await tokenInMail(places, email, '/restore') } };
  await anyone('GET /v1/users/email/restore', restoring);
  await anyone('POST /v1/users/email/restore', {
    ...restoring,
    body: { Password: `${PASSWORD}!` },
  });
  await anyone('POST /v1/users/recover', { body: { email } });
  await anyone('POST /v1/users/recover', {
    query: { token: await tokenInMail(places, email, '/recover') },
    body: { Password: PASSWORD },
  });
  const account = { email, password: PASSWORD };
  await tourFactors(places.origin, account, (to, page) => tokenInMail(places, to, page));
  const again = await clientOf(places, account);
  const { id: tenant } = await again('GET /v1/tenants/current');
  const switched = await again('POST /v1/users/authenticate/tenant', { body: { tenant } });
  const body = { refreshToken: switched.refreshToken };
  await productClient(places.origin, switched.token)('DELETE /v1/users/token', { body });
}
