import { newContract, newReadyContract, postOpening, syncPayments } from './contracts.ts';
import { expect, savePreference, test } from './fixtures.ts';
import { enter } from './portal.ts';

test('the first steps tick themselves and disappear after the first sync', async ({
  page,
  product,
  owner,
}) => {
  await enter(page, owner);
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByLabel('Done:')).toHaveCount(0);
  const contract = await newReadyContract(product, owner);
  await page.reload();
  await expect(steps.getByLabel('Done:')).toHaveCount(3);
  await postOpening(owner, contract, '2025-01-20');
  await page.reload();
  await expect(steps.getByLabel('Done:')).toHaveCount(4);
  await steps.getByRole('link', { name: 'Sync the first payment' }).click();
  await expect(page).toHaveURL(contract.path);
  await syncPayments(owner, contract, [1]);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('dismissed first steps stay away', async ({ page, owner }) => {
  await newContract(owner);
  await enter(page, owner);
  const steps = page.getByRole('region', { name: 'First steps' });
  await savePreference(page, () => steps.getByRole('button', { name: 'Dismiss' }).click());
  await expect(steps).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});
