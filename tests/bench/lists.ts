/** How long lists and the search take with as many schedules in an entity as there may be. */
import { randomUUID } from 'node:crypto';
import { createTestApp } from '../support/app.ts';
import { IMPORT_ROW } from '../support/contracts.ts';
import { signUp } from '../support/people.ts';
import { measured } from '../support/figures.ts';
import { sized } from '../support/command.ts';

const SCHEDULES = sized(2000, 20);
const ROWS = sized(500, 10);

const app = await createTestApp();
const { token: as } = await signUp(app);

async function timed(what: string, work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  const milliseconds = performance.now() - started;
  console.log(`${what}: ${Math.round(milliseconds)} ms`);
  return milliseconds / 1000;
}

for (let start = 0; start < SCHEDULES; start += ROWS) {
  const rows = Array.from({ length: ROWS }, (_each, index) => ({
    ...IMPORT_ROW,
    line: index + 2,
    name: `Contract ${start + index + 1}`,
    contractNumber: `C-${start + index + 1}`,
  }));
  const body = { importId: randomUUID(), rows, createEntities: true };
  const seconds = await timed(`import ${ROWS} rows beside ${start}`, () =>
    app.call('POST /v1/imports', { as, body }),
  );
  measured('importTime', seconds);
}
const [entity] = (await app.call('GET /v1/entities', { as })).body as { id: string }[];
const params = { entityId: entity?.id ?? '' };
const listSeconds = await timed(`list ${SCHEDULES} schedules`, () =>
  app.call('GET /v1/entities/{entityId}/schedules', { as, params }),
);
measured('listTime', listSeconds);
await timed('the entity’s figures', () => app.call('GET /v1/entities/{entityId}', { as, params }));
const searchSeconds = await timed('search', () =>
  app.call('GET /v1/search', { as, query: { query: 'C-1999' } }),
);
measured('searchTime', searchSeconds);
