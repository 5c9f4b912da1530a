/** Reconciliation of abandoned postings by the job, without a user's request. */
import { describe, expect, it } from 'vitest';
import { jobsOf } from '../support/jobs.ts';
import { signIn } from '../support/people.ts';
import { prepareSchedule, type Prepared } from '../support/xero.ts';

const MINUTE = 60_000;
const schedulePath = '/v1/entities/{entityId}/schedules/{scheduleId}' as const;

/** Syncs the first payment without an answer. */
async function abandonPosting(kind: 'drop-before' | 'drop-after'): Promise<Prepared> {
  const prepared = await prepareSchedule();
  const { app, owner, params } = prepared;
  app.control('POST', 'faults', { rules: [{ kind, method: 'PUT', path: '/api.xro/2.0/BankTransactions' }] });
  const { body } = await app.call(`GET ${schedulePath}`, { as: owner.token, params });
  await app.call(`PUT ${schedulePath}/sync/xero/payments`, {
    as: owner.token,
    params,
    body: { SyncSchedulePayments: [body.schedulePayments[0]?.id ?? ''] },
  });
  app.control('DELETE', 'faults');
  return prepared;
}

async function isSynced({ app, owner, params }: Prepared): Promise<boolean> {
  const as = (await signIn(app, owner.email)).token;
  const { body } = await app.call(`GET ${schedulePath}`, { as, params });
  return body.schedulePayments[0]?.xeroSynchronized ?? false;
}

const hourly = ({ app }: Prepared) => ({
  scheduledTime: new Date(app.clock.now()).toISOString().replace(/\.\d+/, ''),
});

describe('an abandoned posting', () => {
  it('waits five minutes for its process', async () => {
    const prepared = await abandonPosting('drop-after');
    expect((await jobsOf(prepared.app).run('auto-sync', hourly(prepared))).result).toMatchObject({
      settle: 0,
    });
  });

  it('is marked as synced once when Xero has the document', async () => {
    const prepared = await abandonPosting('drop-after');
    prepared.app.clock.advance(15 * MINUTE);
    const { result, worked } = await jobsOf(prepared.app).run('auto-sync', hourly(prepared));
    expect(result).toMatchObject({ settle: 1 });
    expect(worked).toEqual([{ schedules: [{ scheduleId: prepared.scheduleId, settled: true }] }]);
    expect(await isSynced(prepared)).toBe(true);
    expect(prepared.app.books().bankTransactions).toHaveLength(1);
  });

  it('can be synced again when Xero never received it', async () => {
    const prepared = await abandonPosting('drop-before');
    prepared.app.clock.advance(15 * MINUTE);
    const jobs = jobsOf(prepared.app);
    await jobs.run('auto-sync', hourly(prepared));
    expect(await isSynced(prepared)).toBe(false);
    prepared.app.clock.advance(60 * MINUTE);
    expect((await jobs.run('auto-sync', hourly(prepared))).result).toMatchObject({ settle: 0 });
  });
});
