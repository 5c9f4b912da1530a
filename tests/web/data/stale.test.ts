import { describe, expect, expectTypeOf, it } from 'vitest';
import { type Areas, type CachedRead, type Change, isStale, type Target } from '../../../web/data/stale.ts';

const ENTITY = '/v1/entities/{entityId}';
const SCHEDULE = `${ENTITY}/schedules/{scheduleId}` as const;
const SYNC = `PUT ${SCHEDULE}/sync/xero/payments` as const;

const params = {
  entityId: 'e1',
  scheduleId: 's1',
  eventId: 'v1',
  paymentId: 'p1',
  attachmentId: 'a1',
  importId: 'i1',
  id: 'm1',
  date: '2025-06-30',
};

/** Returns those of the reads that a change of `params` makes stale. */
const staleOf = (change: Change, reads: readonly CachedRead[], of: Target = { params }): CachedRead[] =>
  reads.filter((read) => isStale(change, { params }, read, of));

describe('a change', () => {
  it.each<[Change, CachedRead[]]>([
    [
      SYNC,
      [
        'GET /v1/entities',
        `GET ${ENTITY}`,
        `GET ${SCHEDULE}`,
        `GET ${SCHEDULE}/events`,
        'GET /v1/attention',
        'GET /v1/messages',
        'GET /v1/reports/loans',
      ],
    ],
    [
      `POST ${SCHEDULE}/archive`,
      [`GET ${ENTITY}/schedules`, 'GET /v1/search', 'GET /v1/tenants/subscription'],
    ],
    ['POST /v1/imports', ['GET /v1/entities', 'GET /v1/search', 'GET /v1/forecast']],
    ['DELETE /v1/imports/{importId}', [`GET ${ENTITY}/schedules`]],
    ['PUT /v1/reports/loans/{date}/statements', ['GET /v1/reports/loans', 'GET /v1/attention']],
    ['PUT /v1/tenants/{tenantId}', ['GET /v1/tenants', 'GET /v1/tenants/current']],
    ['PATCH /v1/users', ['GET /v1/users', 'GET /v1/tenants/users']],
    ['GET /v1/users/verify', ['GET /v1/users', 'GET /v1/messages']],
    [
      'GET /v1/tenants/subscription/anticipate',
      ['GET /v1/tenants/subscription', 'GET /v1/subscriptionplans'],
    ],
  ])('%s makes the reads of its area stale', (change, reads) => {
    expect(staleOf(change, reads)).toEqual(reads);
  });

  it.each<[Change, CachedRead[]]>([
    ['PUT /v1/attention/{id}/snooze', ['GET /v1/entities', 'GET /v1/messages']],
    ['PUT /v1/tenants/{tenantId}', ['GET /v1/entities', 'GET /v1/attention']],
    [SYNC, ['GET /v1/users', 'GET /v1/tenants', 'GET /v1/tenants/users', 'GET /v1/subscriptionplans']],
    ['POST /v1/calendar', ['GET /v1/users', 'GET /v1/attention']],
  ])('%s leaves the reads of other areas', (change, reads) => {
    expect(staleOf(change, reads)).toEqual([]);
  });

  it('leaves reads of another entity', () => {
    const other = { params: { entityId: 'e2', scheduleId: 's2' } };
    expect(staleOf(SYNC, [`GET ${ENTITY}`, `GET ${SCHEDULE}`], other)).toEqual([]);
  });

  it('makes the reads of all entities stale when it names none', () => {
    expect(isStale('POST /v1/imports', {}, `GET ${ENTITY}`, { params: { entityId: 'e2' } })).toBe(true);
    expect(isStale(SYNC, {}, `GET ${ENTITY}`, { params: { entityId: 'e2' } })).toBe(true);
  });

  it.each<Change>([
    `POST ${SCHEDULE}/events/preview`,
    `POST ${SCHEDULE}/sync/xero/payments/preview`,
    `POST ${ENTITY}/reports/journal/preview`,
    'POST /v1/imports/preview',
  ])('%s makes nothing stale', (preview) => {
    expect(staleOf(preview, [`GET ${SCHEDULE}`, 'GET /v1/entities', 'GET /v1/messages'])).toEqual([]);
  });

  it('repeats the figures of loans after a benchmark rate', () => {
    const reads = [
      'GET /v1/tenants/benchmarkrates',
      `GET ${ENTITY}/registers/{registerId}`,
      'GET /v1/reports/division7aloans',
    ] as const;
    expect(staleOf('PUT /v1/tenants/benchmarkrates/{year}', [...reads, 'GET /v1/tenants'])).toEqual(reads);
  });

  it('leaves the reads of what it deletes, which would fail', () => {
    const reads = [`GET ${ENTITY}/schedules`, `GET ${SCHEDULE}`, `GET ${SCHEDULE}/events`] as const;
    expect(staleOf(`DELETE ${SCHEDULE}`, reads)).toEqual([`GET ${ENTITY}/schedules`]);
    expect(staleOf(`DELETE ${ENTITY}`, ['GET /v1/entities', ...reads])).toEqual(['GET /v1/entities']);
    const other = { params: { ...params, scheduleId: 's10' } };
    expect(staleOf(`DELETE ${SCHEDULE}`, [`GET ${SCHEDULE}`], other)).toEqual([`GET ${SCHEDULE}`]);
    expect(staleOf('DELETE /v1/users/sessions', ['GET /v1/users/sessions'])).toHaveLength(1);
  });
});

describe('a read that calls Xero', () => {
  const reads = [
    `GET ${ENTITY}/LockDate`,
    `GET ${ENTITY}/accounts`,
    `GET ${ENTITY}/matches`,
    `GET ${SCHEDULE}/xerostatus`,
    `GET ${SCHEDULE}/templates/openingbalancejournal`,
  ] as const;

  it.each<[Change, CachedRead[]]>([
    [SYNC, [`GET ${ENTITY}/LockDate`]],
    [`POST ${ENTITY}/xero/tenant`, [`GET ${ENTITY}/LockDate`, `GET ${ENTITY}/accounts`]],
    [`POST ${ENTITY}/accounts`, [`GET ${ENTITY}/accounts`]],
    [`POST ${ENTITY}/ledgercheck`, [`GET ${ENTITY}/matches`]],
    [`PATCH ${SCHEDULE}/xeroAccounts`, [`GET ${SCHEDULE}/templates/openingbalancejournal`]],
    [`PATCH ${ENTITY}`, []],
    [`PATCH ${SCHEDULE}/payments/{paymentId}`, []],
    [`POST ${SCHEDULE}/events/{eventId}/acceptance`, []],
  ])('is stale only after changes that affect it: %s', (change, stale) => {
    expect(staleOf(change, reads)).toEqual(stale);
  });
});

describe('the table of areas', () => {
  it('takes only prefixes of cached reads', () => {
    expectTypeOf<'tenants/subscription'>().toExtend<Areas['tenants'][number]>();
    expectTypeOf<'subscription'>().not.toExtend<Areas['tenants'][number]>();
  });

  it('caches no read that changes data, which would repeat itself', () => {
    expectTypeOf<CachedRead & Change>().toEqualTypeOf<never>();
  });
});
