import { newContract, newEntity } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

test('Back after deleting a schedule or an entity leads to the page above without an error', async ({
  page,
  owner,
}) => {
  await newEntity(owner, 'Coastline Transport');
  const { entityId, path } = await newContract(owner);
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('link', { name: 'Toyota HiLux' }).click();
  await choose(page, 'Options', 'Edit');
  await page.goBack();
  await expect(page).toHaveURL(path);
  await choose(page, 'Options', 'Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Toyota HiLux was deleted')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/entity/${entityId}`);
  await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(page.getByText('There are no schedules yet')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');

  await page.getByRole('link', { name: 'Add schedule' }).first().click();
  await expect(page.getByRole('heading', { name: 'Create schedule' })).toBeVisible();
  await page.getByRole('link', { name: 'Riverbend Orchards' }).first().click();
  await choose(page, 'Options', 'Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Riverbend Orchards was deleted')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
});

test('a search that is still being typed leaves the page that was opened since', async ({ page, owner }) => {
  await page.clock.install();
  await enter(page, owner, '/import');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // The pause in typing ends only when the test says so.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByLabel('Search entities').fill('hilux');
  await page.getByRole('link', { name: 'Organisations' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organisations' })).toBeVisible();
  await page.clock.runFor(1_000);
  await expect(page).toHaveURL('/organisations');
});

test('a schedule that is created after its form was left leaves the page that was opened since', async ({
  page,
  owner,
}) => {
  const { entityId, scheduleId } = await newContract(owner);
  await enter(page, owner, `/entity/${entityId}/schedule?copy=${scheduleId}`);
  const left = Promise.withResolvers<void>();
  await page.route(`**/v1/entities/${entityId}/schedules`, async (route) => {
    if (route.request().method() === 'POST') await left.promise;
    await route.continue();
  });
  await page.getByLabel('Name', { exact: true }).fill('Second truck');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await page.getByRole('link', { name: 'Organisations' }).click();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organisations' })).toBeVisible();
  left.resolve();
  await expect(page.getByText('Second truck was created')).toBeVisible();
  await expect(page).toHaveURL('/organisations');
});
