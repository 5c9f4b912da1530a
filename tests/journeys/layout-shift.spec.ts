import type { Page } from '@playwright/test';
import { newContract } from './contracts.ts';
import { answered, expect, test } from './fixtures.ts';
import { enter, newUser } from './portal.ts';
import { furnish } from './screens.ts';

/** Google calls up to 0.1 good; this is a fifth of it. */
const MOST = 0.02;
const WIDTHS = [360, 1440];
/** The user's role or the subject of the page arrives first, in milliseconds. */
const ORDERS = [
  { user: 50, others: 200 },
  { user: 250, others: 50 },
];

interface Shift {
  readonly score: number;
  /** Elements that moved. */
  readonly moved: readonly string[];
}

/** Collects the layout shifts of each page, like the browser's own metric, in `shifts`. */
const WATCH = `
  window.shifts = [];
  new PerformanceObserver((list) => shifts.push(...list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput)
    .map(({ value, sources }) => ({ score: value, moved: sources.map(({ node, previousRect, currentRect }) =>
      (node?.parentElement?.className ?? '') + ' > ' + (node?.nodeName ?? 'gone') + '.' + (node?.className ?? '')
        + ' from ' + previousRect.y + ' to ' + currentRect.y) }))))
    .observe({ type: 'layout-shift', buffered: true });`;

/** Opens a page with slow answers, and returns the layout shifts until everything is there. */
async function shiftsOf(page: Page, path: string): Promise<readonly Shift[]> {
  await page.goto(path);
  await answered(page);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return page.evaluate<Shift[]>('shifts');
}

/** Delays the answers in an order. */
async function answerInOrder(page: Page, order: (typeof ORDERS)[number]): Promise<void> {
  await page.route('**/v1/**', async (route) => {
    const isUser = new URL(route.request().url()).pathname === '/v1/users';
    await new Promise((done) => void setTimeout(done, isUser ? order.user : order.others));
    await route.continue();
  });
}

/** A normal run loads each width in one of the orders; the proof loads it in both. */
const LOOKS = WIDTHS.flatMap((width, index) =>
  ORDERS.flatMap((order, position) =>
    process.env['ALL_LOOKS'] !== undefined || index === position ? [{ width, order }] : [],
  ),
);

test('nothing moves while pages load, the user arriving first or last', async ({
  context,
  product,
  owner,
}) => {
  test.slow();
  await context.addInitScript(WATCH);
  const beginner = await newUser(product);
  const unlinked = await newContract(beginner);
  const { contract } = await furnish(product, owner);
  // Each look has a page of its own, so that they wait for slow answers at the same time.
  const screens = await Promise.all(
    LOOKS.map(async ({ width, order }) => {
      const page = await context.newPage();
      await page.setViewportSize({ width, height: 900 });
      await answerInOrder(page, order);
      return { page, as: `${width} pixels, the user after ${order.user} ms` };
    }),
  );
  const visits = [
    [beginner, ['/', unlinked.path, '/organisations']],
    [
      owner,
      [
        '/',
        `/entity/${contract.entityId}`,
        contract.path,
        `${contract.path}/history`,
        `/entity/${contract.entityId}/check`,
        '/reports?date=2025-06-30',
        '/reports/forecast?from=2025-01',
        '/attention',
        '/import',
        '/settings/security',
        '/settings/calendar',
        '/organisations',
        '/organisations/audit',
      ],
    ],
  ] as const;
  for (const [person, paths] of visits) {
    // No page of the site is open while the session of their browser changes: it would start over.
    await Promise.all(screens.map(async ({ page }) => page.goto('/favicon.svg')));
    for (const { page } of screens) await enter(page, person, '/favicon.svg');
    for (const path of paths) {
      await test.step(path, async () => {
        await Promise.all(
          screens.map(async ({ page, as }) => {
            const shifts = await shiftsOf(page, path);
            const total = shifts.reduce((sum, { score }) => sum + score, 0);
            const where = `${path} at ${as}`;
            expect.soft(total, `${where}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(MOST);
          }),
        );
      });
    }
  }
});
