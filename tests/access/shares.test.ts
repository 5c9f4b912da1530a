/** Shares of costly routes: no account takes the places of the others. */
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { signUp, signUpInto } from '../support/people.ts';
import { queueGroup } from '../../functions/access/shares.ts';
import { routes } from '../../functions/api/routes.ts';
import { rowsOf } from '../../functions/api/route.ts';
import type { Table } from '../../functions/store/table.ts';

/** A table whose queries wait for a signal, once they are told to. */
function pausing() {
  const inner = createMemoryTable({ now: Date.now });
  let open: Promise<void> = Promise.resolve();
  let waiting = 0;
  const table: Table = {
    ...inner,
    query: async (query) => {
      waiting++;
      await open;
      waiting--;
      return inner.query(query);
    },
  };
  return {
    table,
    waiting: () => waiting,
    pause: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      open = promise;
      return resolve;
    },
  };
}

// Evidence for ASVS 2.4
it('gives an organisation two executions of a costly route at once, and others their own', async () => {
  const { table, pause, waiting } = pausing();
  const app = await createTestApp({ table });
  const owner = await signUp(app);
  const member = await signUpInto(app, owner, 'Member');
  const other = await signUp(app);
  const forecast = ({ token: as }: { readonly token: string }) => app.call('GET /v1/forecast', { as });
  const go = pause();
  const first = [forecast(owner), forecast(member)];
  // Each reads its entities and their schedules.
  await expect.poll(waiting).toBe(4);
  const third = await forecast(member);
  expect(third).toMatchObject({ status: 429, body: { code: 'account/busy' } });
  expect(Number(third.headers['retry-after'])).toBeLessThanOrEqual(60);
  const ofOther = forecast(other);
  await expect.poll(waiting).toBe(6);
  go();
  const answers = await Promise.all([...first, ofOther]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await forecast(member)).status).toBe(200);
});

it('gives a place back after a failed execution', async () => {
  const app = await createTestApp();
  const { token: as } = await signUp(app);
  const unknown = { importId: crypto.randomUUID(), rows: [] };
  for (let call = 0; call < 4; call++) {
    const { status } = await app.send('POST /v1/imports', { as, body: unknown });
    expect(status).toBe(400);
  }
  for (let call = 0; call < 4; call++) {
    const query = { entityId: crypto.randomUUID() };
    expect((await app.call('GET /v1/reports/loans', { as, query })).status).toBe(404);
  }
});

it('shares previews, imports, reports, forecast, exports and the feed', () => {
  const capped = rowsOf(routes).flatMap(([key, { atMost }]) => (atMost === undefined ? [] : [key]));
  expect(capped.toSorted()).toEqual([
    'DELETE /v1/imports/{importId}',
    'GET /v1/calendar/feed.ics',
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export',
    'GET /v1/forecast',
    'GET /v1/reports/loans',
    'GET /v1/tenants/export',
    'POST /v1/imports',
    'POST /v1/imports/preview',
  ]);
});

it('gives an organisation two messages of a queue at once,', () => {
  const ids = Array.from({ length: 50 }, () => crypto.randomUUID());
  expect(new Set(ids.map((id) => queueGroup('organisation', id))).size).toBe(2);
});
