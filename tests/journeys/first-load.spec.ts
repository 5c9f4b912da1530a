import type { Page } from '@playwright/test';
import { newContract } from './contracts.ts';
import { answered, expect, holdRequests, test } from './fixtures.ts';
import { enter } from './portal.ts';

const SHELL = [
  '/v1/attention',
  '/v1/messages',
  '/v1/tenants/current',
  '/v1/tenants/subscription',
  '/v1/users',
  '/v1/users/metadata',
];

/** Counts the reads of the service by path and query from now on. */
function countReads(page: Page): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const address = `${pathname}${search}`;
    if (pathname.startsWith('/v1/')) counts.set(address, (counts.get(address) ?? 0) + 1);
  });
  return counts;
}

test('each first page reads beside the load of its code, and makes no read twice', async ({
  page,
  owner,
}) => {
  const { entityId, scheduleId, path } = await newContract(owner);
  const entity = `/v1/entities/${entityId}`;
  const pages = [
    ['/', 'All entities', '/v1/entities'],
    [`/entity/${entityId}`, 'Riverbend Orchards', entity, `${entity}/schedules`],
    [path, 'Toyota HiLux', entity, `${entity}/schedules/${scheduleId}`],
    ['/reports?date=2025-06-30', 'Year end', '/v1/entities'],
  ] as const;
  await enter(page, owner, '/favicon.svg');
  for (const [address, heading, ...own] of pages) {
    const counts = countReads(page);
    const code = await holdRequests(page, '**/assets/*-page-*.js');
    await page.goto(address, { waitUntil: 'commit' });
    // The schedule's reads don't wait for its code.
    const early = address === path ? [...SHELL, ...own] : SHELL;
    await expect.poll(() => [...counts.keys()]).toEqual(expect.arrayContaining(early));
    await code.release();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await answered(page);
    expect([...counts.keys()]).toEqual(expect.arrayContaining([...own]));
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    page.removeAllListeners('request');
  }
});
