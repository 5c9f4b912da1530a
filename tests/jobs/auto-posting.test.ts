/** Auto posting of registers. */
import { describe, expect, it } from 'vitest';
import { INSURANCE } from '../support/contracts.ts';
import { jobsOf } from '../support/jobs.ts';
import {
  addRegister,
  inRegister,
  prepareRegister,
  type Registered,
  registerPath,
  spreadAccounts,
} from '../support/registers.ts';
import { disturb, MANUAL_JOURNALS, mend } from '../support/syncing.ts';
import type { Prepared } from '../support/xero.ts';

const FACTS = { ...INSURANCE.facts, from: '2025-01-01', to: '2025-12-31' } as const;

const datesOf = ({ app }: Registered): string[] =>
  app
    .books()
    .manualJournals.filter(({ Status }) => Status === 'POSTED')
    .map(({ DateString }) => DateString.slice(0, 10))
    .toSorted();

describe('auto posting', () => {
  it('posts each month end once, from the day on which it was switched on', async () => {
    const registered = await prepareRegister({ facts: FACTS, autoPost: true });
    const jobs = jobsOf(registered.app);
    for (const today of ['2025-06-15', '2025-06-30', '2025-06-30', '2025-07-31', '2025-08-31']) {
      const { worked } = await jobs.run('auto-sync', { today });
      expect(JSON.stringify(worked)).not.toContain('failed');
    }
    expect(datesOf(registered)).toEqual(['2025-06-30', '2025-07-31', '2025-08-31']);
  });

  it('posts since the first day to post, and shares a call among registers', async () => {
    const first = await prepareRegister({ facts: FACTS, autoPost: true, postFrom: '2025-03-01' });
    await addRegister(first, {
      facts: FACTS,
      autoPost: true,
      postFrom: '2025-05-31',
      accounts: spreadAccounts(first),
    });
    const before = first.app.requests().length;
    await jobsOf(first.app).run('auto-sync', { today: '2025-06-02' });
    expect(datesOf(first)).toEqual(['2025-03-31', '2025-04-30', '2025-05-31', '2025-05-31']);
    const calls = first.app.requests().slice(before);
    expect(
      calls.filter(({ method, path }) => method === 'PUT' && path.startsWith(MANUAL_JOURNALS)),
    ).toHaveLength(1);
  });

  it('posts no entry that was reversed, nor one of an archived register', async () => {
    const registered = await prepareRegister({ facts: FACTS, autoPost: true, postFrom: '2025-04-30' });
    const jobs = jobsOf(registered.app);
    await jobs.run('auto-sync', { today: '2025-05-01' });
    expect(datesOf(registered)).toEqual(['2025-04-30']);
    await registered.app.call(`POST ${registerPath}/entries/{number}/reversal`, {
      as: registered.owner.token,
      params: { ...inRegister(registered).params, number: '4' },
      body: { mode: 'void' },
    });
    await jobs.run('auto-sync', { today: '2025-05-02' });
    expect(datesOf(registered)).toEqual([]);
    await registered.app.call(`POST ${registerPath}/archive`, {
      ...inRegister(registered),
      body: { archive: true },
    });
    await jobs.run('auto-sync', { today: '2025-06-30' });
    expect(datesOf(registered)).toEqual([]);
  });

  it('settles a journal whose answer was lost, and tries again after a failure', async () => {
    const registered = await prepareRegister({ facts: FACTS, autoPost: true, postFrom: '2025-04-30' });
    const jobs = jobsOf(registered.app);
    const prepared = registered as unknown as Prepared;
    disturb(prepared, { method: 'PUT', path: MANUAL_JOURNALS, kind: 'drop-after' });
    await jobs.run('auto-sync', { today: '2025-05-01' });
    mend(prepared);
    registered.app.clock.advance(2 * 3_600_000);
    await jobs.run('settle');
    registered.app.clock.advance(3_600_000);
    await jobs.run('auto-sync', { today: '2025-05-31' });
    expect(datesOf(registered)).toEqual(['2025-04-30', '2025-05-31']);
  });

  it('sends registers in smaller messages after crashes of the worker, and posts each entry once', async () => {
    const first = await prepareRegister({ facts: FACTS, autoPost: true, postFrom: '2025-05-31' });
    for (let number = 2; number <= 12; number++) {
      const name = `Insurance ${number}`;
      await addRegister(first, { facts: FACTS, name, autoPost: true, accounts: spreadAccounts(first) });
    }
    const jobs = jobsOf(first.app);
    const { table } = first.app;
    const write = table.write.bind(table);
    const sizes: number[] = [];
    const start = async () => {
      await jobs.start('auto-sync', { today: '2025-06-30' });
      sizes.push(jobs.waiting.length);
    };
    for (let hours = 1; hours <= 4; hours *= 2) {
      await start();
      // Simulates a crash after the claims.
      const messages = jobs.waiting.splice(0);
      for (const message of messages) {
        const { promise: begun, resolve } = Promise.withResolvers<void>();
        table.write = (asked) => {
          const { sk } = 'put' in asked ? asked.put : 'update' in asked ? asked.update : { sk: '' };
          if (sk !== 'LEASE') return write(asked);
          resolve();
          return new Promise(() => {});
        };
        void jobs.processQueue([message]);
        await begun;
        table.write = write;
      }
      first.app.clock.advance(hours * 3_600_000);
    }
    await start();
    expect(sizes).toEqual([1, 1, 2, 12]);
    await jobs.processQueue();
    expect(datesOf(first)).toEqual(['2025-05-31', ...Array.from({ length: 12 }, () => '2025-06-30')]);
    await jobs.run('auto-sync', { today: '2025-06-30' });
    expect(datesOf(first)).toHaveLength(13);
  });
});
