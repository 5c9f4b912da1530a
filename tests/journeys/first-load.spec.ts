import type { Page } from '@playwright/test';
import { addContract, newContract, newEntity } from './contracts.ts';
import { expect, holdRequests, test } from './fixtures.ts';
import { enter, newUser } from './portal.ts';

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

test('each first page starts its reads before its main script has loaded, and makes none twice', async ({
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
    const main = await holdRequests(page, '**/assets/app-*.js');
    await page.goto(address, { waitUntil: 'commit' });
    await expect.poll(() => [...counts.keys()].toSorted()).toEqual([...SHELL, ...own].toSorted());
    await main.release();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
    page.removeAllListeners('request');
  }
});

test('a user who signs in while a page loads sees nothing of the user before', async ({
  page,
  owner,
  product,
}) => {
  const other = await newUser(product);
  await newEntity(owner, 'Riverbend Orchards');
  const entityId = await newEntity(other, 'Harbour Freight');
  await addContract(other, entityId);
  await enter(page, owner, '/favicon.svg');
  const counts = countReads(page);
  const main = await holdRequests(page, '**/assets/app-*.js');
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => counts.get('/v1/entities')).toBe(1);
  const session = JSON.stringify({ ...other.tokens, since: Date.now() });
  await page.evaluate((text) => localStorage.setItem('paydown.session', text), session);
  await main.release();
  await expect(page.getByRole('link', { name: 'Harbour Freight' })).toBeVisible();
  await expect(page.getByText(other.tenantName).first()).toBeAttached();
  await expect(page.getByText('Riverbend Orchards')).toHaveCount(0);
  expect(counts.get('/v1/entities')).toBe(2);
});
