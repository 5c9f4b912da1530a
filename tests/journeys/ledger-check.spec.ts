import type { Page } from '@playwright/test';
import type { Product } from '../support/local-product.ts';
import {
  addContract,
  chooseAccounts,
  type ConnectedContract,
  enable,
  linkEntity,
  newEntity,
  newReadyContract,
  postOpening,
  recordChange,
  syncPayments,
} from './contracts.ts';
import { answered, choose, chooseItem, expect, holdRequests, savePreference, test } from './fixtures.ts';
import { enter, newMember, type Person } from './portal.ts';
import { actInXero, journalInXero } from './simulators.ts';

const numbers = (count: number) => Array.from({ length: count }, (_each, index) => index + 1);

/** The worked example with its opening balances and the first payments in Xero. */
async function postedContract(product: Product, owner: Person, count: number): Promise<ConnectedContract> {
  const contract = await newReadyContract(product, owner);
  await postOpening(owner, contract, '2025-01-15');
  await syncPayments(owner, contract, numbers(count));
  return contract;
}

const rowOf = (page: Page, number: number) =>
  page.getByRole('region', { name: 'Payments' }).locator(`tbody tr[aria-rowindex="${number + 1}"]`);

const account = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name }).first();

/** The row of a cause, under the accounts that it affects. */
const cause = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

async function checkAt(page: Page, date: string): Promise<void> {
  await page.getByLabel('At the end of').fill(date);
  await page.getByRole('button', { name: 'Check now' }).click();
}

test('what was deleted, reconciled and voided in Xero is marked, posted again and accepted', async ({
  page,
  product,
  owner,
}) => {
  const { path, xeroName } = await postedContract(product, owner, 3);
  await actInXero(product, xeroName, 2, 'delete');
  await actInXero(product, xeroName, 1, 'reconcile');
  await actInXero(product, xeroName, 'opening', 'void');
  await enter(page, owner, path);
  await expect(rowOf(page, 2)).toContainText('Deleted in Xero');
  await expect(rowOf(page, 1).getByText('Reconciled')).toBeVisible();
  const messages = await owner.call('GET /v1/messages');
  expect(
    messages.some(({ message }) => message.includes('Payment 2 (15 Mar 2025, $1,000.00) was deleted')),
  ).toBe(true);

  await choose(page, 'Options of payment 2', 'Post again');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post again' }).click();
  await expect(page.getByText('Payment 2 was posted again')).toBeVisible();
  await expect(rowOf(page, 2)).not.toContainText('Deleted in Xero');
  await expect(page.getByRole('switch', { name: 'Sync payment 2', exact: true })).toBeDisabled();

  const notice = page.getByRole('note').filter({ hasText: 'was voided in Xero' });
  await expect(notice.getByRole('link', { name: 'Post again' })).toHaveAttribute(
    'href',
    `${path}/opening_balances_journal`,
  );
  await notice.getByRole('button', { name: 'Accept as is' }).click();
  await page.getByLabel('Note').fill('Posted by the accountant');
  await page.getByRole('dialog').getByRole('button', { name: 'Accept as is' }).click();
  await expect(notice).toContainText('Posted by the accountant');
});

test('a changed payment is accepted as it is, with a note', async ({ page, product, owner }) => {
  const { entityId, path, xeroName } = await postedContract(product, owner, 3);
  await actInXero(product, xeroName, 1, 'edit', { amount: 990 });
  await enter(page, owner, path);
  await expect(rowOf(page, 1)).toContainText('Changed in Xero');
  await choose(page, 'Options of payment 1', 'Accept as is');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('$990.00');
  await expect(dialog.getByRole('listitem')).toContainText(['$10.00 credit']);
  await page.screenshot({ path: test.info().outputPath('accept.png') });
  await dialog.getByRole('textbox', { name: 'Note' }).fill('Rounded by the lender');
  await page.getByRole('button', { name: 'Accept as is' }).click();
  await expect(page.getByText('The document is accepted as it is in Xero')).toBeVisible();
  await expect(rowOf(page, 1).getByTitle(/Rounded by the lender/)).toBeVisible();
  // The check is made anew with the reconciling item. Later payments, not in Xero yet, leave this account alone.
  await page.goto(`/entity/${entityId}/check`);
  // By hand where that came over a user's reads of a minute: a check at the end of a month takes two more.
  const busy = page.getByText('Xero is busy');
  const item = cause(page, 'Reconciling item: Rounded by the lender');
  await expect(async () => {
    await expect(busy.or(item)).toBeVisible();
    if (await busy.isVisible()) await page.getByRole('button', { name: 'Check now' }).click();
    await expect(item).toContainText('$10.00 too high', { timeout: 5000 });
  }).toPass();
  await expect(account(page, '874.001')).toContainText('Agrees');
});

test('a change whose document was edited in Xero is accepted as it is, or posted again', async ({
  page,
  product,
  owner,
}) => {
  const contract = await postedContract(product, owner, 12);
  await recordChange(owner, contract, {
    kind: 'extra-repayment',
    date: '2026-02-01',
    amount: 5_000,
    keep: 'payment',
  });
  await actInXero(product, contract.xeroName, 'E1', 'edit', { amount: 4_900 });
  await enter(page, owner, contract.path);
  const row = page.getByRole('row', { name: /Extra repayment/ });
  const optionOf = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: /^Options of/ }).click();
    await chooseItem(page, name);
  };
  await expect(row).toContainText('Changed in Xero');
  await optionOf('Accept as is');
  await page.getByRole('textbox', { name: 'Note' }).fill('The lender kept a fee');
  await page.getByRole('button', { name: 'Accept as is' }).click();
  await expect(row.getByTitle(/The lender kept a fee/)).toBeVisible();

  await page.goto(`${contract.path}/history`);
  await expect(page.getByText('The amount is $4,900.00 instead of $5,000.00.')).toBeVisible();
  await page.getByRole('button', { name: 'Post again' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post again' }).click();
  await expect(page.getByRole('article').getByText('Posted', { exact: true })).toBeVisible();
});

test('the check names payment 17 on the accounts that it leaves wrong', async ({ page, product, owner }) => {
  const { entityId } = await postedContract(product, owner, 16);
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('link', { name: 'Ledger check' }).click();
  await expect(page.getByText('The ledger has not been checked yet')).toBeVisible();
  await checkAt(page, '2026-06-30');
  await expect(account(page, '924.001')).toContainText('$1,000.00 too high');
  await expect(account(page, '875.001')).toContainText('$58.54 too high');
  await expect(account(page, '925.001')).toContainText('$179.02 too high');
  await expect(page.getByText('3 of 4 accounts differ.')).toBeVisible();
  const unsynced = cause(page, 'Payment 17 of Toyota HiLux (15 Jun 2026');
  await expect(unsynced).toHaveCount(1);
  await expect(unsynced).toContainText('924.001 $1,000.00 too high');
  await expect(page.getByText('Agrees')).toHaveCount(1);

  await unsynced.getByRole('link', { name: 'Sync payment 17' }).click();
  await page.getByRole('button', { name: 'Confirm and post' }).click();
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  await page.goto(`/entity/${entityId}/check`);
  await checkAt(page, '2026-06-30');
  await expect(page.getByText('All accounts agree.')).toBeVisible();
});

test('a reconciling item explains a loan that is kept elsewhere', async ({ page, product, owner }) => {
  const { entityId, xeroName } = await postedContract(product, owner, 2);
  await journalInXero(product, xeroName, '2025-03-20', { 'Payments remaining': -250, 'Bank Fees': 250 });
  // The owner's reads of Xero for this minute went into the set-up.
  await enter(page, await newMember(product, owner, 'Member'), `/entity/${entityId}/check`);
  await checkAt(page, '2025-03-31');
  await expect(account(page, '874.001')).toContainText('$250.00 too high');
  await expect(
    cause(page, 'Transactions from outside').getByRole('link', { name: /Adjusting journal/ }),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add an item' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Still needed: Amount, Note.')).toBeVisible();
  await dialog.getByLabel('Amount').fill('250');
  await expect(dialog.getByText('Still needed: Note.')).toBeVisible();
  await dialog.getByLabel('Note').fill('Loan kept by hand');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The reconciling items were saved')).toBeVisible();
  await checkAt(page, '2025-03-31');
  await expect(page.getByText('All accounts agree.')).toBeVisible();
});

test('a reconciling item that is being typed stays while a check of another day ends', async ({
  page,
  product,
  owner,
}) => {
  const { entityId } = await newReadyContract(product, owner);
  await enter(page, owner, `/entity/${entityId}/check`);
  await page.getByRole('button', { name: 'Check now' }).click();
  await expect(page.getByText('4 of 4 accounts differ.')).toBeVisible();
  await page.getByLabel('At the end of').fill('2025-01-31');
  const check = await holdRequests(page, '**/ledgercheck');
  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByRole('button', { name: 'Add an item' }).click();
  const note = page.getByRole('dialog').getByLabel('Note');
  await note.fill('Bobcat loan');
  await check.release();
  await expect(page).toHaveURL(/date=2025-01-31/);
  await answered(page);
  await expect(note).toHaveValue('Bobcat loan');
});

test('all linked clients are checked in one run, and signed off', async ({
  page,
  product,
  owner,
  failXero,
}) => {
  await postedContract(product, owner, 16);
  const [shopId, emptyId] = [
    await newEntity(owner, 'Coastline Stores'),
    await newEntity(owner, 'Harbour Dental'),
  ];
  await linkEntity(product, owner, shopId);
  await linkEntity(product, owner, emptyId);
  const later = await addContract(owner, shopId, { startDate: '2026-07-15' });
  await enable(owner, later);
  await chooseAccounts(owner.call, later);
  await newEntity(owner, 'Not linked');
  await failXero({ path: '/api.xro/2.0/Reports', kind: 'delay', delayMs: 2000 });
  await enter(page, owner);
  await page.getByRole('link', { name: 'Ledger check of all' }).click();
  await page.getByLabel('At the end of').fill('2026-06-30');
  await page.getByRole('button', { name: 'Check all' }).click();
  await expect(page.getByRole('progressbar', { name: 'Entities checked' })).toBeVisible();
  await expect(page.getByText('1 of 3 entities differs, 1 is not set up.')).toBeVisible();
  const table = page.getByRole('region', { name: 'Entities checked' });
  await expect(table.getByRole('row')).toHaveCount(4);
  const differing = table.getByRole('row').nth(1);
  const agreeing = table.getByRole('row', { name: 'Coastline Stores' });
  await expect(differing).toContainText('Riverbend Orchards');
  await expect(differing).toContainText('$1,237.56');
  await expect(agreeing).toContainText('Agrees');
  await expect(page.getByLabel('At the end of')).toHaveValue('30 Jun 2026');
  await page.getByLabel('Select all entities').check();
  await expect(page.getByText('3 selected, 2 to sign off')).toBeVisible();
  await page.getByRole('button', { name: 'Sign off' }).click();
  await expect(page.getByText('2 signed off')).toBeVisible();
  await expect(differing).toContainText('Ada Byron');
  await page.reload();
  await expect(agreeing).toContainText('Ada Byron');
  await differing.getByRole('link').click();
  await expect(page.getByText('3 of 4 accounts differ.')).toBeVisible();
});

test('a link from before the new permission asks to reconnect, and everything else goes on', async ({
  page,
  product,
  owner,
}) => {
  const { entityId, xeroName } = await postedContract(product, owner, 1);
  // As links have that were made before.
  await linkEntity(product, owner, entityId, xeroName, 'accounting.reports.trialbalance.read');
  await enter(page, owner, `/entity/${entityId}/check`);
  await checkAt(page, '2026-06-30');
  await page.getByRole('button', { name: 'Reconnect to Xero' }).click();
  await page.waitForURL(/identity\/connect\/authorize/);
});

test('the review offers to reconnect where Paydown may not read the payments of bills', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await linkEntity(product, owner, contract.entityId, contract.xeroName, 'accounting.payments.read');
  await enter(page, owner, contract.path);
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review).toContainText('Please reconnect to Xero, or post these payments anyway.');
  await review.getByRole('button', { name: 'Reconnect to Xero' }).click();
  await page.waitForURL(/identity\/connect\/authorize/);
});

test('the review shows documents with their fee, and warns of gaps and future payments, also when reviews are skipped', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner, { administrationFee: 5 });
  await syncPayments(owner, contract, numbers(10));
  await enter(page, owner, contract.path);
  for (const number of [13, 60]) {
    await page.getByRole('switch', { name: `Sync payment ${number}`, exact: true }).click();
  }
  await expect(page.getByText('2 payments selected')).toContainText('$2,010.00');
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review).toContainText('Payments 11, 12 and 14 to 59 are earlier and not in Xero.');
  await expect(review).toContainText('Payment 60 is dated after today.');
  await expect(review).toContainText('$2,010.00');
  await expect(review).toContainText('including fees of $10.00');
  await expect(review.getByRole('region', { name: 'Document of payment 13' })).toContainText('$1,005.00');
  await review.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('2 payments selected')).toBeVisible();

  await page.goto('/settings/account_details');
  await savePreference(page, () => page.getByRole('switch', { name: /Review the documents/ }).click());
  await expect(page.getByRole('switch', { name: /Review the documents/ })).not.toBeChecked();
  await page.goto(contract.path);
  await page.getByRole('switch', { name: 'Sync payment 11', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  await expect(page.getByText('1 payment was synced')).toBeVisible();
  await page.getByRole('switch', { name: 'Sync payment 14', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  await expect(page.getByText('Payments 12 and 13 are earlier and not in Xero.')).toBeVisible();
});
