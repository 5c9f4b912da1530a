import { describe, expect, it } from 'vitest';
import { giveLeaseBack, LeaseLost, renewLease, takeLease } from '../../functions/posting/lease.ts';
import { CALM, Process } from '../simulation/process.ts';
import { Random } from '../simulation/random.ts';
import { VirtualTime } from '../simulation/virtual-time.ts';
import { createMemoryTable } from '../support/memory-table.ts';

const SECOND = 1000;

function begin() {
  const time = new VirtualTime(Date.UTC(2025, 5, 1));
  const table = createMemoryTable({ now: () => time.now() });
  const random = new Random(5);
  const { services } = new Process({ time, random, table, xero: {} as never }, CALM);
  const take = (seconds: number) => time.run(takeLease(services, 'books', time.now() + seconds * SECOND));
  return { time, table, take };
}

describe('the lease of a Xero organisation', () => {
  it('is had by one; the second waits ten seconds, then is told so', async () => {
    const { time, take } = begin();
    await take(10);
    const began = time.now();
    await expect(take(10)).rejects.toMatchObject({ kind: 'conflict', code: 'sync/busy' });
    expect(time.now() - began).toBeGreaterThan(9 * SECOND);
    expect(time.now() - began).toBeLessThanOrEqual(10 * SECOND);
  });

  it('passes on when it is given back', async () => {
    const { table, take } = begin();
    const lease = await take(10);
    await giveLeaseBack(table, lease);
    await expect(take(0)).resolves.toMatchObject({ tenantId: 'books' });
  });

  it('passes on a while after its holder died, who has lost it then', async () => {
    const { time, table, take } = begin();
    const dead = await take(10);
    await expect(take(120)).resolves.toMatchObject({ tenantId: 'books' });
    await expect(renewLease(table, dead, time.now())).rejects.toBeInstanceOf(LeaseLost);
  });

  it('isn’t taken away by who gives back one that is lost', async () => {
    const { table, take } = begin();
    const dead = await take(10);
    await take(120);
    await giveLeaseBack(table, dead);
    await expect(take(0)).rejects.toMatchObject({ code: 'sync/busy' });
  });
});
