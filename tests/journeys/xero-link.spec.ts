import { newEntity, newReadyContract } from './contracts.ts';
import { expectAccessible } from './axe.ts';
import { choose, expect, holdRequests, syncSelected, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { xeroOrganisation, newXeroOrganisation } from './simulators.ts';

test('the user chooses one of several Xero organisations in Australian dollars', async ({
  page,
  product,
  owner,
}) => {
  const xeroName = await newXeroOrganisation(product);
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}`);
  const link = page.getByRole('button', { name: 'Connect to Xero' });
  await link.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The authorisation was cancelled. Nothing was linked.')).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await link.click();
  await page.getByLabel(xeroName).check();
  await page.getByLabel('Kauri Outdoors (NZ)').check();
  await page.getByRole('button', { name: 'Allow access' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a Xero organisation' });
  await expect(dialog.getByRole('button', { name: 'Link', exact: true })).toBeDisabled();
  await expectAccessible(page, 'choosing a Xero organisation');
  await dialog.getByLabel('Xero organisation').selectOption('Kauri Outdoors (NZ)');
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByRole('alert').getByText(/AUD|Australian dollars/)).toBeVisible();
  await dialog.getByLabel('Xero organisation').selectOption(xeroName);
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`The entity is now linked to ${xeroName}`)).toBeVisible();
  await expect(page.getByRole('link', { name: xeroName })).toHaveAttribute('href', /ChartOfAccounts/);
});

test('a long sync shows its progress and stops on request', async ({ page, product, owner }) => {
  const { path, xeroName } = await newReadyContract(product, owner, {
    loanAmount: 10_000,
    paymentFrequency: 'weekly',
    schedulePaymentPlans: [{ number: 1, qty: 104, amount: 105 }],
  });
  await enter(page, owner, path);
  await choose(page, 'Options of payment 104', 'Select up to this payment');
  await expect(page.getByText('104 payments selected')).toBeVisible();
  const first = await holdRequests(page, '**/sync/xero/payments');
  await syncSelected(page);
  await expect(page.getByText('Syncing 1–50 of 104…')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await first.release();
  await expect(page.getByText('50 payments were synced')).toBeVisible();
  expect((await xeroOrganisation(product, xeroName)).bankTransactions).toHaveLength(50);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('switch', { name: 'Sync payment 51', exact: true }).click();
  await page.getByRole('switch', { name: 'Sync payment 52', exact: true }).click();
  const two = await holdRequests(page, '**/sync/xero/payments');
  await syncSelected(page);
  await expect(page.getByText('Syncing 2 payments…')).toBeVisible();
  await two.release();
  await expect(page.getByText('2 payments were synced')).toBeVisible();
  await choose(page, 'Options', 'Delete');
  await expect(page.getByRole('alertdialog')).toContainText('52 documents stay in Xero.');
});
