import { describe, expect, it } from 'vitest';
import { INSURANCE } from '../support/contracts.ts';
import { inEntity, registersPath } from '../support/registers.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { startWork } from '../support/xero.ts';

const importId = '0f7c1c5e-51a8-4b0e-9b0e-2f6f6f0f8a11';
const row = (line: number, changes: object = {}) => ({
  line,
  ...INSURANCE,
  name: `Policy ${line}`,
  ...changes,
});

const WRITE_OFF = { kind: 'write-off', date: INSURANCE.facts.to };

describe('an import of spreads', () => {
  it('judges rows by field, and writes nothing', async () => {
    const work = await startWork();
    const rows = [row(2), row(3, { name: 'Policy 2' }), row(4, { facts: { ...INSURANCE.facts, amount: 0 } })];
    const body = { rows: [...rows, row(5, { facts: 'none' }), row(6, { changes: [WRITE_OFF] })] };
    const preview = await work.app.call(`POST ${registersPath}/import/preview`, { ...inEntity(work), body });
    expect(
      preview.body.map(({ line, action, entries, errors }) => [line, action, entries, Object.keys(errors)]),
    ).toEqual([
      [2, 'create', 12, []],
      [3, 'duplicate', 12, ['name']],
      [4, 'error', 0, ['facts.amount']],
      [5, 'error', 0, ['facts']],
      [6, 'error', 0, ['changes']],
    ]);
    expect((await work.app.call(`GET ${registersPath}`, inEntity(work))).body).toEqual([]);
  });

  it('creates 500 once under its id, and all or none without skipErrors', async () => {
    const work = await startWork();
    const rows = Array.from({ length: 500 }, (_each, index) => row(index + 1));
    const wrong = [...rows.slice(1), row(600, { facts: { ...INSURANCE.facts, to: null } })];
    const send = (body: object) =>
      work.app.call(`POST ${registersPath}/import`, {
        ...inEntity(work),
        body: { importId, ...body } as { importId: string; rows: typeof rows },
      });
    const refused = await send({ rows: wrong });
    expect([refused.status, Object.keys(Object(refused.body).errors)]).toEqual([400, ['rows.600.facts.to']]);
    const first = await send({ rows });
    expect([first.status, first.body.created.length, first.body.failed]).toEqual([201, 500, []]);
    expect((await send({ rows })).body).toEqual(first.body);
    const list = await work.app.call(`GET ${registersPath}`, inEntity(work));
    expect(list.body.map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
    const more = await work.app.call(`POST ${registersPath}`, { ...inEntity(work), body: INSURANCE });
    expect([more.status, Object.keys(Object(more.body).errors)]).toEqual([400, ['registers']]);
  });

  it('creates no register again that was deleted since, and answers the same', async () => {
    const work = await startWork();
    const rows = [row(2), row(3), row(4, { facts: { ...INSURANCE.facts, amount: 0 } })];
    const send = () =>
      work.app.call(`POST ${registersPath}/import`, {
        ...inEntity(work),
        body: { importId, rows, skipErrors: true },
      });
    const names = async () =>
      (await work.app.call(`GET ${registersPath}`, inEntity(work))).body.map(({ name }) => name);
    const first = await send();
    expect(first.body.failed.map(({ line, errors }) => [line, Object.keys(errors)])).toEqual([
      [4, ['facts.amount']],
    ]);
    const [{ registerId } = { registerId: '' }] = first.body.created;
    await work.app.call(`DELETE ${registersPath}/{registerId}`, {
      as: work.owner.token,
      params: { entityId: work.entityId, registerId },
    });
    const again = await send();
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await names()).toEqual(['Policy 3']);
  });

  it('continues an import that was interrupted, and leaves out what was deleted meanwhile', async () => {
    let transactions = Infinity;
    const memory = createMemoryTable();
    const work = await startWork(5, {
      ...memory,
      transact: async (...args) => {
        if (transactions-- <= 0) throw new Error('The process ended.');
        return memory.transact(...args);
      },
    });
    const rows = Array.from({ length: 70 }, (_each, index) => row(index + 1));
    const send = () =>
      work.app.call(`POST ${registersPath}/import`, { ...inEntity(work), body: { importId, rows } });
    const list = async () => (await work.app.call(`GET ${registersPath}`, inEntity(work))).body;
    transactions = 1;
    expect((await send()).status).toBe(500);
    transactions = Infinity;
    const [first] = await list();
    expect(await list()).toHaveLength(30);
    await work.app.call(`DELETE ${registersPath}/{registerId}`, {
      as: work.owner.token,
      params: { entityId: work.entityId, registerId: first?.id ?? '' },
    });
    const again = await send();
    expect(again.body.created.map(({ line }) => line)).toEqual(rows.map(({ line }) => line));
    expect(again.body.created[0]?.registerId).toBe(first?.id);
    expect((await list()).map(({ name }) => name)).toEqual(rows.slice(1).map(({ name }) => name));
  });

  it('refuses rows with more errors than it can keep', async () => {
    const work = await startWork();
    const accounts = Object.fromEntries(
      Array.from({ length: 40 }, (_each, index) => [`${index} ${'漢'.repeat(4_000)}`, 'none']),
    );
    const answer = await work.app.call(`POST ${registersPath}/import`, {
      ...inEntity(work),
      body: { importId, rows: [row(2), row(3, { accounts })], skipErrors: true },
    });
    expect([answer.status, Object.keys(Object(answer.body).errors)]).toEqual([400, ['rows']]);
    expect((await work.app.call(`GET ${registersPath}`, inEntity(work))).body).toEqual([]);
  });
});
