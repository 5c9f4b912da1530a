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

test('a payment paid late is dated by the day it was paid', async ({ page, product, owner }) => {
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
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  expect(bankTransactions.map(({ DateString }) => DateString.slice(0, 10))).toEqual(['2025-02-20']);
});

test('a payment paid in parts posts each part', async ({ page, product, owner }) => {
  const contract = await newReadyContract(product, owner);
  await enter(page, owner, contract.path);
  await choose(page, 1, 'Paid in parts');
  await page.getByLabel('Amount of part 1').fill('400');
  await page.getByLabel('Date of part 2').fill('2025-02-25');
  await page.getByLabel('Amount of part 2').fill('599');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/\$1\.00 is missing/)).toBeVisible();
  await page.getByLabel('Amount of part 2').fill('600');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Payment 1 is paid in 2 parts')).toBeVisible();
  await expect(page.getByText('0 of 2 parts')).toBeVisible();
  await sync(page, 1);
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  expect(bankTransactions.map(({ Total, DateString }) => [Total, DateString.slice(0, 10)])).toEqual([
    [400, '2025-02-15'],
    [600, '2025-02-25'],
  ]);
});

test('a dishonoured payment is reversed and posted again', async ({ page, product, owner }) => {
  const contract = await newReadyContract(product, owner);
  await syncPayments(owner, contract, [1]);
  await enter(page, owner, contract.path);
  await choose(page, 1, 'Reverse');
  await page.getByRole('dialog').getByLabel('Date', { exact: true }).fill('2025-02-18');
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByText('Payment 1 was reversed')).toBeVisible();
  await sync(page, 1);
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  expect(bankTransactions.map(({ Total, Type }) => [Total, Type])).toEqual([
    [1_000, 'SPEND'],
    [1_000, 'RECEIVE'],
    [1_000, 'SPEND'],
  ]);
});

test('a payment posted by mistake is deleted in Xero', async ({ page, product, owner }) => {
  const contract = await newReadyContract(product, owner);
  await syncPayments(owner, contract, [1]);
  await enter(page, owner, contract.path);
  await choose(page, 1, 'Reverse');
  await page.getByRole('radio', { name: /Delete the transaction/ }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByText('Payment 1 was reversed')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Sync payment 1', exact: true })).not.toBeChecked();
  const { bankTransactions } = await xeroOrganisation(product, contract.xeroName);
  expect(bankTransactions.map(({ Status }) => Status)).toEqual(['DELETED']);
});
