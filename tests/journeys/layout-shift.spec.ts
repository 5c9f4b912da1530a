import type { Page } from '@playwright/test';
import { newContract } from './contracts.ts';
import { expect, test } from './fixtures.ts';
import { enter, newUser } from './portal.ts';
import { furnish } from './screens.ts';

/** Google calls up to 0.1 good; this is a fifth of it. */
const MOST = 0.02;
const VIEWPORTS = [
  { width: 360, height: 800 },
  { width: 1440, height: 900 },
];
/** The user's role or the subject of the page arrives first, in milliseconds. */
const ORDERS = [
  { user: 50, others: 400 },
  { user: 500, others: 100 },
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
  await page.waitForLoadState('networkidle', { timeout: 60_000 });
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  return page.evaluate<Shift[]>('shifts');
}

for (const viewport of VIEWPORTS) {
  for (const order of ORDERS) {
    const isUserFirst = order.user < order.others;
    test(`nothing moves while pages load at ${viewport.width} pixels, the user arriving ${isUserFirst ? 'first' : 'last'}`, async ({
      page,
      product,
      owner,
    }) => {
      test.slow();
      await page.setViewportSize(viewport);
      await page.addInitScript(WATCH);
      await page.route('**/v1/**', async (route) => {
        const isUser = new URL(route.request().url()).pathname === '/v1/users';
        await new Promise((done) => void setTimeout(done, isUser ? order.user : order.others));
        await route.continue();
      });
      const beginner = await newUser(product);
      const unlinked = await newContract(beginner);
      const { contract } = await furnish(product, owner);
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
        await enter(page, person, '/favicon.svg');
        for (const path of paths) {
          await test.step(path, async () => {
            const shifts = await shiftsOf(page, path);
            const total = shifts.reduce((sum, { score }) => sum + score, 0);
            expect.soft(total, `${path}: ${JSON.stringify(shifts, null, 1)}`).toBeLessThanOrEqual(MOST);
          });
        }
      }
    });
  }
}
