import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../functions/client/route-client.ts';
import { createTestApp, START } from '../support/app.ts';
import { code, decide } from '../support/coding.ts';
import { IMPORT_ROW } from '../support/contracts.ts';
import { createMemoryTable } from '../support/memory-table.ts';
import { signUp } from '../support/people.ts';
import { asOwner, paymentsOf, schedulePath } from '../support/syncing.ts';
import { prepareSchedule } from '../support/xero.ts';

describe('more writes than a transaction takes', () => {
  it.each([15, 40])('undoes an import of %i rows with an entity each', async (count) => {
    const app = await createTestApp({ table: createMemoryTable({ now: () => START }), startAt: START });
    const owner = await signUp(app);
    const importId = randomUUID();
    const rows = Array.from({ length: count }, (_, index) => ({
      ...IMPORT_ROW,
      line: index + 2,
      name: `Ute ${index}`,
      entity: `Client ${index}`,
    }));
    const body = { importId, rows, createEntities: true } as unknown as Body<'POST /v1/imports'>;
    const made = await app.call('POST /v1/imports', { as: owner.token, body });
    expect([made.status, made.body.failed]).toEqual([201, []]);
    const gone = await app.call('DELETE /v1/imports/{importId}', { as: owner.token, params: { importId } });
    expect(gone.status).toBe(204);
    expect((await app.call('GET /v1/entities', { as: owner.token, query: {} })).body).toEqual([]);
  });

  it('corrects 50 reconciled transactions in one call', async () => {
    const prepared = await prepareSchedule();
    const { body } = await prepared.app.call(`GET ${schedulePath}`, asOwner(prepared));
    const chosen = body.schedulePayments.slice(0, 50).map(({ number, paymentDate }) => ({
      number,
      decision: 'correct' as const,
      transactionId: code(prepared, paymentDate, { reconciled: true, taxType: 'BASEXCLUDED' }),
    }));
    const { status, body: answer } = await decide(prepared, ...chosen);
    expect([status, answer.errors]).toEqual([200, []]);
  });

  it('reverses a payment made in 50 parts', async () => {
    const prepared = await prepareSchedule();
    const { app, owner } = prepared;
    const [first] = await paymentsOf(prepared);
    const parts = Array.from({ length: 50 }, (_, index) => ({
      date: new Date(Date.UTC(2025, 1, 1 + index)).toISOString().slice(0, 10),
      amount: 20,
    }));
    const at = { as: owner.token, params: { ...prepared.params, paymentId: first?.id ?? '' } };
    const changed = await app.call(`PATCH ${schedulePath}/payments/{paymentId}`, { ...at, body: { parts } });
    expect(changed.status).toBe(200);
    const body = { SyncSchedulePayments: [first?.id ?? ''] };
    const synced = await app.call(`PUT ${schedulePath}/sync/xero/payments`, { ...asOwner(prepared), body });
    expect([synced.status, synced.body.errors]).toEqual([200, []]);
    const statuses: number[] = [];
    // Each part is read from Xero first, which allows 60 calls a minute.
    for (let attempt = 1; attempt <= 4 && statuses.at(-1) !== 200; attempt++) {
      const wanted = { date: '2025-03-20', mode: 'mirror' } as const;
      const path = `POST ${schedulePath}/payments/{paymentId}/reversal` as const;
      statuses.push((await app.call(path, { ...at, body: wanted })).status);
      app.clock.advance(120_000);
    }
    expect(statuses.at(-1)).toBe(200);
  });
});
