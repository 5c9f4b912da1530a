import { PORTAL_THEMES } from '../../functions/users/routes.ts';
import { expectAccessible } from './axe.ts';
import { test } from './fixtures.ts';
import { enter } from './portal.ts';
import { contractScreens, furnish, householdScreens, outside, show } from './screens.ts';

/** One look in every run; the proof asks for all of them. */
const themes = process.env['ALL_THEMES'] === undefined ? [PORTAL_THEMES[0]] : PORTAL_THEMES;

test('the screens before signing in are accessible', async ({ page }) => {
  for (const screen of outside) {
    await show(page, screen);
    await expectAccessible(page, screen.name);
  }
});

for (const theme of themes) {
  test(`the screens about contracts are accessible in ${theme}`, async ({ page, product, owner }) => {
    test.slow();
    const world = await furnish(product, owner);
    await owner.call('PATCH /v1/users/metadata', { body: { portalTheme: theme } });
    await enter(page, owner);
    for (const screen of contractScreens(world)) {
      await show(page, screen);
      await expectAccessible(page, `${screen.name}, ${theme}`);
    }
  });

  test(`the screens about people and plans are accessible in ${theme}`, async ({ page, product, owner }) => {
    test.slow();
    await furnish(product, owner);
    await owner.call('PATCH /v1/users/metadata', { body: { portalTheme: theme } });
    await enter(page, owner);
    for (const screen of householdScreens) {
      await show(page, screen);
      await expectAccessible(page, `${screen.name}, ${theme}`);
    }
  });
}
