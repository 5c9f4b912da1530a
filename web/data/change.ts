/** Changes of data: the calls behind forms and menus, and the answers that each of them makes stale. */
import type {
  Answer,
  Input,
  InputArgument,
  ReadRoute,
  RouteName,
  RoutesWith,
} from '../../functions/client/route-client.ts';
import { mutate } from 'swr';
import { answersOwner, refresh } from './api.ts';
import { reauthenticatingCall } from './reauthenticating-call.ts';
import { readSession } from './stored-session.ts';

/** Reads that change data as well. */
type ChangingRead = 'GET /v1/tenants/subscription/anticipate' | 'GET /v1/users/verify';

/** Routes that change data of the user who is signed in. */
export type Change = ChangingRead | Exclude<RouteName, ReadRoute | RoutesWith<{ allow: 'anyone' }>>;

const ENTITIES = 'GET /v1/entities';
const ENTITY = 'GET /v1/entities/{entityId}';
const ACCOUNTS = 'GET /v1/entities/{entityId}/accounts';
const LOCK_DATE = 'GET /v1/entities/{entityId}/LockDate';
const SCHEDULES = 'GET /v1/entities/{entityId}/schedules';
const SCHEDULE = 'GET /v1/entities/{entityId}/schedules/{scheduleId}';
const FACTORS = 'GET /v1/users/factors';
const SESSIONS = 'GET /v1/users/sessions';
const ATTACHMENTS = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments';
const SEARCH = 'GET /v1/search';
const EVENTS = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/events';
const CHECK = 'GET /v1/entities/{entityId}/ledgercheck';
const MATCHES = 'GET /v1/entities/{entityId}/matches';
const SUBSCRIPTION = 'GET /v1/tenants/subscription';
const TENANTS = 'GET /v1/tenants';
const TENANT_USERS = 'GET /v1/tenants/users';
const LOANS_REPORT = 'GET /v1/reports/loans';
const ATTENTION = 'GET /v1/attention';
/** The reads that go over all schedules. */
const REPORTS = [LOANS_REPORT, 'GET /v1/forecast', ATTENTION] as const;

/**
 * The reads to repeat after each change. Not listed: the answer that the caller stores itself, and the answer that it
 * changes optimistically.
 */
export const STALE_READS: Readonly<Record<Change, readonly ReadRoute[]>> = {
  'PATCH /v1/users': [TENANT_USERS],
  'DELETE /v1/users': [],
  'PATCH /v1/users/metadata': ['GET /v1/users/metadata'],
  'PUT /v1/users/password': [SESSIONS],
  'POST /v1/users/reauthenticate': [],
  'POST /v1/users/reauthenticate/options': [],
  'POST /v1/users/factors': [],
  'POST /v1/users/factors/{factorId}/confirm': [FACTORS, 'GET /v1/users'],
  'DELETE /v1/users/factors/{factorId}': [FACTORS, 'GET /v1/users'],
  'POST /v1/users/factors/recovery': [],
  'DELETE /v1/users/sessions/{sessionId}': [],
  'DELETE /v1/users/sessions': [SESSIONS],
  'GET /v1/users/verify': ['GET /v1/users', 'GET /v1/messages'],
  'POST /v1/users/authenticate/tenant': [],
  'POST /v1/users/invite/accept': [],
  'POST /v1/tenants': [TENANTS],
  'PUT /v1/tenants/{tenantId}': [TENANTS, 'GET /v1/tenants/current'],
  'PATCH /v1/tenants/{tenantId}/security': ['GET /v1/tenants/current'],
  'DELETE /v1/tenants': [TENANTS],
  'POST /v1/tenants/users/invite': [TENANT_USERS],
  'POST /v1/tenants/users/invite/cancel': [],
  'PATCH /v1/tenants/users/{userId}/role': [TENANT_USERS],
  'DELETE /v1/tenants/users/{userId}': [],
  'DELETE /v1/tenants/users/{userId}/sessions': [],
  'POST /v1/tenants/session/subscription': [],
  'POST /v1/tenants/Session/Billing': [],
  'GET /v1/tenants/subscription/anticipate': ['GET /v1/subscriptionplans'],
  'POST /v1/messages/Acknowledge': [],
  'DELETE /v1/messages': [],
  'POST /v1/entities': [ENTITIES],
  'PATCH /v1/entities/{entityId}': [ENTITIES, ...REPORTS],
  'DELETE /v1/entities/{entityId}': [ENTITIES, SUBSCRIPTION, ...REPORTS],
  'POST /v1/entities/migrate': [ENTITIES, SUBSCRIPTION, ...REPORTS],
  'POST /v1/entities/{entityId}/schedules': [ENTITIES, ENTITY, SCHEDULES, ...REPORTS],
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}': [ENTITIES, ENTITY, SCHEDULES, ...REPORTS],
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}': [ENTITIES, ENTITY, SCHEDULES, ...REPORTS],
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}': [
    ENTITIES,
    ENTITY,
    SCHEDULES,
    SUBSCRIPTION,
    ...REPORTS,
  ],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/archive': [
    ENTITIES,
    ENTITY,
    SCHEDULES,
    SUBSCRIPTION,
    ...REPORTS,
  ],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/preview': [],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events': [
    ENTITIES,
    ENTITY,
    SCHEDULES,
    SCHEDULE,
    EVENTS,
    LOCK_DATE,
    ...REPORTS,
  ],
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}': [
    ENTITIES,
    ENTITY,
    SCHEDULES,
    SCHEDULE,
    EVENTS,
    ...REPORTS,
  ],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/sync': [
    SCHEDULES,
    SCHEDULE,
    EVENTS,
    LOCK_DATE,
  ],
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}': [SCHEDULES, SCHEDULE, ENTITY],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/reversal': [
    SCHEDULES,
    SCHEDULE,
    EVENTS,
  ],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/payments/{paymentId}/acceptance': [SCHEDULE],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}/acceptance': [SCHEDULE, EVENTS],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/openingbalancejournal/acceptance': [SCHEDULE],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments/preview': [],
  'POST /v1/entities/{entityId}/ledgercheck': [CHECK, MATCHES, SCHEDULE],
  'PUT /v1/entities/{entityId}/ledgercheck/items': ['GET /v1/entities/{entityId}/ledgercheck/items'],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments': [],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}/confirm': [ATTACHMENTS],
  'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/attachments/{attachmentId}': [ATTACHMENTS],
  'POST /v1/imports/preview': [],
  'POST /v1/imports': [ENTITIES, ENTITY, SCHEDULES, SEARCH, ...REPORTS],
  'DELETE /v1/imports/{importId}': [ENTITIES, ENTITY, SCHEDULES, SEARCH, ...REPORTS],
  'PUT /v1/reports/loans/{date}/statements': [LOANS_REPORT, ATTENTION],
  'POST /v1/entities/{entityId}/reports/journal/preview': [],
  'POST /v1/entities/{entityId}/reports/journal': [],
  'PUT /v1/attention/{id}/snooze': [ATTENTION],
  'POST /v1/calendar': [],
  'DELETE /v1/calendar': [],
  'POST /v1/entities/{entityId}/xero/tenant': [
    ENTITIES,
    LOCK_DATE,
    ACCOUNTS,
    SCHEDULES,
    SCHEDULE,
    SUBSCRIPTION,
    ATTENTION,
  ],
  'DELETE /v1/entities/{entityId}/xero/connection': [
    ENTITIES,
    ENTITY,
    LOCK_DATE,
    SCHEDULES,
    SCHEDULE,
    SUBSCRIPTION,
    ATTENTION,
  ],
  'POST /v1/entities/{entityId}/accounts': [ACCOUNTS],
  'POST /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero': [SCHEDULES, SUBSCRIPTION],
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/settings': [SCHEDULES, ENTITY],
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/configuration/sync/xero/accounts': [SCHEDULES],
  'PATCH /v1/entities/{entityId}/schedules/{scheduleId}/xeroAccounts': [SCHEDULES],
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal': [
    SCHEDULE,
    SCHEDULES,
    ATTENTION,
  ],
  'PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/payments': [
    SCHEDULE,
    SCHEDULES,
    EVENTS,
    LOCK_DATE,
    ATTENTION,
  ],
};

/** Calls a route that changes data and, once it has succeeded, starts to repeat the reads that are stale. */
export async function change<Name extends Change>(
  name: Name,
  ...input: InputArgument<Name>
): Promise<Answer<Name>> {
  const answer = await reauthenticatingCall(name, ...input);
  void refreshAfter(name);
  return answer;
}

/** Repeats the reads that a change made stale; resolves when the page has their answers. */
export async function refreshAfter(name: Change): Promise<void> {
  await refresh(...STALE_READS[name]);
}

/** Shows a changed answer while the change is under way, and repeats the read afterwards, also after a failure. */
export async function optimistically<Name extends ReadRoute>(
  name: Name,
  input: Input<Name>,
  preview: (answer: Answer<Name>) => Answer<Name>,
  work: () => Promise<unknown>,
): Promise<void> {
  const done = work().then(() => undefined);
  await mutate<Answer<Name> | undefined>([answersOwner(readSession()), name, input], done, {
    optimisticData: (shown) => shown && preview(shown),
    populateCache: false,
    rollbackOnError: true,
  });
}
