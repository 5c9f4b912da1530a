import { describe, expect, it } from 'vitest';
import { acquireLease, LeaseLost, releaseLease, renewLease } from '../../functions/posting/lease.ts';
import { inProcess, XERO_TENANT } from './in-process.ts';

const SECOND = 1000;

function setUp() {
  const { time, table, spawn } = inProcess();
  const { services } = spawn();
  const acquire = (seconds: number) =>
    time.run(acquireLease(services, XERO_TENANT, time.now() + seconds * SECOND));
  return { time, table, acquire };
}

describe('the lease of a Xero organisation', () => {
  it('goes to one process; the second waits ten seconds and is refused', async () => {
    const { time, acquire } = setUp();
    await acquire(10);
    const began = time.now();
    await expect(acquire(10)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'sync/busy',
      message: 'Another sync with this Xero organisation is running. Please try again in a minute.',
    });
    expect(time.now() - began).toBeGreaterThan(9 * SECOND);
    expect(time.now() - began).toBeLessThanOrEqual(10 * SECOND);
  });

  it('passes on when it is released', async () => {
    const { table, acquire } = setUp();
    await releaseLease(table, await acquire(10));
    await expect(acquire(0)).resolves.toMatchObject({ xeroTenantId: XERO_TENANT });
  });

  it('expires after its holder died, and the holder has lost it', async () => {
    const { time, table, acquire } = setUp();
    const dead = await acquire(10);
    await expect(acquire(120)).resolves.toMatchObject({ xeroTenantId: XERO_TENANT });
    await expect(renewLease(table, dead, time.now())).rejects.toBeInstanceOf(LeaseLost);
  });

  it('stays with its holder when a process releases a lease that it has lost', async () => {
    const { table, acquire } = setUp();
    const dead = await acquire(10);
    await acquire(120);
    await releaseLease(table, dead);
    await expect(acquire(0)).rejects.toMatchObject({ code: 'sync/busy' });
  });

  it('is renewed by its holder', async () => {
    const { time, table, acquire } = setUp();
    const lease = await acquire(10);
    await time.runUntil(time.now() + 50 * SECOND);
    const renewed = await renewLease(table, lease, time.now());
    expect(renewed.until).toBeGreaterThanOrEqual(lease.until + 50 * SECOND);
    await expect(acquire(50)).rejects.toMatchObject({ code: 'sync/busy' });
  });
});
