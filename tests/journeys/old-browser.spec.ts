import { expect, test } from './fixtures.ts';

const NOTICE = /Your browser is out of date/;

const FEATURES = [
  'Array.prototype.toSorted',
  'Set.prototype.union',
  'HTMLElement.prototype.popover',
  'window.SecurityPolicyViolationEvent',
];

for (const feature of FEATURES) {
  // Evidence for ASVS 3.7
  test(`a browser without ${feature} is warned`, async ({ page }) => {
    await page.addInitScript(`delete ${feature}`);
    await page.goto('/login');
    await expect(page.getByRole('alert').filter({ hasText: NOTICE })).toBeVisible();
  });
}

// Evidence for ASVS 3.7
test('a browser with every needed feature is not warned', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText(NOTICE)).toHaveCount(0);
});
