import { beforeEach, describe, expect, it } from 'vitest';
import { withOwner, withTestApp } from '../support/each-test.ts';
import { addEntity, addSchedule } from '../support/entities.ts';
import { inNewOrganisation } from '../support/people.ts';

const ONE = '/v1/entities/{entityId}/schedules/{scheduleId}';

const app = withTestApp();
const owner = withOwner(app);
let farm: string;

beforeEach(async () => {
  farm = await addEntity(app, owner);
});

const schedule = async (entityId: string, description: string, more: object = {}): Promise<string> =>
  (await addSchedule(app, owner, entityId, { description, ...more })).id;

async function search(query: string, as = owner.token) {
  const { status, body } = await app.call('GET /v1/search', { as, query: { query } });
  expect(status).toBe(200);
  return body as { kind: string; name: string; entityName: string; scheduleId: string | null }[];
}

const names = async (query: string, as?: string) => (await search(query, as)).map(({ name }) => name);

describe('the search', () => {
  it('finds entities by name and schedules by name, lender and contract number', async () => {
    const truck = await schedule(farm, 'Truck', { lender: 'Westpac', contractNumber: 'WBC-4471' });
    expect(await names('farm')).toEqual(['Byron Farms']);
    for (const query of ['truck', 'WESTPAC', 'wbc-4471', 'pac tru']) {
      expect(await search(query)).toEqual([
        {
          kind: 'schedule',
          entityId: farm,
          scheduleId: truck,
          name: 'Truck',
          entityName: 'Byron Farms',
          lender: 'Westpac',
          contractNumber: 'WBC-4471',
        },
      ]);
    }
    expect(await search('truck anz')).toEqual([]);
  });

  it('shows first what begins with the text', async () => {
    await schedule(farm, 'Second truck');
    await schedule(farm, 'Truck');
    expect(await names('truck')).toEqual(['Truck', 'Second truck']);
  });

  it('follows changes, deletions and archiving', async () => {
    const params = { entityId: farm, scheduleId: await schedule(farm, 'Truck') };
    await app.call(`PATCH ${ONE}`, {
      as: owner.token,
      params,
      body: { description: 'Prime mover', lender: 'ANZ' },
    });
    expect([await names('truck'), await names('anz')]).toEqual([[], ['Prime mover']]);
    await app.call(`POST ${ONE}/archive`, { as: owner.token, params, body: { archive: true } });
    expect(await names('prime')).toEqual(['Prime mover']);
    await app.call(`DELETE ${ONE}`, { as: owner.token, params });
    expect(await names('prime')).toEqual([]);
  });

  it('finds the schedules of a moved entity in its new organisation only', async () => {
    const { tenantId: other, token: there } = await inNewOrganisation(app, owner, 'Other');
    const same = await addEntity(app, { token: there }, 'Shop');
    const shop = await addEntity(app, owner, 'Shop');
    for (let number = 1; number <= 40; number++) await schedule(shop, `Lorry ${number}`);
    await schedule(farm, 'Truck');
    await app.call('POST /v1/entities/migrate', {
      as: owner.token,
      body: { entities: [farm, shop], targetTenantId: other, mergeConflicts: true },
    });
    expect(await names('truck', there)).toEqual(['Truck']);
    const lorries = await search('lorry', there);
    expect(lorries).toHaveLength(40);
    expect(new Set(lorries.map((result) => JSON.stringify(result)))).toHaveLength(40);
    expect(lorries[0]).toMatchObject({ entityId: same });
    expect([await names('truck'), await names('lorry')]).toEqual([[], []]);
  });

  it('leaves nothing behind of a deleted entity', async () => {
    await schedule(farm, 'Truck');
    await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params: { entityId: farm } });
    expect(await names('truck')).toEqual([]);
    const { items } = await app.table.query({ pk: `T#${owner.tenantId}`, sk: { prefix: 'Q#' } });
    expect(items).toEqual([]);
  });

  it('answers at most 50 results, and asks for a text', async () => {
    for (let number = 1; number <= 51; number++) await schedule(farm, `Truck ${number}`);
    expect(await names('truck')).toHaveLength(50);
    const { status, body } = await app.call('GET /v1/search', { as: owner.token, query: { query: ' ' } });
    expect([status, body.errors]).toEqual([400, { query: ['Please provide a text to search for.'] }]);
  });
});
