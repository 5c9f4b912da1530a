import type { Page } from '@playwright/test';
import { linkEntity, newContract, newEnabledContract, newReadyContract } from './contracts.ts';
import { choose, expect, syncSelected, test } from './fixtures.ts';
import { enter, type Person } from './portal.ts';
import { xeroOrganisation, lockXeroOrganisation } from './simulators.ts';

const ACCOUNTS = '/api.xro/2.0/Accounts';
const PAYMENTS = '/api.xro/2.0/BankTransactions';

test('new accounts without a code or a name are marked, and those that Xero failed to create are retried, none twice', async ({
  page,
  product,
  owner,
  failXero,
}) => {
  const { path, xeroName } = await newEnabledContract(product, owner, { autoSync: true });
  const before = (await xeroOrganisation(product, xeroName)).accounts.length;
  await enter(page, owner, `${path}/create_xero_accounts`);

  const code = page.getByLabel('Code of Hire purchase, current');
  const name = page.getByLabel('Name of Hire purchase, non-current');
  const create = page.getByRole('button', { name: 'Create selected in Xero' });
  await expect(code).toHaveValue('874.001');
  await code.fill('');
  await name.fill('');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await create.click();
  await expect(page.getByText('Please provide details for all the included accounts.')).toBeVisible();
  await expect(code).toBeFocused();
  await expect(code).toHaveAccessibleDescription('Please provide a code.');
  await expect(name).toHaveAccessibleDescription('Please provide a name.');
  await name.fill('Left to pay');
  await expect(name).not.toHaveAttribute('aria-invalid');
  await code.fill('404');
  await expect(page.getByText('"404" is not available')).toBeVisible();
  await create.click();
  await expect(page.getByText('Please fix any errors before creating new accounts.')).toBeVisible();
  await code.fill('874.001');
  const include = page.getByRole('switch');
  for (const row of [0, 1, 2, 3]) await include.nth(row).click();
  await create.click();
  await expect(page.getByText('Please include an account to create.')).toBeVisible();
  for (const row of [0, 1, 2, 3]) await include.nth(row).click();

  await failXero({ method: 'PUT', path: ACCOUNTS, kind: 'status', status: 500, times: 2 });
  await create.click();
  await expect(page.getByRole('alert').getByRole('listitem')).toContainText([
    '“Toyota HiLux - Payments remaining” was not created.',
  ]);
  await expect(page.getByRole('cell', { name: 'Created' })).toHaveCount(3);
  await expect(code).toBeEnabled();
  expect((await xeroOrganisation(product, xeroName)).accounts.length).toBe(before + 3);
  await page.getByLabel('Include Hire purchase, current').click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.getByLabel('Include Hire purchase, current').click();

  await failXero({ method: 'PUT', path: ACCOUNTS, kind: 'drop-after', times: 1 });
  await create.click();
  await expect(page.getByText('All new accounts have been successfully created.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
  await expect(page.getByText('Auto sync', { exact: true })).toBeVisible();
  expect((await xeroOrganisation(product, xeroName)).accounts.length).toBe(before + 4);
});

test('existing accounts are replaced only after confirmation', async ({ page, product, owner, failXero }) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, path);
  await choose(page, 'Options', 'Create accounts');
  const code = page.getByLabel('Code of Hire purchase, current');
  await expect(page.getByText('Created', { exact: true })).toHaveCount(4);
  await expect(code).toHaveValue('874.001');
  await expect(code).toBeDisabled();
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create another account for Hire purchase, current' }).click();
  await expect(code).toHaveValue('874.002');
  await failXero({ method: 'PUT', path: ACCOUNTS, kind: 'status', status: 500 });
  const create = page.getByRole('button', { name: 'Create selected in Xero' });
  await create.click();
  await expect(page.getByText(/was not created/)).toBeVisible();
  await failXero();
  await create.click();
  await page.getByRole('button', { name: 'Keep current accounts' }).click();
  await expect(page.getByText('All new accounts have been successfully created.')).toBeVisible();
  await page.goto(`${path}/account_settings`);
  await expect(page.getByLabel('Hire purchase, current')).toContainText('874.002');
  await expect(page.getByLabel('Hire purchase, current').locator('option:checked')).toContainText('874.001');
});

test('accounts are created for a connected schedule only', async ({ page, product, owner }) => {
  const { entityId, path } = await newContract(owner);
  for (const step of ['create_xero_accounts', 'account_settings', 'opening_balances_journal']) {
    await enter(page, owner, `${path}/${step}`);
    await expect(
      page.getByText('Please complete the Xero integration before syncing payments.'),
    ).toBeVisible();
    await expect(page).toHaveURL(path);
    if (step === 'create_xero_accounts') await linkEntity(product, owner, entityId);
  }
});

test('payments are posted once although the connection to Xero fails', async ({
  page,
  product,
  owner,
  failXero,
}) => {
  const { path, xeroName } = await newReadyContract(product, owner);
  await enter(page, owner, path);

  await failXero({ method: 'PUT', path: PAYMENTS, kind: 'status', status: 500, times: 1 });
  await sync(page, 1);
  await expect(page.getByText('1 payment was synced')).toBeVisible();

  await failXero({ method: 'PUT', path: PAYMENTS, kind: 'drop-after', times: 1 });
  await sync(page, 2);
  const unconfirmed = page.getByText(
    'Xero didn’t confirm. Payment 2 may be in Xero already; Paydown checks before it posts again.',
  );
  await expect(unconfirmed).toBeVisible();
  await expect(page.getByText('Checking with Xero')).toBeVisible();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  // The look-up finds it.
  await syncSelected(page);
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Sync payment 2', exact: true })).toBeDisabled();
  expect((await xeroOrganisation(product, xeroName)).bankTransactions).toHaveLength(2);
});

test('a refusal by Xero is shown and the other payments are synced', async ({ page, product, owner }) => {
  const { path, xeroName } = await newReadyContract(product, owner);
  await enterAndSettle(page, owner, path);
  for (const number of [1, 2, 3]) await select(page, number);
  await lockXeroOrganisation(product, xeroName, '2025-03-15');
  await syncSelected(page);
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  await expect(page.getByRole('alert').getByRole('listitem')).toHaveText([
    'Payments 1 and 2: Payment date not after lock date. Check the organisation lock dates in Xero.',
  ]);
  await expect(page.getByText('15th Mar 2025').first()).toBeVisible();
  const { bankTransactions } = await xeroOrganisation(product, xeroName);
  expect(bankTransactions.map(({ DateString }) => DateString.slice(0, 10))).toEqual(['2025-04-15']);
});

// Evidence for Xero lost-access
test('a lost authorisation shows the next step, connecting again keeps every setting, and unlinking releases the entity', async ({
  page,
  product,
  owner,
  failXero,
}) => {
  const { path, entityId, xeroName } = await newReadyContract(product, owner);
  await enterAndSettle(page, owner, path);
  await failXero({ path: '/api.xro/2.0', kind: 'revoke', times: 1 });
  await sync(page, 1);
  await expect(page.getByText('Xero is disconnected. Please link to Xero again.')).toBeVisible();
  const notice = page.getByText(`Paydown no longer has access to ${xeroName} in Xero.`);
  await expect(notice).toBeVisible();
  await failXero();

  await page.getByRole('button', { name: 'Reconnect to Xero' }).click();
  await page.getByLabel(xeroName).check();
  await page.getByLabel('Demo Company (AU)').check();
  await page.getByRole('button', { name: 'Allow access' }).click();
  // The present organisation is chosen already.
  await page.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`The entity is now linked to ${xeroName}`)).toBeVisible();
  await page.getByRole('link', { name: 'Toyota HiLux' }).click();
  await sync(page, 1);
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect((await xeroOrganisation(product, xeroName)).bankTransactions).toHaveLength(1);

  await page.goto(`/entity/${entityId}`);
  await choose(page, 'Options', 'Disconnect from Xero');
  await page.getByRole('button', { name: 'Disconnect', exact: true }).click();
  await expect(page.getByText('The entity is no longer linked to Xero.')).toBeVisible();
  await expect(page.getByText('0/5 connections')).toBeVisible();
  await page.goto(path);
  await select(page, 2);
  const linkFirst = 'You must connect this entity to Xero before you can sync schedule items.';
  const alert = page.getByRole('alert').filter({ has: page.getByText(linkFirst) });
  await expect(alert).toContainText('Link entity to Xero');
});

/** Opens a schedule's page and waits for all of its own calls to Xero. */
async function enterAndSettle(page: Page, person: Person, path: string): Promise<void> {
  const lockDate = page.waitForResponse(/LockDate$/);
  await enter(page, person, path);
  await lockDate;
}

async function sync(page: Page, ...numbers: readonly number[]): Promise<void> {
  for (const number of numbers) await select(page, number);
  await syncSelected(page);
}

async function select(page: Page, number: number): Promise<void> {
  await page.getByRole('switch', { name: `Sync payment ${number}`, exact: true }).click();
}
