import { newContract, newEntity } from './contracts.ts';
import { choose, expect, logOut, test } from './fixtures.ts';
import { enter, newOrganisation } from './portal.ts';

test('entities migrate to another organisation and merge with an entity of the same name', async ({
  page,
  product,
  owner,
}) => {
  await newContract(owner, { description: 'Tractor' });
  await newEntity(owner, 'Coastline Transport');
  const there = await newOrganisation(product, owner, 'Second Office');
  await newContract(there, { description: 'Cool room' });

  await enter(page, owner, '/organisations/migrate');
  const migrate = page.getByRole('button', { name: 'Migrate', exact: true });
  await expect(migrate).toBeDisabled();
  await page.getByRole('checkbox', { name: 'All entities' }).check();
  await migrate.click();
  const dialog = page.getByRole('dialog', { name: 'Migrate 2 entities' });
  await expect(dialog.getByLabel('Target organisation')).toContainText('Second Office');
  await dialog.getByRole('button', { name: 'Migrate' }).click();
  const merging = page.getByRole('alertdialog', { name: 'Merge entities?' });
  await expect(merging).toContainText('Riverbend Orchards');
  await merging.getByRole('button', { name: 'Cancel' }).click();
  expect(await owner.call('GET /v1/entities')).toHaveLength(2);

  await dialog.getByRole('button', { name: 'Migrate' }).click();
  await merging.getByRole('button', { name: 'Merge' }).click();
  await expect(page.getByText('2 entities were migrated to Second Office')).toBeVisible();
  await expect(page.getByText('There are no entities yet')).toBeVisible();

  await page.getByRole('link', { name: 'Organisations' }).first().click();
  await page.getByRole('button', { name: 'Switch to Second Office' }).click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Second Office');
  await expect(page.getByRole('link', { name: 'Coastline Transport' })).toBeVisible();
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  const schedules = page.getByRole('region', { name: 'Schedules' });
  await expect(schedules.getByRole('link')).toHaveText(['Cool room', 'Tractor']);
});

test('an organisation is created, renamed, used in two tabs and deleted', async ({
  page,
  context,
  owner,
}) => {
  await newEntity(owner);
  await enter(page, owner, '/organisations/migrate');
  await page.getByLabel('Riverbend Orchards').check();
  await page.getByRole('button', { name: 'Migrate', exact: true }).click();
  await expect(
    page.getByText('There are no other organisations to migrate to. Please create a new one and try again.'),
  ).toBeVisible();

  await page.goto('/organisations');
  await page.getByRole('button', { name: 'Create organisation' }).click();
  await page.getByLabel('Organisation name').fill('Branch');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText('Branch was created')).toBeVisible();
  await choose(page, 'Options of Branch', 'Rename');
  await page.getByLabel('Organisation name').fill('Branch Office');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The organisation was renamed to Branch Office')).toBeVisible();

  const otherTab = await context.newPage();
  await otherTab.goto('/settings/account_details');
  await expect(otherTab.getByRole('navigation', { name: 'Main' })).toContainText(owner.tenantName);
  await page.getByRole('button', { name: 'Your account' }).click();
  const account = page.getByRole('dialog', { name: 'Your account' });
  await account.getByRole('button', { name: 'Switch to Branch Office' }).click();
  await expect(page.getByText('There are no entities yet')).toBeVisible();
  await expect(otherTab).toHaveURL('/');
  await expect(otherTab.getByRole('navigation', { name: 'Main' })).toContainText('Branch Office');
  await expect(otherTab.getByText('There are no entities yet')).toBeVisible();

  await page.goto('/organisations');
  await choose(page, 'Options of Branch Office', 'Delete');
  const deleting = page.getByRole('dialog', { name: 'Delete Branch Office?' });
  await expect(deleting).toContainText(
    'Deletes 0 entities, 0 schedules and the access of 1 user permanently.',
  );
  await expect(deleting.getByRole('button', { name: 'Export all data' })).toBeVisible();
  const submit = deleting.getByRole('button', { name: 'Delete organisation' });
  await deleting.getByLabel('Type “Branch Office” to delete it').fill('Branch');
  await expect(submit).toBeDisabled();
  await deleting.getByLabel('Type “Branch Office” to delete it').fill('Branch Office');
  await submit.click();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(owner.tenantName);
  await expect(otherTab.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();

  await logOut(page);
  await expect(otherTab).toHaveURL('/login');
});
