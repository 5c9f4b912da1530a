import { newReadyContract } from './contracts.ts';
import { chooseItem, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { xeroOrganisation } from './simulators.ts';

test('an entity’s tracking is on what is posted, and a loan has a choice of its own', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await enter(page, owner, `/entity/${contract.entityId}`);
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await chooseItem(page, 'Tracking');
  await expect(page.getByLabel('Region')).toHaveCount(0);
  await page.getByLabel('Division', { exact: true }).selectOption('North block');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The tracking was saved.')).toBeVisible();

  await page.goto(contract.path);
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const document = page.getByRole('region', { name: 'Document of payment 1' });
  await expect(document.getByText(/Division: North block/)).toHaveCount(1);
  await page.getByRole('button', { name: /^Confirm and post/ }).click();
  await expect(page.getByText(/1 payment was synced/)).toBeVisible();

  // By the keyboard.
  await page.goto(`${contract.path}/account_settings`);
  await expect(page.getByRole('radio', { name: 'As the entity: Division North block' })).toBeChecked();
  await page.getByRole('radio', { name: 'Own choice' }).press('Space');
  await page.getByLabel('Vehicle', { exact: true }).selectOption('Truck 1');
  await page.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(page.getByText('The account settings were saved.')).toBeVisible();
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  const tracked = bankTransactions[0]?.LineItems?.flatMap(({ Tracking = [] }) => Tracking);
  expect(tracked?.map(({ Option }) => Option)).toEqual(['North block']);
});
