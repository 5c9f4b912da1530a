import { describe, expect, it } from 'vitest';
import type { Table } from '../../functions/store/table.ts';
import { createTestApp, START } from '../support/app.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { INSURANCE } from '../support/contracts.ts';
import { jobsOf } from '../support/jobs.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { type Person, signUp } from '../support/people.ts';

const MINUTE = 60_000;
const PDF = Buffer.from('%PDF-1.7 the contract');
/** Has a change, which is an item of its own. */
const SPREAD = { ...INSURANCE, changes: [{ kind: 'write-off', date: '2026-12-31' }] } as const;

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
  const transact: Table['transact'] = async (writes) => {
    refuse(writes);
    return table.transact(writes);
  };
  const app = await createTestApp({ table: { ...table, write, transact } });
  const owner = await signUp(app);
  const entityId = await addEntity(app, owner);
  const { id: scheduleId } = await addSchedule(app, owner, entityId);
  return { app, owner, health, entityId, scheduleId };
}

/** The changes of table and files that a process has made, and those it makes at most before it stops. */
interface Changes {
  made: number;
  most: number;
}

/** An app with a schedule or a register that has changes and an attachment, and how it is deleted. */
async function attachedApp(noun: 'schedule' | 'register') {
  const table = createMemoryTable({ now: () => START });
  const files = memoryFiles();
  const changes: Changes = { made: 0, most: Infinity };
  const count = (): void => {
    if (changes.made >= changes.most) throw new Error('Cut short');
    changes.made++;
  };
  const write: Table['write'] = async (one) => {
    count();
    return table.write(one);
  };
  const transact: Table['transact'] = async (writes) => {
    count();
    return table.transact(writes);
  };
  const remove = async (keys: readonly string[]): Promise<void> => {
    count();
    return files.remove(keys);
  };
  const app = await createTestApp({ table: { ...table, write, transact }, files: { ...files, remove } });
  const owner = await signUp(app);
  const entityId = await addEntity(app, owner);
  const as = { as: owner.token };
  const addSpread = () =>
    app.call('POST /v1/entities/{entityId}/registers', { ...as, params: { entityId }, body: SPREAD });
  const { id } = noun === 'schedule' ? await addSchedule(app, owner, entityId) : (await addSpread()).body;
  const path = `/v1/entities/{entityId}/${noun}s/{${noun}Id}` as const;
  const params = { entityId, scheduleId: id, registerId: id };
  const body = { name: 'Contract.pdf', size: PDF.length, contentType: 'application/pdf' } as const;
  const { body: begun } = await app.send(`POST ${path}/attachments`, { ...as, params, body });
  const { id: attachmentId, upload } = begun as { id: string; upload: { fields: { key: string } } };
  files.send(upload.fields.key, PDF);
  await app.send(`POST ${path}/attachments/{attachmentId}/confirm`, {
    ...as,
    params: { ...params, attachmentId },
  });
  changes.made = 0;
  return {
    app,
    changes,
    remove: () => app.send(`DELETE ${path}`, { ...as, params }),
    /** Its files, and the items of its partition and, with its id, of its entity's. */
    left: async () => {
      const below = await table.query({ pk: `${noun === 'schedule' ? 'S' : 'R'}#${id}` });
      const beside = await table.query({ pk: `E#${entityId}` });
      return [
        ...files.kept.keys(),
        ...below.items.map(({ sk }) => sk),
        ...beside.items.map(({ sk }) => sk).filter((sk) => sk.includes(id)),
      ];
    },
  };
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

  it.each(['schedule', 'register'] as const)(
    'removes all below a %s whose deletion stops at any step',
    async (noun) => {
      const undisturbed = await attachedApp(noun);
      expect((await undisturbed.remove()).status).toBe(204);
      const steps = undisturbed.changes.made;
      expect(steps).toBeGreaterThan(4);
      for (let well = 0; well < steps; well++) {
        const { app, changes, remove, left } = await attachedApp(noun);
        expect(await left()).not.toEqual([]);
        changes.most = well;
        expect((await remove()).status).toBe(500);
        changes.most = Infinity;
        if ((await remove()).status === 404) await jobsOf(app).run('deletion-sweep');
        expect([well, await left()]).toEqual([well, []]);
      }
    },
  );

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
