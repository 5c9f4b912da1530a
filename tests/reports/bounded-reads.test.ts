/** No read works out more than 400,000 payments, whatever an account stores. */
import { expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { cents } from '../../domain/money.ts';
import { listEntities } from '../../functions/records/entities/entity.ts';
import { chunkWrites } from '../../functions/records/entities/schedule-chunks.ts';
import { allEntities } from '../../functions/records/tenants/entity-scope.ts';
import { keys } from '../../functions/store/keys.ts';
import { INSURANCE, WORKED_EXAMPLE } from '../support/contracts.ts';
import { record } from '../support/events.ts';

import { createPractice, type Practice, withPractice } from './practice.ts';
import { startLinked } from '../support/xero.ts';

const practice = withPractice();

const MINUTE = 60_000;

const LONGEST = 3_200;

/** Stores outlines of changed contracts, whose payments only their own items give. */
async function addChanged(
  entityId: string,
  count: number,
  { app, owner }: Pick<Practice, 'app' | 'owner'> = practice,
  of: { readonly payments: number; readonly changes: number } = { payments: LONGEST, changes: 1 },
): Promise<void> {
  const entities = await listEntities(app.table, allEntities(owner.tenantId), { consistent: true });
  const entity = entities.find((one) => one.entityId === entityId);
  if (!entity) throw new Error('There is no such entity');
  const [startDate, endDate] = [calendarDate('2022-10-31'), calendarDate('2083-10-31')];
  const outline = {
    count: of.payments,
    changes: of.changes,
    startDate,
    endDate,
    end: 'ending',
    endAmount: cents(100),
    owing: [startDate, endDate],
  } as const;
  const changes = Array.from({ length: count }, (_each, number) => ({
    scheduleId: crypto.randomUUID(),
    before: null,
    after: {
      name: `Loan ${number}`,
      lender: '',
      number: '',
      archivedEnd: null,
      isSetUp: true,
      figures: null,
      outline,
    },
  }));
  await app.table.transact(chunkWrites(entity, changes));
}

// Evidence for ASVS 2.4
it('refuses forecast, feed, work list and entity above 400,000 payments by their stored numbers', async () => {
  const { app, owner } = practice;
  const as = owner.token;
  const [farm, mill] = [await practice.addEntity('Farm'), await practice.addEntity('Mill')];
  const { body: calendar } = await app.call('POST /v1/calendar', { as, body: {} });
  const key = new URL(calendar.url).searchParams.get('key') ?? '';
  const statuses = async () => ({
    forecast: await app.call('GET /v1/forecast', { as }),
    feed: await app.call('GET /v1/calendar/feed.ics', { query: { key } }),
    list: await app.call('GET /v1/entities', { as }),
    entity: await app.call('GET /v1/entities/{entityId}', { as, params: { entityId: farm } }),
    board: await app.call('GET /v1/attention', { as }),
  });
  await addChanged(farm, 60);
  await addChanged(mill, 65);
  const within = await statuses();
  expect(Object.values(within).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await addChanged(mill, 1);
  const { forecast, feed, list, entity, board } = await statuses();
  for (const refused of [forecast, feed, list]) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'report/too-many-payments' } });
    expect(refused.body.detail).toContain('403,200 payments together, and at most 400,000');
  }
  // Each page of the list and each entity has its own bound, and the board leaves out what is beyond its own.
  expect((await app.call('GET /v1/entities', { as, query: { limit: '1' } })).status).toBe(200);
  expect([entity.status, board.status]).toEqual([200, 200]);
  await addChanged(farm, 66);
  expect((await statuses()).entity.status).toBe(409);
});

// Evidence for ASVS 2.4
it('refuses forecast and feed above 20,000 changes, and still lists their loans', async () => {
  const { app, owner } = practice;
  const as = owner.token;
  const farm = await practice.addEntity('Farm');
  const { body: calendar } = await app.call('POST /v1/calendar', { as, body: {} });
  const key = new URL(calendar.url).searchParams.get('key') ?? '';
  const answers = () =>
    Promise.all([
      app.call('GET /v1/forecast', { as }),
      app.call('GET /v1/calendar/feed.ics', { query: { key } }),
      app.call('GET /v1/entities', { as }),
      app.call('GET /v1/attention', { as }),
    ]);
  await addChanged(farm, 200, practice, { payments: 60, changes: 100 });
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await addChanged(farm, 1, practice, { payments: 60, changes: 1 });
  const [forecast, feed, ...lists] = await answers();
  for (const refused of [forecast, feed]) {
    expect(refused).toMatchObject({ status: 409, body: { code: 'report/too-many-changes' } });
  }
  expect(lists.map(({ status }) => status)).toEqual([200, 200]);
});

// Evidence for ASVS 2.4
it('answers list, entity and board of changed loans without their terms and changes', async () => {
  const { app, owner } = practice;
  const as = owner.token;
  const entityId = await practice.addEntity('Farm');
  const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
  const params = { entityId, scheduleId };
  await app.call('PUT /v1/reports/loans/{date}/statements', {
    as,
    params: { date: '2026-06-30' },
    body: [{ scheduleId, balance: 1 }],
  });
  for (const interestRate of [9, 8, 7]) {
    const change = { kind: 'rate-change', date: '2026-02-20', interestRate, keep: 'term' } as const;
    expect((await record({ app, owner, params }, change)).status).toBe(201);
  }
  const answers = async () => ({
    list: (await app.call('GET /v1/entities', { as })).body,
    entity: (await app.call('GET /v1/entities/{entityId}', { as, params })).body,
    board: (await app.call('GET /v1/attention', { as })).body,
  });
  const before = await answers();
  const loan = await app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { as, params });
  expect(before.entity.totalOutstanding).toBe(loan.body.outstanding);
  expect(before.board.map(({ kind }) => kind).toSorted()).toEqual(['not-linked', 'statements-open']);
  await app.table.write({ delete: keys.schedule(entityId, scheduleId) });
  for (const number of [1, 2, 3]) await app.table.write({ delete: keys.event(scheduleId, number) });
  expect(await answers()).toEqual(before);
});

it('lists a loan by the changes that are left, and by its terms once the last is undone', async () => {
  const { app, owner } = practice;
  const as = owner.token;
  const entityId = await practice.addEntity('Farm');
  const scheduleId = await practice.addLoan(entityId, WORKED_EXAMPLE);
  const params = { entityId, scheduleId };
  const balances = async () => [
    (await app.call('GET /v1/entities/{entityId}', { as, params })).body.totalOutstanding,
    (await app.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', { as, params })).body.outstanding,
  ];
  const [unchanged] = await balances();
  const eventIds: string[] = [];
  for (const amount of [1000, 2000]) {
    const change = { kind: 'extra-repayment', date: '2026-02-20', amount, keep: 'payment' } as const;
    eventIds.push((await record({ app, owner, params }, change)).body.id);
  }
  const seen = new Set([unchanged]);
  for (const eventId of eventIds.toReversed()) {
    const [listed, shown] = await balances();
    expect(listed).toBe(shown);
    seen.add(listed);
    const key = 'DELETE /v1/entities/{entityId}/schedules/{scheduleId}/events/{eventId}';
    expect((await app.call(key, { as, params: { ...params, eventId } })).status).toBe(204);
  }
  expect(seen.size).toBe(3);
  expect(await balances()).toEqual([unchanged, unchanged]);
  expect(await app.table.get(keys.debts(scheduleId))).toBeUndefined();
});

// Evidence for ASVS 2.4
it('counts an answer that works out many payments as many reads of its session', async () => {
  const READS = 200;
  const own = await createPractice({ limits: { reads: READS } });
  const { app, owner } = own;
  const as = owner.token;
  const entityId = await own.addEntity('Farm');
  const params = { entityId };
  const signOff = { entityId, as: 'prepared' as const, reasons: [] };
  const reads = {
    list: () => app.call('GET /v1/entities', { as }),
    entity: () => app.call('GET /v1/entities/{entityId}', { as, params }),
    board: () => app.call('GET /v1/attention', { as }),
    journals: () =>
      app.call('POST /v1/entities/{entityId}/reports/journal/preview', {
        as,
        params,
        body: { date: '2026-06-30', kinds: ['accrued-interest'] },
      }),
    signOff: () =>
      app.call('PUT /v1/reports/loans/{date}/signoff', {
        as,
        params: { date: '2026-06-30' },
        body: signOff,
      }),
  };
  const made = async (call: () => Promise<{ readonly status: number }>): Promise<number> => {
    app.clock.advance(MINUTE);
    let count = 0;
    while (count < 2 * READS && (await call()).status !== 429) count++;
    return count;
  };
  // 60 loans of 3,200 payments and a change, which counts as 100, are 198,000 payments: 19 more reads of 10,000.
  await addChanged(entityId, 60, own);
  expect(await made(() => app.call('GET /v1/tenants/current', { as }))).toBe(READS);
  for (const name of ['list', 'entity', 'board'] as const)
    expect([name, await made(reads[name])]).toEqual([name, 10]);
  // A report splits each year of each loan, so it counts as a quarter of the reads.
  for (const name of ['signOff', 'journals'] as const)
    expect([name, await made(reads[name])]).toEqual([name, 4]);
});

// Evidence for ASVS 2.4
it('counts the registers that a read or a write looks at as reads of its session', async () => {
  const READS = 130;
  const importId = crypto.randomUUID();
  const own = await createPractice({ limits: { reads: READS } });
  const { app, owner } = own;
  const as = owner.token;
  const entityId = await own.addEntity('Farm');
  // A spread over 100 years has 1,200 entries, of which each takes as long as ten payments.
  const facts = { ...INSURANCE.facts, from: '2000-01-01', to: '2099-12-31' };
  const rows = Array.from({ length: 10 }, (_, line) => ({
    ...INSURANCE,
    line,
    name: `Spread ${line}`,
    facts,
  }));
  const here = { as, params: { entityId } };
  const importing = () =>
    app.call('POST /v1/entities/{entityId}/registers/import', { ...here, body: { importId, rows } });
  const { created } = (await importing()).body;
  expect(created).toHaveLength(10);
  const made = async (call: () => Promise<{ readonly status: number }>): Promise<number> => {
    app.clock.advance(MINUTE);
    let count = 0;
    while (count < READS && (await call()).status !== 429) count++;
    return count;
  };
  // 12 reads of 10,000 payments, and itself.
  expect(await made(() => app.call('GET /v1/entities/{entityId}/registers', here))).toBe(10);
  // No read itself.
  const previewing = () =>
    app.call('POST /v1/entities/{entityId}/registers/import/preview', { ...here, body: { rows } });
  expect(await made(previewing)).toBe(10);
  const registerIds = created.map(({ registerId }) => registerId);
  const posting = () =>
    app.call('POST /v1/entities/{entityId}/registers/sync', {
      ...here,
      body: { registerIds, through: '1999-12-31' },
    });
  // One for the look at all registers of the entity, and 12 for those that are worked out.
  expect(await made(posting)).toBe(10);
  await app.table.write({ update: keys.entity(owner.tenantId, entityId), set: { registerCount: 300 } });
  expect(await made(importing)).toBe(4);
});

// Evidence for ASVS 2.4
it.each([
  ['ledger checks', 'POST /v1/entities/{entityId}/ledgercheck', { date: '2025-05-31' }],
  [
    'adjusting journals',
    'POST /v1/entities/{entityId}/reports/journal',
    { date: '2025-05-31', kinds: ['accrued-interest'] },
  ],
] as const)(
  'counts the loans of %s as reads, of which one takes a quarter at most',
  async (_name, key, body) => {
    const work = await startLinked();
    const { app, owner, entityId } = work;
    await addChanged(entityId, 1000, work);
    const statuses: number[] = [];
    for (let call = 0; call < 5; call++)
      statuses.push((await app.send(key, { as: owner.token, params: { entityId }, body })).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  },
);
