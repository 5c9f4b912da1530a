import type { Page } from '@playwright/test';
import { newReadyContract, syncPayments } from './contracts.ts';
import { chooseItem, expect, syncSelected, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { xeroOrganisation } from './simulators.ts';

async function choose(page: Page, number: number, item: string): Promise<void> {
  await page.getByRole('button', { name: `Options of payment ${number}`, exact: true }).click();
  await chooseItem(page, item);
}

async function sync(page: Page, number: number): Promise<void> {
  await page.getByRole('switch', { name: `Sync payment ${number}`, exact: true }).click();
  await syncSelected(page);
}

test('payments paid late and in parts are posted on the days they were paid', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await enter(page, owner, contract.path);
  await choose(page, 1, 'Paid late');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Please enter a date.')).toBeVisible();
  await page.getByLabel('Paid on').fill('2025-02-20');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment 1 is dated 20th Feb 2025')).toBeVisible();
  await expect(page.getByLabel('Paid on 20th Feb 2025')).toBeVisible();
  await sync(page, 1);
  await expect(page.getByText('1 payment was synced')).toBeVisible();

  await choose(page, 2, 'Paid in parts');
  await page.getByLabel('Amount of part 1').fill('400');
  await page.getByLabel('Date of part 2').fill('2025-03-25');
  await page.getByLabel('Amount of part 2').fill('599');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/\$1\.00 is missing/)).toBeVisible();
  await page.getByLabel('Amount of part 2').fill('600');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment 2 is paid in 2 parts')).toBeVisible();
  await expect(page.getByText('0 of 2 parts')).toBeVisible();
  await sync(page, 2);
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  expect(bankTransactions.map(({ Total, DateString }) => [Total, DateString.slice(0, 10)])).toEqual([
    [1_000, '2025-02-20'],
    [400, '2025-03-15'],
    [600, '2025-03-25'],
  ]);
});

test('a dishonoured payment is reversed with its fee and presented again, and one posted by mistake is deleted', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await syncPayments(owner, contract, [1, 2]);
  await enter(page, owner, contract.path);
  await choose(page, 1, 'Dishonoured or wrong…');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dishonoured on').fill('2025-02-18');
  await dialog.getByLabel('Dishonour fee').fill('15');
  await dialog.getByRole('button', { name: 'Post reversal' }).click();
  await expect(dialog.getByText('Please choose an account.')).toBeVisible();
  await dialog.getByLabel('Account of the fee').selectOption({ label: '404 – Bank Fees' });
  await dialog.getByLabel('Presented again on').fill('2025-02-25');
  await dialog.getByRole('button', { name: 'Post reversal' }).click();
  await expect(page.getByText('Payment 1 was dishonoured and is reversed in Xero')).toBeVisible();
  await expect(page.getByLabel('Dishonoured on 18th Feb 2025')).toBeVisible();
  await expect(page.getByLabel('Paid on 25th Feb 2025')).toBeVisible();
  await sync(page, 1);
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  await choose(page, 2, 'Dishonoured or wrong…');
  await page.getByRole('radio', { name: /delete the transaction/ }).check();
  await dialog.getByRole('button', { name: 'Delete in Xero' }).click();
  await expect(page.getByText('Payment 2 was reversed')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Sync payment 2', exact: true })).not.toBeChecked();
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  expect(bankTransactions.map(({ Total, Type, Status }) => [Total, Type, Status])).toEqual([
    [1_000, 'SPEND', 'AUTHORISED'],
    [1_000, 'SPEND', 'DELETED'],
    [15, 'SPEND', 'AUTHORISED'],
    [1_000, 'RECEIVE', 'AUTHORISED'],
    [1_000, 'SPEND', 'AUTHORISED'],
  ]);
});
