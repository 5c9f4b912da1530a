/** The rule that names the cached answers which a change makes stale. */
import {
  type ReadRoute,
  type RouteName,
  routeRequest,
  type RoutesWith,
  type UncheckedInput,
} from '../../functions/client/route-client.ts';

/** Reads that change data as well. */
type ChangingRead = 'GET /v1/tenants/subscription/anticipate' | 'GET /v1/users/verify';

/** A route without a session of its own that changes the user who is signed in. */
type OpenChange = 'POST /v1/users/email/confirm';

/** Routes that change data of the user who is signed in. */
export type Change =
  | ChangingRead
  | OpenChange
  | Exclude<RouteName, ReadRoute | RoutesWith<{ allow: 'anyone' }>>;

/** Reads whose answers may be cached and repeated. */
export type CachedRead = Exclude<ReadRoute, ChangingRead>;

/** The part of a call's input that says what it reads or changes. */
export type Target = Pick<UncheckedInput, 'params'>;

type PathOf<Name extends RouteName> = Name extends `${string} /v1/${infer Path}` ? Path : never;

type FirstSegment<Path extends string> = Path extends `${infer First}/${string}` ? First : Path;

/** The path and all paths above it. */
type Prefixes<Path extends string> = Path extends `${infer First}/${infer Rest}`
  ? First | `${First}/${Prefixes<Rest>}`
  : Path;

/** By the first path segment of a change: the path prefixes of the reads that it makes stale. */
export type Areas = Readonly<Record<FirstSegment<PathOf<Change>>, readonly Prefixes<PathOf<CachedRead>>[]>>;

const ENTITY_READS: Areas['entities'] = [
  'entities',
  'attention',
  'reports',
  'forecast',
  'search',
  'tenants/subscription',
  'messages',
];

const AREAS: Areas = {
  attention: ['attention'],
  calendar: ['calendar'],
  connections: ENTITY_READS,
  entities: ENTITY_READS,
  imports: ENTITY_READS,
  ledgerchecks: ['ledgerchecks', 'attention', 'entities', 'reports'],
  messages: ['messages'],
  posting: [],
  reports: ['reports', 'attention'],
  tenants: ['tenants', 'subscriptionplans', 'messages'],
  users: ['users', 'tenants/users', 'messages'],
};

/** Changes whose area is another one than that of their path. */
const OTHER_AREAS: Partial<Readonly<Record<Change, Areas[keyof Areas]>>> = {
  // The figures of loans follow from the rates.
  'PUT /v1/tenants/benchmarkrates/{year}': ['tenants/benchmarkrates', ...ENTITY_READS],
};

type XeroRead = CachedRead &
  Exclude<RoutesWith<{ uses: readonly ['xero'] }>, RoutesWith<{ allow: 'anyone' }>>;

const ENTITY = '/v1/entities/{entityId}';
const SCHEDULE = `${ENTITY}/schedules/{scheduleId}` as const;
const REGISTER = `${ENTITY}/registers/{registerId}` as const;

/** Reads that call Xero, and others that few changes affect: the only changes that make each of them stale. */
const STALE_AFTER: Readonly<
  Record<XeroRead, readonly Change[]> & Partial<Record<CachedRead, readonly Change[]>>
> = {
  'GET /v1/entities/{entityId}/accounts': [
    `POST ${ENTITY}/accounts`,
    `POST ${ENTITY}/xero/tenant`,
    'POST /v1/connections/xero/link',
  ],
  'GET /v1/entities/{entityId}/tracking': [
    `PUT ${ENTITY}/tracking`,
    `POST ${ENTITY}/xero/tenant`,
    'POST /v1/connections/xero/link',
  ],
  'GET /v1/entities/{entityId}/LockDate': [
    `POST ${ENTITY}/xero/tenant`,
    'POST /v1/connections/xero/link',
    `DELETE ${ENTITY}/xero/connection`,
    `POST ${SCHEDULE}/events`,
    `POST ${SCHEDULE}/events/{eventId}/sync`,
    `PUT ${SCHEDULE}/sync/xero/payments`,
    `PUT ${ENTITY}/sync/xero/payments`,
  ],
  'GET /v1/entities/{entityId}/xero/unknown': [
    `POST ${ENTITY}/xero/tenant`,
    'POST /v1/connections/xero/link',
    `POST ${ENTITY}/xero/unknown/{documentId}`,
    `POST ${ENTITY}/xero/unknown/seen`,
  ],
  'GET /v1/entities/{entityId}/matches': [`POST ${ENTITY}/ledgercheck`],
  'GET /v1/entities/{entityId}/registers/{registerId}/found': [
    `PUT ${REGISTER}`,
    `POST ${REGISTER}/changes`,
    `DELETE ${REGISTER}/changes/{number}`,
  ],
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/xerostatus': [],
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal': [
    `PUT ${SCHEDULE}/configuration/sync/xero/settings`,
    `PATCH ${SCHEDULE}/configuration/sync/xero/accounts`,
    `PATCH ${SCHEDULE}/xeroAccounts`,
    `PUT ${SCHEDULE}/purchase`,
    `DELETE ${SCHEDULE}/purchase`,
    `PUT ${ENTITY}/tracking`,
  ],
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/spreads': [
    `PUT ${SCHEDULE}/sync/xero/openingbalancejournal`,
    `PATCH ${SCHEDULE}`,
  ],
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/purchase': [
    `PUT ${SCHEDULE}/purchase`,
    `DELETE ${SCHEDULE}/purchase`,
  ],
  'GET /v1/entities/{entityId}/schedules/{scheduleId}/attachments': [
    `POST ${SCHEDULE}/attachments/{attachmentId}/confirm`,
    `DELETE ${SCHEDULE}/attachments/{attachmentId}`,
  ],
  'GET /v1/entities/{entityId}/registers/{registerId}/attachments': [
    `POST ${REGISTER}/attachments/{attachmentId}/confirm`,
    `DELETE ${REGISTER}/attachments/{attachmentId}`,
  ],
};

/**
 * Whether a change makes the answer of a read stale.
 * 1) A preview changes nothing.
 * 2) A change of one entity leaves the answers of another.
 * 3) What was deleted can't be read again.
 * 4) Otherwise `STALE_AFTER` decides, or the area of the change.
 */
export function isStale(change: Change, input: Target, read: CachedRead, readInput: Target): boolean {
  if (change.endsWith('/preview')) return false;
  if (isOfAnotherEntity(input, readInput) || isDeleted(change, input, read, readInput)) return false;
  const changes = STALE_AFTER[read];
  if (changes !== undefined) return changes.includes(change);
  return (OTHER_AREAS[change] ?? AREAS[areaOf(change)]).some((prefix) => isWithin(read, `GET /v1/${prefix}`));
}

function isOfAnotherEntity({ params }: Target, { params: readParams }: Target): boolean {
  const [changed, shown] = [params?.['entityId'], readParams?.['entityId']];
  return changed !== undefined && shown !== undefined && changed !== shown;
}

/** Whether the change deleted what the read is of. A deletion of several things names them in its body, not its path. */
function isDeleted(change: Change, input: Target, read: CachedRead, readInput: Target): boolean {
  if (!/^DELETE .*\}$/.test(change)) return false;
  return isWithin(routeRequest(read, readInput).url, routeRequest(change, input).url);
}

const areaOf = (change: Change): keyof Areas => change.split('/')[2] as keyof Areas;

const isWithin = (path: string, prefix: string): boolean => `${path}/`.startsWith(`${prefix}/`);
