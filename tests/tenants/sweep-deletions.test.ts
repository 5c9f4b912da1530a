import { describe, expect, it } from 'vitest';
import type { Table } from '../../functions/store/table.ts';
import { createTestApp, START } from '../support/app.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { jobsOf } from '../support/jobs.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { type Person, signUp } from '../support/people.ts';

const MINUTE = 60_000;

/** An app whose table refuses writes from one on that `begins` recognises, until it is well again. */
async function interruptedApp(begins: (key: { pk: string; sk: string }) => boolean) {
  const table = createMemoryTable({ now: () => START });
  const health = { isWell: true };
  const refuse = (writes: readonly object[]): void => {
    const isMeant = writes.some((write) => 'delete' in write && begins(write.delete as never));
    if (isMeant && !health.isWell) throw new Error('Cut short');
  };
  const write: Table['write'] = async (one) => {
    refuse([one]);
    return table.write(one);
  };
  const transact: Table['transact'] = async (writes, token) => {
    refuse(writes);
    return table.transact(writes, token);
  };
  const app = await createTestApp({ table: { ...table, write, transact } });
  const owner = await signUp(app);
  const entityId = await addEntity(app, owner);
  const { id: scheduleId } = await addSchedule(app, owner, entityId);
  return { app, owner, health, entityId, scheduleId };
}

type Interrupted = Awaited<ReturnType<typeof interruptedApp>>;

const itemsOf = async ({ app, owner, entityId, scheduleId }: Interrupted): Promise<string[]> => {
  const partitions = [`E#${entityId}`, `S#${scheduleId}`, `T#${owner.tenantId}`];
  const pages = await Promise.all(partitions.map((pk) => app.table.query({ pk })));
  return pages.flatMap(({ items }) => items.map(({ pk, sk }) => `${pk} ${sk}`));
};

const removeTenant = ({ app, owner }: Interrupted, { token: as }: Person = owner) =>
  app.call('DELETE /v1/tenants', { as, body: { tenant: owner.tenantId } });

describe('the job that finishes deletions', () => {
  it.each(['S#', 'E#'])('removes all items of an entity whose deletion stops at %s', async (prefix) => {
    const begun = await interruptedApp(({ pk, sk }) => pk.startsWith(prefix) && sk !== '@');
    const { app, owner, health, entityId } = begun;
    health.isWell = false;
    const params = { entityId };
    const answer = await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params });
    expect(answer.status).toBe(500);
    expect((await app.call('GET /v1/entities', { as: owner.token })).body).toEqual([]);
    health.isWell = true;
    expect((await jobsOf(app).run('deletion-sweep')).result).toMatchObject({ finished: 1, failed: 0 });
    const left = await itemsOf(begun);
    expect(left.filter((item) => !item.startsWith('T#'))).toEqual([]);
    expect((await jobsOf(app).run('deletion-sweep')).result).toMatchObject({ finished: 0 });
  });

  it.each(['S#', 'E#', 'T#'])(
    'removes all items of an organisation whose deletion stops at %s',
    async (prefix) => {
      const begun = await interruptedApp(({ pk, sk }) => pk.startsWith(prefix) && sk !== '@');
      const { app, owner, health } = begun;
      await app.call('POST /v1/tenants', { as: owner.token, body: { name: 'Kept' } });
      health.isWell = false;
      expect((await removeTenant(begun)).status).toBe(500);
      health.isWell = true;
      expect((await jobsOf(app).run('deletion-sweep')).result).toMatchObject({ failed: 0 });
      expect(await itemsOf(begun)).toEqual([]);
      expect((await app.call('GET /v1/tenants', { as: owner.token })).body).toMatchObject([{ name: 'Kept' }]);
    },
  );

  it('leaves a deletion alone that a request may still carry out', async () => {
    const begun = await interruptedApp(({ pk, sk }) => pk.startsWith('E#') && sk !== '@');
    const { app, owner, health, entityId } = begun;
    health.isWell = false;
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    health.isWell = true;
    const run = () =>
      jobsOf(app).run('deletion-sweep', { scheduledTime: new Date(app.clock.now()).toISOString() });
    expect((await run()).result).toMatchObject({ finished: 0 });
    app.clock.advance(16 * MINUTE);
    expect((await run()).result).toMatchObject({ finished: 1 });
  });

  it('reports a deletion that fails, and finishes it in a later run', async () => {
    const begun = await interruptedApp(({ pk, sk }) => pk.startsWith('E#') && sk !== '@');
    const { app, owner, health, entityId } = begun;
    health.isWell = false;
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId } });
    expect((await jobsOf(app).run('deletion-sweep')).result).toMatchObject({ finished: 0, failed: 1 });
    health.isWell = true;
    expect((await jobsOf(app).run('deletion-sweep')).result).toMatchObject({ finished: 1, failed: 0 });
  });
});
