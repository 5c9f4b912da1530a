import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Body } from '../../functions/client/route-client.ts';
import { placeKey } from '../../functions/access/shares.ts';
import { handler as undoWorker } from '../../functions/imports/undo-worker.ts';
import type { Queue, QueueMessage } from '../../functions/services/queue.ts';
import { keys } from '../../functions/store/keys.ts';
import type { Table } from '../../functions/store/table.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { createTestApp, START, type TestApp } from '../support/app.ts';
import { IMPORT_ROW } from '../support/contracts.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { eventOf } from '../support/jobs.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { type Person, signUp } from '../support/people.ts';
import { repeatingTable } from '../support/repeating-table.ts';

const PREVIEW = 'POST /v1/imports/preview';
const IMPORT = 'POST /v1/imports';
const UNDO = 'DELETE /v1/imports/{importId}';
const HOUR_MS = 60 * 60 * 1000;

let app: TestApp;
let owner: Person;
let farm: string;
/** Transactions that the table is to fail, counted down. */
let failAfter: number;
let table: Table;
let queued: QueueMessage[];

beforeEach(async () => {
  const memory = createMemoryTable({ now: () => START });
  failAfter = Infinity;
  table = {
    ...memory,
    transact: (writes) => {
      if (--failAfter < 0) throw new Error('The database is down');
      return memory.transact(writes);
    },
  };
  queued = [];
  const queue: Queue = {
    send: async (messages) => void queued.push(...messages),
    sendToDeadLetters: async () => {},
  };
  app = await createTestApp({ table, startAt: START, queue });
  owner = await signUp(app);
  farm = await addEntity(app, owner, 'Farm');
});

const row = (line: number, changes: object = {}) => ({
  ...IMPORT_ROW,
  line,
  name: `Ute ${line}`,
  ...changes,
});
const rows = (count: number) => Array.from({ length: count }, (_, index) => row(index + 2));
const send = (body: object) => app.call(IMPORT, { as: owner.token, body: body as Body<typeof IMPORT> });
const undo = (importId: string) => app.call(UNDO, { as: owner.token, params: { importId } });
const listed = async (entityId = farm) =>
  (await app.call('GET /v1/entities/{entityId}/schedules', { as: owner.token, params: { entityId } }))
    .body as {
    id: string;
    description: string;
  }[];

describe('the preview', () => {
  it('says of each row what becomes of it, and writes nothing', async () => {
    await addSchedule(app, owner, farm, { description: 'Ute 4', contractNumber: 'A-1' });
    const { status, body } = await app.call(PREVIEW, {
      as: owner.token,
      body: {
        rows: [
          row(2),
          row(3, { entity: 'New Pty Ltd' }),
          row(4, { entity: 'FARM' }),
          row(5, { contractNumber: 'a-1' }),
          row(6, { entity: 'New Pty Ltd', name: 'ute 3' }),
          row(7, { loanAmount: '1.005', startDate: '1/15/2025' }),
        ],
      },
    });
    expect(status).toBe(200);
    expect(
      body.map(({ line, action, entityId }: Record<string, unknown>) => [line, action, entityId]),
    ).toEqual([
      [2, 'create', farm],
      [3, 'create', null],
      [4, 'duplicate', farm],
      [5, 'duplicate', farm],
      [6, 'duplicate', null],
      [7, 'error', farm],
    ]);
    expect(body[0]).toMatchObject({ endDate: '2030-01-15', totalInterest: 10_000, errors: {} });
    expect(body[0]?.interestRate).toBeCloseTo(7.420096, 6);
    expect(body[2]?.errors).toEqual({ name: ['FARM already has a schedule named "Ute 4".'] });
    expect(body[3]?.errors).toEqual({
      contractNumber: ['There is already a schedule with contract number "a-1".'],
    });
    expect(Object.keys(body[5]?.errors ?? {}).toSorted()).toEqual(['loanAmount', 'startDate']);
    expect(body[4]?.errors).toEqual({ name: ['Line 3 of this file is also "ute 3" of New Pty Ltd.'] });
    expect(await listed()).toHaveLength(1);
  });

  it('compares the rates of contracts, and an import keeps them', async () => {
    const sent = [row(2, { contractRate: '7.42%' }), row(3, { contractRate: '8.1' })];
    const { body } = await app.call(PREVIEW, { as: owner.token, body: { rows: sent } });
    expect(body.map(({ action, warnings }: Record<string, unknown>) => [action, warnings])).toEqual([
      ['create', {}],
      ['create', { contractRate: ['The contract says 8.10 %, these terms give 7.42 %.'] }],
    ]);
    await send({ importId: randomUUID(), rows: sent });
    expect(await listed()).toMatchObject([{ contractRate: 7.42 }, { contractRate: 8.1 }]);
  });

  it.each([
    ['no rows', []],
    ['more than 500 rows', rows(501)],
    ['two rows of one line', [row(2), row(2)]],
  ])('refuses %s', async (_name, sent) => {
    const { status, body } = await app.call(PREVIEW, { as: owner.token, body: { rows: sent } });
    expect([status, Object.keys(body.errors ?? {})]).toEqual([400, ['rows']]);
  });

  it('names a cell that is no text, and a line beyond those of a spreadsheet', async () => {
    const { body } = await app.send(PREVIEW, {
      as: owner.token,
      body: { rows: [{ ...row(2), loanAmount: 5 }, row(1_048_576), row(1_048_577)] },
    });
    expect(body.errors).toEqual({
      'rows.0.loanAmount': ['Please provide a text.'],
      'rows.2.line': ['Please provide at most 1,048,576.'],
    });
  });
});

describe('an import', () => {
  it('creates schedules in existing and new entities, unconnected, in the order of the file', async () => {
    const importId = randomUUID();
    const sent = [...rows(20), row(30, { entity: 'New Pty Ltd', kind: 'Hire purchase', balloon: '5000' })];
    const { status, body } = await send({ importId, rows: sent, createEntities: true });
    expect(status).toBe(201);
    expect(body.failed).toEqual([]);
    expect(body.created.map(({ line }: { line: number }) => line)).toEqual(sent.map(({ line }) => line));
    expect((await listed()).map(({ description }) => description)).toEqual(rows(20).map(({ name }) => name));
    const entityId = body.created.at(-1)?.entityId ?? '';
    expect((await listed(entityId))[0]).toMatchObject({
      description: 'Ute 30',
      kind: 'hire-purchase',
      lender: 'Westpac',
      xeroSetup: 'not-connected',
      schedulePaymentPlans: [
        { number: 1, qty: 59 },
        { number: 2, qty: 1, amount: 6_000 },
      ],
    });
    const { body: entity } = await app.call('GET /v1/entities/{entityId}', {
      as: owner.token,
      params: { entityId },
    });
    expect(entity).toMatchObject({ name: 'New Pty Ltd', schedulesCount: 1, totalBorrowing: 50_000 });
  });

  it('creates nothing when a row can’t be created, unless such rows are to be skipped', async () => {
    const importId = randomUUID();
    const sent = [
      row(2),
      row(3, { loanAmount: 'x' }),
      row(4, { entity: 'Nowhere' }),
      row(5, { name: 'Ute 2' }),
    ];
    const refused = await send({ importId, rows: sent });
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body.errors ?? {})).toEqual([
      'rows.1.loanAmount',
      'rows.2.entity',
      'rows.3.name',
    ]);
    expect(await listed()).toEqual([]);
    const { status, body } = await send({ importId, rows: sent, skipErrors: true });
    expect(status).toBe(201);
    expect(body.created.map(({ line }: { line: number }) => line)).toEqual([2]);
    expect(body.failed).toEqual([
      {
        line: 3,
        errors: { loanAmount: ['“x” is text. Please provide an amount with at most two decimals.'] },
      },
      { line: 4, errors: { entity: ['There is no entity named "Nowhere".'] } },
      { line: 5, errors: { name: ['Line 2 of this file is also "Ute 2" of Farm.'] } },
    ]);
  });

  it('creates nothing twice when it is repeated', async () => {
    const body = { importId: randomUUID(), rows: rows(3) };
    const first = await send(body);
    const second = await send(body);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(await listed()).toHaveLength(3);
  });

  it('creates each row once when two tabs send it at the same time', async () => {
    const body = {
      importId: randomUUID(),
      rows: rows(40).map((each, index) => (index % 2 ? each : { ...each, entity: 'New Pty Ltd' })),
      createEntities: true,
    };
    const answers = await Promise.all([send(body), send(body), send(body)]);
    for (const answer of answers) {
      expect([answer.status, answer.body.created.length, answer.body.failed]).toEqual([201, 40, []]);
    }
    const { body: entities } = await app.call('GET /v1/entities', { as: owner.token });
    expect(entities.map(({ schedulesCount }: { schedulesCount: number }) => schedulesCount)).toEqual([
      20, 20,
    ]);
  });

  it('creates each row once when two imports of one file run at the same time', async () => {
    const file = { rows: rows(40), skipErrors: true };
    const answers = await Promise.all([
      send({ ...file, importId: randomUUID() }),
      send({ ...file, importId: randomUUID() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const counts = answers.map(({ body }) => [body.created.length, body.failed.length]);
    expect(counts.toSorted(([a = 0], [b = 0]) => b - a)).toEqual([
      [40, 0],
      [0, 40],
    ]);
    expect(await listed()).toHaveLength(40);
  });

  // Evidence for ASVS 2.4
  it('is refused at once while one runs and another one waits, since each that waits holds an execution', async () => {
    for (const place of [1, 2]) {
      const key = placeKey({ account: owner.tenantId, handler: 'imports/create-import' }, place);
      await table.write({ put: { ...key, holder: `import ${place}`, until: START + 20_000 } });
    }
    const refused = await send({ importId: randomUUID(), rows: rows(1) });
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '2' },
      body: { code: 'account/busy' },
    });
    expect(app.clock.now() - START).toBeLessThan(1000);
  });

  it('is refused while another one keeps running, and goes through after the other’s lease has expired', async () => {
    const { tenantId } = owner;
    await table.write({
      put: { ...keys.importLease(tenantId), holder: 'another', until: START + 60_000 },
    });
    const body = { importId: randomUUID(), rows: rows(1) };
    const refused = await send(body);
    expect([refused.status, refused.body.code]).toEqual([409, 'import/under-way']);
    expect(await listed()).toEqual([]);
    app.clock.advance(61_000);
    expect((await send(body)).status).toBe(201);
  });

  it('goes through although the answer to each write is lost once', async () => {
    app = await createTestApp({ table: repeatingTable(table), startAt: START });
    const { status, body } = await send({ importId: randomUUID(), rows: rows(3) });
    expect([status, body.created.length, body.failed]).toEqual([201, 3, []]);
  });

  it('leaves whole schedules when it fails in the middle, says which, and goes on when repeated', async () => {
    const body = { importId: randomUUID(), rows: rows(40) };
    failAfter = 1;
    const first = await send(body);
    expect(first.status).toBe(201);
    const { length } = first.body.created;
    expect(first.body.failed).toHaveLength(40 - length);
    expect(first.body.failed[0]).toEqual({
      line: length + 2,
      errors: { line: ['Something went wrong creating this schedule. Please import again.'] },
    });
    expect(await listed()).toHaveLength(length);
    failAfter = Infinity;
    const second = await send(body);
    expect([second.body.created.length, second.body.failed]).toEqual([40, []]);
    expect(await listed()).toHaveLength(40);
  });

  it('fills an entity up to its limit and names the rows beyond', async () => {
    await app.table.write({ update: keys.entity(owner.tenantId, farm), set: { scheduleCount: 1_998 } });
    const { body } = await send({ importId: randomUUID(), rows: rows(3) });
    expect(body.created).toHaveLength(2);
    expect(body.failed).toEqual([
      { line: 4, errors: { line: ['An entity can have at most 2000 schedules.'] } },
    ]);
  });
});

describe('undoing an import', () => {
  it('deletes what it created, new entities too, and nothing else', async () => {
    const importId = randomUUID();
    await send({ importId, rows: [...rows(20), row(30, { entity: 'New Pty Ltd' })], createEntities: true });
    await send({ importId: randomUUID(), rows: [row(2, { name: 'Tractor' })] });
    expect((await undo(importId)).status).toBe(204);
    expect((await listed()).map(({ description }) => description)).toEqual(['Tractor']);
    const { body: entities } = await app.call('GET /v1/entities', { as: owner.token });
    expect(entities).toMatchObject([{ name: 'Farm', schedulesCount: 1 }]);
    expect((await undo(importId)).status).toBe(204);
    const repeated = await send({ importId, rows: rows(2) });
    expect([repeated.status, repeated.body.code]).toEqual([409, 'import/undone']);
  });

  it('keeps a new entity that something else was put into', async () => {
    const importId = randomUUID();
    const { body } = await send({
      importId,
      rows: [row(2, { entity: 'New Pty Ltd' })],
      createEntities: true,
    });
    const entityId = body.created[0]?.entityId ?? '';
    await addSchedule(app, owner, entityId);
    expect((await undo(importId)).status).toBe(204);
    expect(await listed(entityId)).toHaveLength(1);
  });

  it.each([
    [
      'changed',
      (scheduleId: string) =>
        app.call('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
          as: owner.token,
          params: { entityId: farm, scheduleId },
          body: { description: 'Renamed' },
        }),
    ],
    [
      'deleted',
      (scheduleId: string) =>
        app.call('DELETE /v1/entities/{entityId}/schedules/{scheduleId}', {
          as: owner.token,
          params: { entityId: farm, scheduleId },
        }),
    ],
  ])('is refused as a whole once a schedule was %s', async (_what, touch) => {
    const importId = randomUUID();
    const { body } = await send({ importId, rows: rows(20) });
    await touch(body.created[18]?.scheduleId ?? '');
    const left = await listed();
    const answer = await undo(importId);
    expect([answer.status, answer.body.code]).toEqual([409, 'import/touched']);
    expect(await listed()).toEqual(left);
    expect((await send({ importId, rows: rows(20) })).status).toBe(201);
  });

  it('is refused after 24 hours', async () => {
    const importId = randomUUID();
    await send({ importId, rows: rows(1) });
    app.clock.advance(24 * HOUR_MS + 1);
    owner = { ...owner, ...(await signInAgain()) };
    const { status, body } = await undo(importId);
    expect([status, body.code]).toEqual([409, 'import/too-old']);
    expect(await listed()).toHaveLength(1);
  });
});

describe('undoing an import of more than 500 rows', () => {
  const GET = 'GET /v1/imports/{importId}';
  let importId: string;

  async function fill(count: number): Promise<void> {
    importId = randomUUID();
    await addEntity(app, owner, 'Shop');
    for (let from = 0; from < count; from += 500) {
      const part = Array.from({ length: Math.min(500, count - from) }, (_, index) =>
        row(from + index + 2, { entity: ['Farm', 'Shop', 'Yard'][index % 3] }),
      );
      const { body } = await send({ importId, rows: part, createEntities: true });
      expect(body.created).toHaveLength(part.length);
    }
  }

  const state = async () =>
    (await app.call(GET, { as: owner.token, params: { importId } })).body as {
      state: string;
      left: number;
      refusal: string | null;
    };
  const work = async () => {
    // An execution that was killed kept its lease until its deadline.
    app.clock.advance(130_000);
    const lambda = { ...lambdaContext('imports', 0), getRemainingTimeInMillis: () => 120_000 };
    return undoWorker(app)(eventOf(queued.slice(-1)), lambda);
  };
  const counts = async () =>
    (await app.call('GET /v1/entities', { as: owner.token })).body.map(
      ({ name, schedulesCount }: { name: string; schedulesCount: number }) => [name, schedulesCount],
    );

  it('deletes 3,500 by a job, which continues where an execution failed, and a repeat is harmless', async () => {
    const COUNT = 3_500;
    await fill(COUNT);
    expect(await state()).toEqual({ state: 'open', left: COUNT, refusal: null });
    const asked = await undo(importId);
    expect([asked.status, asked.body]).toEqual([202, { state: 'undoing', left: COUNT }]);
    expect(await state()).toEqual({ state: 'undoing', left: COUNT, refusal: null });
    const late = await send({ importId, rows: rows(2) });
    expect([late.status, late.body.code]).toEqual([409, 'import/undone']);

    failAfter = 40;
    expect((await work()).batchItemFailures).toHaveLength(1);
    failAfter = Infinity;
    const { left, ...rest } = await state();
    expect(rest).toEqual({ state: 'undoing', refusal: null });
    expect(left).toBeLessThan(COUNT);
    expect(left).toBeGreaterThan(0);

    const again = await undo(importId);
    expect([again.status, again.body]).toEqual([202, { state: 'undoing', left }]);
    expect((await work()).batchItemFailures).toEqual([]);
    expect(await state()).toEqual({ state: 'undone', left: 0, refusal: null });
    expect(await counts()).toEqual([
      ['Farm', 0],
      ['Shop', 0],
    ]);
    expect((await undo(importId)).status).toBe(204);
    expect((await work()).batchItemFailures).toEqual([]);
  });

  it('deletes nothing once a schedule was changed', async () => {
    await fill(510);
    const { body } = await app.call('GET /v1/entities/{entityId}/schedules', {
      as: owner.token,
      params: { entityId: farm },
    });
    const rename = (index: number) =>
      app.send('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
        as: owner.token,
        params: { entityId: farm, scheduleId: body[index]?.id ?? '' },
        body: { description: `Renamed ${index}` },
      });
    expect((await undo(importId)).status).toBe(202);
    await rename(3);
    expect((await work()).batchItemFailures).toEqual([]);
    const refusal = '"Renamed 3" of this import changed since, so it can’t be undone. Nothing was deleted.';
    expect(await state()).toEqual({ state: 'open', left: 510, refusal });
    const asked = await undo(importId);
    expect([asked.status, asked.body.code]).toEqual([409, 'import/touched']);
    expect(await counts()).toEqual([
      ['Farm', 171],
      ['Shop', 170],
      ['Yard', 169],
    ]);
  });

  it('is nothing to its job once the organisation is deleted', async () => {
    await fill(510);
    expect((await undo(importId)).status).toBe(202);
    await table.write({ delete: keys.import(owner.tenantId, importId) });
    expect((await work()).batchItemFailures).toEqual([]);
    expect((await listed()).length).toBe(171);
  });

  it('leaves a schedule that was changed after a failed execution had deleted others', async () => {
    await fill(600);
    expect((await undo(importId)).status).toBe(202);
    failAfter = 6;
    await work();
    failAfter = Infinity;
    const [left] = await listed();
    await app.send('PATCH /v1/entities/{entityId}/schedules/{scheduleId}', {
      as: owner.token,
      params: { entityId: farm, scheduleId: left?.id ?? '' },
      body: { description: 'Renamed' },
    });
    expect((await work()).batchItemFailures).toEqual([]);
    expect(await state()).toEqual({ state: 'undone', left: 1, refusal: null });
    expect((await listed()).map(({ description }) => description)).toEqual(['Renamed']);
  });
});

const signInAgain = async () => {
  const { refreshToken } = owner;
  return (await app.call('POST /v1/users/token/refresh', { body: { refreshToken } })).body as {
    token: string;
    refreshToken: string;
  };
};
