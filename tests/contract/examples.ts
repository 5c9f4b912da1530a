/** Input for each route besides its path's ids. A route without an example doesn't compile. */
import { paymentId } from '../../functions/records/schedules/payments.ts';
import type { Routes } from '../../functions/api/routes.ts';
import { IMPORT_ROW, INSURANCE, WORKED_EXAMPLE } from '../support/contracts.ts';
import { PASSWORD } from '../support/people.ts';
import type { Caller, World } from './world.ts';

export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type ExampleOf = Example | ((world: World, caller: Caller) => Example);

/** The attachment of the register. */
const theMinute: ExampleOf = ({ here }) => ({ params: { attachmentId: here.registerAttachmentId } });

const NEXT_PASSWORD = 'Another-Horse-8';

/** A session, factor or token that no user has. */
const UNKNOWN = 'f1a5e2d4-0000-4000-8000-000000000000';

const ACCOUNTS = {
  interestExpenseAccountId: 'a1',
  hirePurchaseCurrentId: 'a2',
  hirePurchaseNonCurrentId: 'a3',
  unexpiredChargesCurrentId: 'a4',
  unexpiredChargesNonCurrentId: 'a5',
  bankAccountId: 'a6',
  administrationFeeId: 'a7',
};

const setupOf = (scheduleId: string) => ({
  scheduleIds: [scheduleId],
  bankAccountId: 'a6',
  interestExpenseAccountId: 'a1',
  administrationFeeId: 'a7',
  liability: 'each',
  opening: null,
  autoSync: false,
});

const PURCHASE = {
  asset: { kind: 'vehicle', price: 55_000, firstUse: '2025-01-15', businessUse: 100 },
  charges: [],
  deposit: { amount: 5000 },
  registered: true,
};

const EXTRA_REPAYMENT = { kind: 'extra-repayment', date: '2026-02-01', amount: 5000, keep: 'payment' };

const REFUND = { kind: 'amount', from: '2027-01-01', total: 9000 };

/**
 * Returns the id of a message to the caller. The owners have confirmed their address, since they invite; everyone else
 * has the message about that, whose id is the user's.
 */
const messageOf = ({ here, elsewhere, people }: World, caller: Caller): string =>
  caller === people.Owner ? here.messageId : caller === people.stranger ? elsewhere.messageId : caller.userId;

export const examples = {
  'POST /v1/users': {
    body: {
      givenName: 'New',
      surname: 'Comer',
      email: 'new@example.com',
      password: PASSWORD,
      tenantName: 'New',
    },
  },
  'POST /v1/users/authenticate': { body: { email: 'owner@example.com', password: PASSWORD } },
  'POST /v1/users/token/refresh': ({ people }) => ({ body: { refreshToken: people.Owner.refreshToken } }),
  'POST /v1/users/authenticate/tenant': (_world, { ownTenantId }) => ({ body: { tenant: ownTenantId } }),
  'GET /v1/users/sessions': {},
  'DELETE /v1/users/sessions/{sessionId}': ({ otherSessions }, { userId }) => ({
    params: { sessionId: otherSessions[userId] ?? UNKNOWN },
  }),
  'DELETE /v1/users/sessions': {},
  'POST /v1/users/reauthenticate/options': {},
  'POST /v1/users/reauthenticate': { body: { password: PASSWORD } },
  'POST /v1/users/authenticate/mfa': ({ mfaToken }) => ({ body: { mfaToken, code: '123456' } }),
  'POST /v1/users/passkeys/options': {},
  'POST /v1/users/passkeys/authenticate': ({ passkeySignIn }) => ({ body: passkeySignIn }),
  'GET /v1/users/factors': {},
  'POST /v1/users/factors': { body: { kind: 'totp', name: 'Phone' } },
  'POST /v1/users/factors/{factorId}/confirm': ({ pendingFactors }, { userId }) => ({
    params: { factorId: pendingFactors[userId] ?? UNKNOWN },
    body: { code: '123456' },
  }),
  'DELETE /v1/users/factors/{factorId}': ({ factors }, { userId }) => ({
    params: { factorId: factors[userId] ?? UNKNOWN },
  }),
  'POST /v1/users/factors/recovery': {},
  'POST /v1/users/factors/reset': ({ mfaToken }) => ({ body: { mfaToken } }),
  'POST /v1/users/factors/reset/start': { query: { token: 'unknown' } },
  'POST /v1/users/factors/reset/cancel': { query: { token: 'unknown' } },
  'POST /v1/users/factors/revoke': { query: { token: 'unknown' }, body: { Password: NEXT_PASSWORD } },
  'POST /v1/tenants/users/{userId}/factors/reset': {},
  'GET /v1/users': {},
  'DELETE /v1/users': {},
  'PATCH /v1/users': { body: { surname: 'Lovelace' } },
  'GET /v1/users/email/confirm': { query: { token: 'unknown' } },
  'POST /v1/users/email/confirm': { body: { token: 'unknown' } },
  'POST /v1/users/email/release': { body: { token: 'unknown' } },
  'GET /v1/users/email/restore': { query: { token: 'unknown' } },
  'POST /v1/users/email/restore': { query: { token: 'unknown' }, body: { Password: NEXT_PASSWORD } },
  'GET /v1/users/metadata': {},
  'PATCH /v1/users/metadata': { body: { portalTheme: 'dark' } },
  'GET /v1/users/verify/status': {},
  'DELETE /v1/users/token': ({ people }) => ({ body: { refreshToken: people.Owner.refreshToken } }),
  'GET /v1/users/verify/resend': {},
  'GET /v1/users/verify': { query: { token: 'unknown' } },
  'POST /v1/users/recover': { query: { token: 'unknown' }, body: { Password: NEXT_PASSWORD } },
  'PUT /v1/users/password': { body: { Password: PASSWORD, NewPassword: NEXT_PASSWORD } },
  'GET /v1/users/invite': { query: { token: 'unknown' } },
  'POST /v1/users/invite/accept': { body: { inviteToken: 'unknown' } },
  'GET /v1/openapi.json': {},
  'GET /v1/docs': {},
  'GET /v1/tenants': {},
  'GET /v1/tenants/current': {},
  'POST /v1/tenants': { body: { name: 'Another' } },
  'PUT /v1/tenants/{tenantId}': { body: { name: 'Renamed' } },
  'PATCH /v1/tenants/{tenantId}/security': { body: { requireMfa: true } },
  'DELETE /v1/tenants': (_world, { ownTenantId }) => ({ body: { tenant: ownTenantId } }),
  'GET /v1/tenants/audit': {},
  'GET /v1/tenants/export': {},
  'GET /v1/tenants/exports/{exportId}': {},
  'GET /v1/tenants/users': {},
  'POST /v1/tenants/users/invite': { body: { email: 'invited@example.com', role: 'Guest' } },
  'POST /v1/tenants/users/invite/cancel': { body: { email: 'pending@example.com' } },
  'PATCH /v1/tenants/users/{userId}/role': { body: { role: 'Member' } },
  'PATCH /v1/tenants/users/{userId}/entities': { body: { entityIds: [] } },
  'DELETE /v1/tenants/users/{userId}/sessions': {},
  'DELETE /v1/tenants/users/{userId}': {},
  'GET /v1/subscriptionplans': {},
  'GET /v1/tenants/subscription': {},
  'GET /v1/tenants/subscription/anticipate': {},
  'POST /v1/tenants/session/subscription': {
    body: { planId: 'a1a5e2d4-0000-4000-8000-000000000000', priceId: 'price_1' },
  },
  'POST /v1/tenants/Session/Billing': {},
  'POST /v1/webhooks/stripe': {},
  'GET /v1/messages': {},
  'DELETE /v1/messages': (world, caller) => ({ body: { messages: [messageOf(world, caller)] } }),
  'POST /v1/messages/Acknowledge': (world, caller) => ({ body: { messages: [messageOf(world, caller)] } }),
  'GET /v1/entities': {},
  'POST /v1/entities': { body: { name: 'Shop' } },
  'GET /v1/entities/{entityId}': {},
  'PATCH /v1/entities/{entityId}': { body: { name: 'Orchard' } },
  'DELETE /v1/entities/{entityId}': {},
  'POST /v1/entities/migrate': ({ here, elsewhere, people }, caller) => ({
    body: {
      entities: [caller === people.stranger ? elsewhere.entityId : here.entityId],
      targetTenantId: caller.ownTenantId,
    },
  }),
  'GET /v1/entities/{entityId}/schedules': {},
  'POST /v1/entities/{entityId}/schedules': { body: WORKED_EXAMPLE },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}': {},
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}': {
    body: { ...WORKED_EXAMPLE, description: 'Changed' },
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}': { body: { description: 'Renamed' } },
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}': {},
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export': {},
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments': {},
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments': {
    body: { name: 'Contract.pdf', size: 1000, contentType: 'application/pdf' },
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}/confirm': {},
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}': {},
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}': {},
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/purchase': {},
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase': { body: PURCHASE },
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/purchase': {},
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/purchase/preview': { body: PURCHASE },
  'GET /v1/entities/{entityId}/registers/{registerId}/attachments': {},
  'POST /v1/entities/{entityId}/registers/{registerId}/attachments': {
    body: { name: 'Minute.pdf', size: 12, contentType: 'application/pdf' },
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}/confirm': theMinute,
  'GET /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}': theMinute,
  'DELETE /v1/entities/{entityId}/registers/{registerId}/attachments/{attachmentId}': theMinute,
  'GET /v1/entities/{entityId}/registers': {},
  'POST /v1/entities/{entityId}/registers/preview': { body: INSURANCE },
  'POST /v1/entities/{entityId}/registers': { body: INSURANCE },
  'POST /v1/entities/{entityId}/registers/import/preview': { body: { rows: [{ line: 1, ...INSURANCE }] } },
  'POST /v1/entities/{entityId}/registers/import': {
    body: {
      importId: '0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11',
      rows: [{ line: 1, ...INSURANCE, name: 'Rates' }],
    },
  },
  'GET /v1/entities/{entityId}/registers/{registerId}': {},
  'PUT /v1/entities/{entityId}/registers/{registerId}': {
    body: { ...INSURANCE, postFrom: null, autoPost: false, revision: 'stale' },
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/changes/preview': { body: REFUND },
  'POST /v1/entities/{entityId}/registers/{registerId}/changes': { body: { ...REFUND, revision: 'stale' } },
  'DELETE /v1/entities/{entityId}/registers/{registerId}/changes/{number}': { params: { number: '1' } },
  'POST /v1/entities/{entityId}/registers/{registerId}/sync': { body: { numbers: [1] } },
  'GET /v1/entities/{entityId}/registers/{registerId}/found': { query: { year: '2026' } },
  'GET /v1/entities/{entityId}/registers/{registerId}/statement': { query: { year: '2026' } },
  'GET /v1/tenants/benchmarkrates': {},
  'GET /v1/reports/division7aloans': {},
  'PUT /v1/tenants/benchmarkrates/{year}': {
    params: { year: '2028' },
    body: { rate: 8.52, source: 'RBA' },
  },
  'POST /v1/entities/{entityId}/registers/sync': ({ here }) => ({
    body: { registerIds: [here.registerId], through: '2026-09-30' },
  }),
  'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/reversal': {
    params: { number: '1' },
    body: { mode: 'void' },
  },
  'POST /v1/entities/{entityId}/registers/{registerId}/entries/{number}/acceptance': {
    params: { number: '1' },
    body: { note: 'Agreed with the client.' },
  },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/spreads': {},
  'POST /v1/entities/{entityId}/registers/{registerId}/archive': { body: { archive: true } },
  'DELETE /v1/entities/{entityId}/registers/{registerId}': {},
  'GET /v1/search': { query: { query: 'farm' } },
  'POST /v1/imports/preview': { body: { rows: [IMPORT_ROW] } },
  'POST /v1/imports': {
    body: { importId: '0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11', rows: [IMPORT_ROW], createEntities: true },
  },
  'GET /v1/imports/{importId}': {},
  'DELETE /v1/imports/{importId}': {},
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/events': {},
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview': { body: EXTRA_REPAYMENT },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events': {
    body: { ...EXTRA_REPAYMENT, revision: 'stale' },
  },
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}': {},
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/sync': {},
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}': {
    body: { paidOn: '2025-02-20' },
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal': {
    body: { date: '2025-03-01', mode: 'mirror' },
  },
  'POST /v1/connections/xero': { body: { connectionType: 'signup', redirectPath: '/register' } },
  'GET /v1/connections/xero': { query: { code: 'code', state: 'unknown' } },
  'POST /v1/connections/xero/link': ({ here }) => ({
    body: { links: [{ entityId: here.entityId, id: 'x1' }] },
  }),
  'POST /v1/entities/{entityId}/xero/tenant': { body: { id: 'x1', name: 'Xero One' } },
  'DELETE /v1/entities/{entityId}/xero/connection': {},
  'GET /v1/entities/{entityId}/tracking': {},
  'PUT /v1/entities/{entityId}/tracking': {
    body: { tracking: [], lines: 'profit-and-loss', isRequired: false },
  },
  'GET /v1/entities/{entityId}/LockDate': {},
  'GET /v1/entities/{entityId}/accounts': {},
  'POST /v1/entities/{entityId}/accounts': { body: { code: '874.001', name: 'Hire', type: 'CURRLIAB' } },
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal': {},
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal': {
    body: { date: '2025-06-01', description: 'Opening', lineAmountTypes: 'NoTax', lineItems: [] },
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview': ({ here }) => ({
    body: { SyncSchedulePayments: [paymentId(here.scheduleId, 1)] },
  }),
  'POST /v1/entities/{entityId}/xero/setup/preview': ({ here }) => ({ body: setupOf(here.scheduleId) }),
  'POST /v1/entities/{entityId}/xero/setup': ({ here }) => ({ body: setupOf(here.scheduleId) }),
  'POST /v1/posting/preview': ({ here, elsewhere, people }, caller) => ({
    body: {
      scheduleIds: [caller === people.stranger ? elsewhere.scheduleId : here.scheduleId],
      through: '2026-06-30',
    },
  }),
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments': ({ here }) => ({
    body: { SyncSchedulePayments: [paymentId(here.scheduleId, 1)] },
  }),
  'PUT /v1/entities/{entityId}/sync/xero/payments': ({ here }) => ({
    body: [{ scheduleId: here.scheduleId, SyncSchedulePayments: [paymentId(here.scheduleId, 1)] }],
  }),
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero': {},
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings': {
    body: { autoSync: false, ...ACCOUNTS },
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/accounts': {
    body: { bankAccountId: 'a6' },
  },
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts': { body: { bankAccountId: 'a6' } },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive': { body: { archive: true } },
  'POST /v1/ledgerchecks': { body: { date: '2025-06-30' } },
  'GET /v1/ledgerchecks': {},
  'GET /v1/ledgerchecks/{checkId}': {},
  'PUT /v1/ledgerchecks/{checkId}/signoffs': ({ here }: World) => ({ body: { entityIds: [here.entityId] } }),
  'POST /v1/entities/{entityId}/ledgercheck': { body: { date: '2025-06-30' } },
  'GET /v1/entities/{entityId}/ledgercheck': {},
  'GET /v1/entities/{entityId}/ledgercheck/items': {},
  'PUT /v1/entities/{entityId}/ledgercheck/items': {
    body: { items: [{ accountId: 'a2', amount: -250, note: 'Loan kept by hand', until: null }] },
  },
  'GET /v1/entities/{entityId}/matches': {},
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/xerostatus': {},
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/acceptance': {
    body: { note: 'Agreed with the accountant' },
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/acceptance': {
    body: { note: 'Agreed with the accountant' },
  },
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/openingbalancejournal/acceptance': {
    body: { note: 'Agreed with the accountant' },
  },
  'GET /v1/entities/{entityId}/xero/unknown': {},
  'POST /v1/entities/{entityId}/xero/unknown/{documentId}': {
    params: { documentId: UNKNOWN },
    body: { decision: 'adopt', note: 'Agreed with the accountant' },
  },
  'POST /v1/entities/{entityId}/xero/unknown/seen': { body: { documentIds: [] } },
  'GET /v1/reports/loans': {},
  'POST /v1/digest/unsubscribe': { query: { token: 'none' } },
  'PUT /v1/reports/loans/{date}/statements': ({ here }) => ({
    body: [{ scheduleId: here.scheduleId, balance: 46_502.87 }],
  }),
  'PUT /v1/reports/loans/{date}/signoff': ({ here }) => ({
    body: { entityId: here.entityId, as: 'prepared' },
  }),
  'DELETE /v1/reports/loans/{date}/signoff': ({ here }) => ({ body: { entityId: here.entityId } }),
  'GET /v1/reports/{reportId}': {},
  'GET /v1/forecast': { query: { months: '3' } },
  'POST /v1/entities/{entityId}/reports/journal/preview': {
    body: { date: '2025-06-30', kinds: ['current-non-current'], allCurrent: [] },
  },
  'POST /v1/entities/{entityId}/reports/journal': {
    body: { date: '2025-06-30', kinds: ['current-non-current'], allCurrent: [] },
  },
  'GET /v1/attention': {},
  'PUT /v1/attention/{id}/snooze': { body: { until: '2025-06-20' } },
  'GET /v1/calendar': {},
  'POST /v1/calendar': {},
  'DELETE /v1/calendar': {},
  'GET /v1/calendar/feed.ics': ({ here }) => ({ query: { key: here.calendarKey } }),
} satisfies Record<keyof Routes, ExampleOf>;

/** Returns the input for a call of a route. */
export function exampleOf(key: string, world: World, caller: Caller): Example {
  const known: Readonly<Record<string, ExampleOf>> = examples;
  const example = known[key] ?? {};
  return typeof example === 'function' ? example(world, caller) : example;
}
