import { expect, test } from './fixtures.ts';

test('one click creates the sample data', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Explore with sample data' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await page.getByRole('link', { name: 'Tractor' }).click();
  await expect(page.getByText('Connected to Xero')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Sync payment 1', exact: true })).toBeChecked();
});
