/** Concurrent requests, on the transactions of the embedded DynamoDB. */
import { describe, expect, it } from 'vitest';
import { withEmbeddedTable } from '../support/embedded-table.ts';
import { schedulePath, syncNumbers } from '../support/syncing.ts';
import { accountIn, createSchedule, linkTo, prepareAnother, startWork } from '../support/xero.ts';
import { upTo } from '../support/numbers.ts';

const embedded = withEmbeddedTable();

describe('concurrent requests', () => {
  it('enable no more schedules than the plan allows', async () => {
    const work = await startWork(7, embedded.table);
    const { app, owner } = work;
    await linkTo(app, owner, work.entityId);
    const schedules = await Promise.all(Array.from({ length: 20 }, () => createSchedule(work)));
    const answers = await Promise.all(
      schedules.map(({ params }) =>
        app.call(`POST ${schedulePath}/configuration/sync/xero`, { as: owner.token, params }),
      ),
    );
    const refusals = answers.filter(({ status }) => status !== 200);
    expect(new Set(refusals.map(({ body }) => body.detail))).toEqual(
      new Set(['You have exceeded your limit for connected schedules.']),
    );
    const plan = await app.call('GET /v1/tenants/subscription', { as: owner.token });
    expect([answers.length - refusals.length, plan.body.usageCountConnections]).toEqual([7, 7]);
  });

  it('enable the same schedule three times for one connection', async () => {
    const work = await startWork(7, embedded.table);
    const { app, owner } = work;
    await linkTo(app, owner, work.entityId);
    const { params } = await createSchedule(work);
    const enable = () =>
      app.call(`POST ${schedulePath}/configuration/sync/xero`, { as: owner.token, params });
    const answers = await Promise.all([enable(), enable(), enable()]);
    const plan = await app.call('GET /v1/tenants/subscription', { as: owner.token });
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(plan.body.usageCountConnections).toBe(1);
  });

  it('post each payment once if three clients request the same ones', async () => {
    const work = await startWork(7, embedded.table);
    const { app, owner } = work;
    await linkTo(app, owner, work.entityId);
    const prepared = await prepareAnother(work);
    const all = upTo(60);
    const answers = await Promise.all([1, 2, 3].map(() => syncNumbers(prepared, all)));
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    );
    const references = app.books().bankTransactions.map(({ Reference }) => Reference);
    expect([references.length, new Set(references).size]).toEqual([60, 60]);
  });

  it('set the same loans up twice, with each account and journal once', async () => {
    const work = await startWork(7, embedded.table);
    const { app, owner, entityId } = work;
    await linkTo(app, owner, entityId);
    const schedules = await Promise.all(
      ['Truck', 'Loader', 'Trailer'].map((description) => createSchedule(work, { description })),
    );
    const byCode = (code: string): string => accountIn({ app }, code);
    const setUp = async (): Promise<string[]> => {
      const { body } = await app.call('POST /v1/entities/{entityId}/xero/setup', {
        as: owner.token,
        params: { entityId },
        body: {
          scheduleIds: schedules.map(({ scheduleId }) => scheduleId),
          bankAccountId: byCode('090'),
          interestExpenseAccountId: byCode('437'),
          administrationFeeId: byCode('404'),
          liability: 'each',
          opening: { date: '2025-06-01', accountId: byCode('900') },
          autoSync: false,
        },
      });
      return body.schedules.map(({ status }) => status);
    };
    const states = await Promise.all([setUp(), setUp()]);
    expect(states.flat()).not.toContain('failed');
    expect(await setUp()).toEqual(['ready', 'ready', 'ready']);
    const { accounts, manualJournals } = app.books();
    const created = accounts.filter(({ Code }) => /^(?:874|875|924|925)\./.test(Code ?? ''));
    expect([created.length, manualJournals.length]).toEqual([12, 3]);
  });
});
