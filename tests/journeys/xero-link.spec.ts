import { newEntity, newReadyContract } from './contracts.ts';
import { expectAccessible } from './axe.ts';
import { choose, expect, holdBack, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { booksOf, newBooks } from './surroundings.ts';

test('of several Xero organisations one is chosen, in Australian dollars', async ({
  page,
  product,
  owner,
}) => {
  const books = await newBooks(product);
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}`);
  const link = page.getByRole('button', { name: 'Link to Xero' });
  await link.click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The authorisation was cancelled. Nothing was linked.')).toBeVisible();
  await expect(page).toHaveURL('/');

  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await link.click();
  await page.getByLabel(books).check();
  await page.getByLabel('Kauri Outdoors (NZ)').check();
  await page.getByRole('button', { name: 'Allow access' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose a Xero organisation' });
  await expect(dialog.getByRole('button', { name: 'Link', exact: true })).toBeDisabled();
  await expectAccessible(page, 'choosing a Xero organisation');
  await dialog.getByLabel('Xero organisation').selectOption('Kauri Outdoors (NZ)');
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByRole('alert').getByText(/AUD|Australian dollars/)).toBeVisible();
  await dialog.getByLabel('Xero organisation').selectOption(books);
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`The entity is now linked to ${books}`)).toBeVisible();
  await expect(page.getByRole('link', { name: books })).toHaveAttribute('href', /ChartOfAccounts/);
});

test('a long sync shows how far it is, and stops when told to', async ({ page, product, owner }) => {
  const { path, books } = await newReadyContract(product, owner, {
    loanAmount: 10_000,
    paymentFrequency: 'weekly',
    schedulePaymentPlans: [{ number: 1, qty: 104, amount: 105 }],
  });
  await enter(page, owner, path);
  await choose(page, 'Options of payment 104', 'Select up to this payment');
  await expect(page.getByText('104 payments selected')).toBeVisible();
  const first = await holdBack(page, '**/sync/xero/payments');
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  await expect(page.getByText('Syncing 1–50 of 104…')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await first.letGo();
  await expect(page.getByText('50 payments were synced')).toBeVisible();
  expect((await booksOf(product, books)).bankTransactions).toHaveLength(50);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('switch', { name: 'Sync payment 51', exact: true }).click();
  await page.getByRole('switch', { name: 'Sync payment 52', exact: true }).click();
  const two = await holdBack(page, '**/sync/xero/payments');
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  await expect(page.getByText('Syncing 2 payments…')).toBeVisible();
  await two.letGo();
  await expect(page.getByText('2 payments were synced')).toBeVisible();
  await choose(page, 'Options', 'Delete');
  await expect(page.getByRole('alertdialog')).toContainText('52 documents stay in Xero.');
});
