import type { Page } from '@playwright/test';
import { addContract, linkEntity, newContract, newEntity, takePlan } from './contracts.ts';
import { allowAtXero, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { newXeroOrganisation, xeroOrganisation } from './simulators.ts';

async function chooseAccounts(page: Page): Promise<void> {
  await page.getByLabel('Bank account').selectOption({ label: '090 – Business Bank Account' });
  await page.getByLabel('Balance against').selectOption({ index: 1 });
}

test('a saved schedule has its first payment in Xero after five actions', async ({
  page,
  product,
  owner,
}) => {
  const xeroName = await newXeroOrganisation(product);
  const { path } = await newContract(owner, { startDate: '2026-06-15' });
  await takePlan(product, owner);
  await enter(page, owner, path);
  const actions: readonly (() => Promise<void>)[] = [
    // Link, confirm, choose, review, post.
    async () => {
      await page.getByRole('button', { name: 'Link entity to Xero' }).click();
      await allowAtXero(page, xeroName);
    },
    () => page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click(),
    () => chooseAccounts(page),
    () => page.getByRole('button', { name: 'Set up and post' }).click(),
    () => page.getByRole('button', { name: /^Post \d+ payments?$/ }).click(),
  ];
  for (const act of actions) await act();
  await expect(page.getByRole('dialog', { name: 'Posted to Xero' })).toBeVisible();
  expect((await xeroOrganisation(product, xeroName)).bankTransactions.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Close' }).last().click();
  await expect(page).toHaveURL(path);
  await expect(page.getByText('Posted').first()).toBeVisible();
});

test('many loans of an entity are set up and posted together', async ({ page, product, owner }) => {
  const xeroName = await newXeroOrganisation(product);
  const entityId = await newEntity(owner, `${xeroName} Pty Ltd`);
  // More of them would wait for the next minute of Xero's limit.
  const names = ['Hino 300', 'Isuzu NPR', 'Kubota KX'];
  for (const description of names)
    await addContract(owner, entityId, { description, startDate: '2026-07-10' });
  await takePlan(product, owner);
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('button', { name: 'Connect to Xero' }).click();
  await allowAtXero(page, xeroName);
  await expect(page.getByText(`${xeroName} Pty Ltd is linked to ${xeroName} in Xero.`)).toBeVisible();
  await chooseAccounts(page);
  const preview = page.getByRole('region', { name: 'What will be created' });
  await expect(preview.getByText(/Payments remaining \(NC\)$/)).toHaveCount(2 * names.length);
  await expect(preview.getByText(/: 4 payments, /)).toHaveCount(names.length);
  await page.screenshot({ path: test.info().outputPath('many.png'), fullPage: true });
  await page.getByRole('button', { name: 'Set up and post' }).click();
  await page.getByRole('button', { name: /^Post \d+ payments$/ }).click();
  const posted = page.getByRole('dialog', { name: 'Posted to Xero' });
  await expect(posted.getByText('4 of 4 posted')).toHaveCount(names.length);
  const { bankTransactions, manualJournals } = await xeroOrganisation(product, xeroName);
  expect([bankTransactions.length, manualJournals.length]).toEqual([12, 3]);
});

test('each loan of a set-up has its own method, accounts and contact, and one is left out', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner, 'Harbour Freight');
  const xeroName = await linkEntity(product, owner, entityId);
  const startDate = '2026-08-10';
  const add = (description: string, kind: 'hire-purchase' | 'loan' | 'premium-funding', lender = '') =>
    addContract(owner, entityId, { description, kind, startDate, lender });
  await add('Mazda BT-50', 'hire-purchase');
  await add('Bank loan', 'loan', 'Westpac');
  await add('Insurance 2026', 'premium-funding', 'IQumulate');
  await takePlan(product, owner);
  await enter(page, owner, `/entity/${entityId}/set_up`);
  await chooseAccounts(page);
  const rows = page.getByRole('region', { name: 'Loans to set up' });
  await expect(rows.getByLabel('Method of Mazda BT-50')).toHaveValue('each');
  await expect(rows.getByLabel('Method of Bank loan')).toHaveValue('net');
  await rows.getByLabel('Lender of Mazda BT-50').fill('Toyota Finance');
  await rows.getByLabel('Contra of Bank loan').selectOption({ index: 2 });
  const contra = await rows.getByLabel('Contra of Bank loan').inputValue();
  await rows.getByRole('checkbox', { name: 'Set up Insurance 2026' }).uncheck();
  const preview = page.getByRole('region', { name: 'What will be created' });
  await expect(preview.getByRole('listitem').filter({ hasText: /^\d.* – / })).toHaveCount(5);
  await page.screenshot({ path: test.info().outputPath('rows.png'), fullPage: true });
  await page.getByRole('button', { name: 'Set up and post' }).click();
  await page.getByRole('button', { name: /^Post \d+ payments$/ }).click();
  await expect(page.getByRole('dialog', { name: 'Posted to Xero' })).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).last().click();
  const { manualJournals } = await xeroOrganisation(product, xeroName);
  expect(manualJournals).toHaveLength(2);
  const listed = await owner.call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  expect(listed.map(({ lender, xeroSetup }) => [lender, xeroSetup])).toEqual(
    expect.arrayContaining([
      ['Toyota Finance', 'manual'],
      ['Westpac', 'manual'],
      ['IQumulate', 'not-connected'],
    ]),
  );
  // The next loan of the kind is offered what the last one took.
  const next = await add('Bank loan 2', 'loan');
  await page.goto(`${new URL(page.url()).origin}/entity/${entityId}/set_up?schedules=${next.scheduleId}`);
  await expect(page.getByLabel('Balance against')).toHaveValue(contra);
  await expect(page.getByLabel('Lender', { exact: true })).toBeVisible();
});
