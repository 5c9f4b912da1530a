/** An entity that moves back and forth while schedules are created in it, against a database with real transactions. */
import { expect, it } from 'vitest';
import { readListed } from '../../functions/records/entities/schedule-chunks.ts';
import { createTestApp } from '../support/app.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { addEntity } from '../support/entities.ts';
import { withEmbeddedTable } from '../support/embedded-table.ts';
import { inNewOrganisation, type Person, signUp } from '../support/people.ts';

const embedded = withEmbeddedTable();

it('a migration under concurrent changes loses no schedule and lists each of them', async () => {
  const app = await createTestApp({ table: embedded.table });
  const owner = await signUp(app);
  const other = await inNewOrganisation(app, owner, 'Other');
  const entityId = await addEntity(app, owner);

  const move = (from: Person, to: Person) =>
    app.call('POST /v1/entities/migrate', {
      as: from.token,
      body: { entities: [entityId], targetTenantId: to.tenantId },
    });
  const create = ({ token: as }: Person) =>
    app.call('POST /v1/entities/{entityId}/schedules', { as, params: { entityId }, body: WORKED_EXAMPLE });

  const statuses: number[] = [];
  let schedules = 0;
  for (let round = 0; round < 6; round++) {
    const [from, to] = round % 2 === 0 ? [owner, other] : [other, owner];
    const answers = await Promise.all([create(from), create(to), move(from, to), create(from), create(to)]);
    statuses.push(...answers.map(({ status }) => status));
    schedules += answers.filter(({ status }) => status === 201).length;
    if (answers[2].status !== 200) await move(from, to);
  }

  expect(statuses.filter((status) => ![200, 201, 404, 409].includes(status))).toEqual([]);
  const { items } = await embedded.table.query({ pk: `E#${entityId}`, sk: { prefix: 'S#' } });
  expect(items).toHaveLength(schedules);
  expect(schedules).toBeGreaterThan(0);
  const home = await embedded.table.get({ pk: `T#${owner.tenantId}`, sk: `E#${entityId}` });
  expect(home).toMatchObject({ scheduleCount: schedules });
  const listed = await readListed(embedded.table, { tenantId: owner.tenantId, entityId });
  expect(listed.map(({ scheduleId }) => scheduleId).toSorted()).toEqual(
    items.map(({ sk }) => sk.slice('S#'.length)),
  );
  expect(await embedded.table.get({ pk: `T#${other.tenantId}`, sk: `E#${entityId}` })).toBeUndefined();
});
