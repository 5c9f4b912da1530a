import type { Page } from '@playwright/test';
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';
import { paths } from '../../web/data/paths.ts';
import { expectAccessible, expectNoOverflow, watchPolicy } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { enter, type Person } from './portal.ts';
import {
  accountScreens,
  entityScreens,
  newUserScreens,
  furnish,
  scheduleScreens,
  signedOutScreens,
  moveTo,
  type Screen,
  show,
  registerScreens,
  WITHOUT_SCREEN,
} from './screens.ts';

const WIDE = { width: 1280, height: 900 };

/** A normal run checks one theme and width; the proof checks all. */
const isProof = process.env['ALL_LOOKS'] !== undefined;
/** The defect that the proof plants: no screen says its language. */
const isSpeechless = process.env['SPEECHLESS'] !== undefined;
const themes = isProof ? PORTAL_THEMES : PORTAL_THEMES.slice(0, 1);
const viewports = isProof
  ? [
      { width: 360, height: 800 },
      { width: 768, height: 1024 },
      { width: 1440, height: 900 },
      { width: 1920, height: 1080 },
    ]
  : [WIDE];

test.beforeEach(async ({ page }) => {
  test.slow();
  await watchPolicy(page);
  page.on('dialog', (dialog) => void dialog.accept());
});

async function look(
  page: Page,
  screens: readonly Screen[],
  as: string,
  { isSignedIn = true, reach = isProof ? show : moveTo } = {},
): Promise<void> {
  for (const screen of screens) {
    await test.step(screen.name, async () => {
      await reach(page, screen);
      // Below an open dialog it is hidden from the accessibility tree.
      const account = page.getByRole('button', { name: 'Your account', includeHidden: true });
      if (isSignedIn) await expect(account, screen.name).toBeAttached();
      if (isSpeechless) await page.evaluate("document.documentElement.removeAttribute('lang')");
      await expectAccessible(page, `${screen.name}, ${as}`);
      await expectNoOverflow(page, `${screen.name}, ${as}`);
    });
  }
}

test('each page has a screen, or a reason to have none', () => {
  const place = { entityId: 'entity', scheduleId: 'loan', path: '/entity/entity/loan' };
  const spread = { path: '/entity/entity/registers/spread' };
  const loan = { path: '/entity/entity/registers/loan' };
  const world = { contract: place, archived: place, plain: place, emptyEntityId: 'entity', spread, loan };
  const screens = [
    ...signedOutScreens,
    ...newUserScreens,
    ...entityScreens(world),
    ...scheduleScreens(world),
    ...registerScreens(world),
    ...accountScreens,
  ];
  const shown = new Set<string>(screens.map(({ page }) => page));
  expect(Object.keys(paths).filter((page) => shown.has(page) === page in WITHOUT_SCREEN)).toEqual([]);
  for (const { name, page, path } of screens) {
    if (page !== 'document') expect(path, name).toMatch(patternOf(paths[page]));
  }
});

/** The addresses of a page. */
const patternOf = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll(/\/:\w+\?/g, '(?:/[^/?]+)?').replaceAll(/:\w+/g, '[^/?]+')}(?:\\?.*)?$`);

for (const viewport of viewports) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport });

    test('the screens before signing in are accessible', async ({ page }) => {
      await look(page, signedOutScreens, `${viewport.width} px`, { isSignedIn: false, reach: show });
    });

    for (const theme of themes) {
      const as = `${theme}, ${viewport.width} px`;

      test(`the screens about entities are accessible in ${theme}`, async ({ page, product, owner }) => {
        const world = await furnish(product, owner);
        await enterIn(page, owner, theme);
        await look(page, entityScreens(world), as);
      });

      test(`the screens about spreads and Division 7A loans are accessible in ${theme}`, async ({
        page,
        product,
        owner,
      }) => {
        const world = await furnish(product, owner);
        await enterIn(page, owner, theme);
        await look(page, registerScreens(world), as);
      });

      // Evidence for ASVS 7.4.4
      test(`the screens about schedules, people and plans are accessible in ${theme}, and offer to log out`, async ({
        page,
        product,
        owner,
      }) => {
        await enterIn(page, owner, theme);
        await look(page, newUserScreens, as);
        const world = await furnish(product, owner);
        // They read Xero, and loads leave time for its limit of calls a minute.
        await look(page, scheduleScreens(world), as, { reach: show });
        await look(page, accountScreens, as);
      });
    }
  });
}

async function enterIn(page: Page, owner: Person, theme: (typeof PORTAL_THEMES)[number]): Promise<void> {
  await owner.call('PATCH /v1/users/metadata', { body: { portalTheme: theme } });
  await enter(page, owner);
  await expect(page.locator(`[data-theme="${theme}"]`)).toBeVisible();
}
