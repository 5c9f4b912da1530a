import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expectAtWidths, watchPolicy } from './axe.ts';
import {
  addContract,
  chooseAccounts,
  enable,
  linkEntity,
  newContract,
  newEntity,
  newReadyContract,
  takePlan,
} from './contracts.ts';
import { allowAtXero, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { newXeroOrganisation, xeroOrganisation } from './simulators.ts';

/** A truck of 60,000.00 with delivery and stamp duty, less trade-in and deposit: 50,000.00 financed. */
async function typeInvoice(page: Page): Promise<void> {
  await page.getByLabel('Other vehicle').check();
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('60000');
  await choose(page, 'Account of the asset', /Motor Vehicles/);
  await page.getByRole('button', { name: 'Add charge' }).click();
  await page.getByLabel('Charge 1', { exact: true }).selectOption('Dealer delivery');
  await page.getByLabel('Amount of charge 1').fill('1100');
  await page.getByRole('button', { name: 'Add charge' }).click();
  await page.getByLabel('Charge 2', { exact: true }).selectOption('Stamp duty');
  await page.getByLabel('Amount of charge 2').fill('1900');
  await page.getByLabel('Trade-in', { exact: true }).fill('11000');
  await choose(page, 'Account of the proceeds', /Other Revenue/);
  await page.getByLabel('Deposit', { exact: true }).fill('2000');
  await choose(page, 'Account of the deposit', /Suspense/);
}

async function choose(page: Page, label: string, account: RegExp): Promise<void> {
  const option = page.getByLabel(label, { exact: true }).getByRole('option', { name: account });
  await page.getByLabel(label, { exact: true }).selectOption((await option.first().textContent()) ?? '');
}

test('a new contract with a purchase has its first payment in Xero after six actions', async ({
  page,
  product,
  owner,
}) => {
  const xeroName = await newXeroOrganisation(product);
  const { path } = await newContract(owner, { startDate: '2026-07-15' });
  await takePlan(product, owner);
  await enter(page, owner, path);
  const actions: readonly (() => Promise<void>)[] = [
    // Link, confirm, invoice, choose, review, post.
    async () => {
      await page.getByRole('button', { name: 'Link entity to Xero' }).click();
      await allowAtXero(page, xeroName);
    },
    () => page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click(),
    async () => {
      await page.getByRole('link', { name: 'From the invoice' }).click();
      await typeInvoice(page);
      await expect(page.getByLabel('Equals the loan amount')).toBeVisible();
      await page.getByRole('button', { name: 'Save the purchase' }).click();
    },
    async () => {
      await expect(page.getByText('Saved: $50,000.00 financed.')).toBeVisible();
      await expect(page.getByLabel('Balance against')).toHaveCount(0);
      await choose(page, 'Bank account', /Business Bank Account/);
    },
    () => page.getByRole('button', { name: 'Set up and post' }).click(),
    () => page.getByRole('button', { name: /^Post \d+ payments?$/ }).click(),
  ];
  expect(actions).toHaveLength(6);
  for (const act of actions) await act();
  await expect(page.getByRole('dialog', { name: 'Posted to Xero' })).toBeVisible();
  const { bankTransactions, manualJournals } = await xeroOrganisation(product, xeroName);
  expect(bankTransactions.length).toBeGreaterThan(0);
  const own = manualJournals[0]?.JournalLines?.slice(4).map(({ TaxType, LineAmount }) => [
    TaxType,
    LineAmount,
  ]);
  expect(own).toEqual([
    ['CAPEXINPUT', 60_000],
    ['CAPEXINPUT', 1_100],
    ['BASEXCLUDED', 1_900],
    ['OUTPUT', -11_000],
    ['BASEXCLUDED', -2_000],
  ]);
});

test('a purchase says by how much it differs, fills the opening journal, and works by the keyboard', async ({
  page,
  product,
  owner,
}) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, `${path}/opening_balances_journal`);
  await page.getByRole('link', { name: 'From the invoice' }).press('Enter');
  await page.getByRole('radio', { name: /^Car/ }).press('Space');
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('51000');
  await page.getByLabel('Business use, %').fill('80');
  await choose(page, 'Account of the asset', /Motor Vehicles/);
  const journal = page.getByRole('region', { name: 'The journal' });
  await expect(journal.getByText(/is \$1,000\.00 more than the loan amount/)).toBeVisible();
  await expect(journal.getByText('cut by the private use')).toBeVisible();
  await expectAtWidths(page, 'a purchase that differs');
  await page.getByLabel('Deposit', { exact: true }).fill('1000');
  await choose(page, 'Account of the deposit', /Suspense/);
  await expect(page.getByLabel('Equals the loan amount')).toBeVisible();
  await page.getByRole('button', { name: 'Save the purchase' }).press('Enter');
  await expect(page.getByLabel('Description, line 1')).toHaveValue('Asset, with GST credit');
  await expect(page.getByLabel('Debit, line 1')).toHaveValue('40,800.00');
  await expect(page.getByLabel('Amounts are')).toHaveValue('Inclusive');
  await expectAtWidths(page, 'the journal with the lines of a purchase');
  await page.getByRole('button', { name: 'Post to Xero' }).press('Enter');
  await expect(page.getByText('Opening balances journal was successfully submitted.')).toBeVisible();

  // The invoice is there again, with what was typed.
  await page.goto(`${path}/purchase`);
  await expect(page.getByRole('textbox', { name: 'Price', exact: true })).toHaveValue('51,000.00');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'Opening balances journal' })).toBeVisible();
});

test('figures of the lender’s contract are proposed with their place, and enter the form when confirmed', async ({
  page,
  owner,
}) => {
  await watchPolicy(page);
  const sample = join(import.meta.dirname, '../fixtures/reading/d07-hire-purchase-terms-only.pdf');
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Lender’s document').setInputFiles(sample);
  await page.getByRole('button', { name: 'Confirm all' }).click();
  await page.getByRole('button', { name: 'Use in the form' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Isuzu FVZ');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText('Isuzu FVZ was created')).toBeVisible();

  // The page is loaded anew, as after Xero's consent.
  await page.goto(`${page.url()}/purchase`);
  const read = page.getByRole('region', { name: 'Read from the lender’s document' });
  await expect(read.getByRole('listitem')).toHaveText([
    'Price: $94,490.00Page 1: Cash price (incl. GST) $94,490.00Use',
    'Deposit: $4,500.00Page 1: Deposit $4,500.00Use',
  ]);
  const price = page.getByRole('textbox', { name: 'Price', exact: true });
  await expect(price).toHaveValue('');
  await expectAtWidths(page, 'proposals of a purchase');
  await read.getByRole('button', { name: 'Use Price' }).press('Enter');
  await expect(price).toHaveValue('94,490.00');
  await expect(read.getByLabel('In the form')).toHaveCount(1);
  await read.getByRole('button', { name: 'Use Deposit' }).click();
  await page.getByLabel('Other vehicle').check();
  await expect(page.getByLabel('Equals the loan amount')).toBeVisible();
  await page.getByRole('button', { name: 'Save the purchase' }).click();
  await expect(page.getByText('The purchase was saved.')).toBeVisible();

  // For another loan the contract is dropped on the form itself.
  const { path } = await addContract(owner, entityId);
  await page.goto(`${path}/purchase`);
  const file = page.getByLabel('Lender’s document');
  await file.setInputFiles(join(sample, '../d10-row-disagrees.pdf'));
  await expect(page.getByText(/d10-row-disagrees\.pdf states no price/)).toBeVisible();
  await file.setInputFiles(sample);
  await read.getByRole('button', { name: 'Use all' }).click();
  await expect(read.getByLabel('In the form')).toHaveCount(2);
  await expect(page.getByText(/is \$39,990\.00 more than the loan amount/)).toHaveCount(0);
  await page.getByLabel('Other vehicle').check();
  await expect(page.getByText(/is \$39,990\.00 more than the loan amount/)).toBeVisible();
});

test('a journal that was opened before its purchase changed is refused, and begins anew with its lines', async ({
  page,
  context,
  product,
  owner,
}) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, `${path}/purchase`);
  const save = async (tab: Page, price: string): Promise<void> => {
    const field = tab.getByRole('textbox', { name: 'Price', exact: true });
    await field.fill(price);
    // Saving doesn't wait for the preview of what was typed last.
    await field.press('Enter');
    await expect(tab.getByRole('heading', { name: 'Opening balances journal' })).toBeVisible();
  };
  await page.getByLabel('Other vehicle').check();
  await choose(page, 'Account of the asset', /Motor Vehicles/);
  await page.getByLabel('Deposit', { exact: true }).fill('1000');
  await choose(page, 'Account of the deposit', /Suspense/);
  await save(page, '51000');
  await expect(page.getByLabel('Debit, line 1')).toHaveValue('51,000.00');

  const other = await context.newPage();
  await other.goto(`${path}/purchase`);
  await other.getByLabel('Deposit', { exact: true }).fill('2000');
  await save(other, '52000');
  await other.close();

  await page.getByRole('button', { name: 'Post to Xero' }).click();
  await expect(page.getByText(/The purchase was changed since this page was opened/)).toBeVisible();
  await expect(page.getByLabel('Debit, line 1')).toHaveValue('52,000.00');
  await page.getByRole('button', { name: 'Post to Xero' }).click();
  await expect(page.getByText('Opening balances journal was successfully submitted.')).toBeVisible();
});

test('a set-up whose purchase changed shows its lines again before it posts them', async ({
  page,
  product,
  owner,
}) => {
  const { entityId, scheduleId, path } = await newContract(owner, { startDate: '2026-07-15' });
  await takePlan(product, owner);
  const xeroName = await linkEntity(product, owner, entityId);
  const accounts = await owner.call('GET /v1/entities/{entityId}/accounts', { params: { entityId } });
  const accountId = accounts.find(({ name }) => name === 'Motor Vehicles')?.id ?? '';
  const buy = (registered: boolean, account: string | null = accountId) =>
    owner.call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/purchase', {
      params: { entityId, scheduleId },
      body: {
        asset: {
          kind: 'vehicle',
          price: 50_000,
          firstUse: '2026-07-15',
          businessUse: 100,
          accountId: account,
        },
        charges: [],
        registered,
      },
    });
  // A draft of it lacks its account.
  await buy(true, null);
  await enter(page, owner, path);
  await page.getByRole('link', { name: 'Set up in Xero' }).first().click();
  await expect(page.getByText('Still needed in it: the account of Asset, with GST credit.')).toBeVisible();
  await choose(page, 'Bank account', /Business Bank Account/);
  const shown = page.getByRole('region', { name: 'What will be created' });
  await expect(shown.getByText(/Please choose the account of “Asset, with GST credit”/)).toBeVisible();
  await expect(shown.getByText(/None is due yet|First payments/)).toHaveCount(0);
  await buy(true);
  await page.reload();
  await expect(shown.getByText(/Motor Vehicles/)).toBeVisible();
  await buy(false);
  await page.getByRole('button', { name: 'Set up and post' }).click();
  await expect(shown.getByText(/The purchase was changed since this page was opened/)).toBeVisible();
  await expect(shown.getByText(/Motor Vehicles/)).toBeVisible();
  expect((await xeroOrganisation(product, xeroName)).manualJournals).toEqual([]);
  await page.getByRole('button', { name: 'Set up and post' }).click();
  await expect(page.getByText('1 of 1 ready')).toBeVisible();
  const { manualJournals } = await xeroOrganisation(product, xeroName);
  expect(manualJournals[0]?.JournalLines?.at(-1)).toMatchObject({ TaxType: 'BASEXCLUDED' });
});

test('a set-up, a journal and a purchase keep their input on the way to a page that they need', async ({
  page,
  product,
  owner,
}) => {
  const { entityId, scheduleId, path } = await newContract(owner, { startDate: '2026-07-15' });
  await addContract(owner, entityId, { description: 'New truck', startDate: '2026-07-15' });
  await linkEntity(product, owner, entityId);
  await enter(page, owner, `/entity/${entityId}/set_up`);
  const lender = page.getByLabel('Lender of New truck');
  const expectKept = async (): Promise<void> => {
    await expect(page.getByLabel('Bank account').locator('option:checked')).toHaveText(/Business Bank/);
    await expect(lender).toHaveValue('Volvo Finance');
  };
  await choose(page, 'Bank account', /Business Bank Account/);
  await lender.fill('Volvo Finance');
  await page.getByRole('link', { name: 'Upgrade' }).click();
  await expect(page).toHaveURL(/plans=1/);
  await page.goBack();
  await expectKept();
  await page.getByRole('link', { name: 'From the invoice: New truck' }).click();
  await page.getByLabel('Other vehicle').check();
  await page.getByRole('textbox', { name: 'Price', exact: true }).fill('50000');
  await choose(page, 'Account of the asset', /Motor Vehicles/);
  await page.getByRole('button', { name: 'Save the purchase' }).click();
  await expectKept();

  // Another way out asks first, and gives the input up.
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click();
  await page.goto(`/entity/${entityId}/set_up`);
  await expect(lender).toHaveValue('');

  await takePlan(product, owner);
  await enable(owner, { entityId, scheduleId, path });
  await chooseAccounts(owner.call, { entityId, scheduleId });
  await page.goto(`${path}/opening_balances_journal`);
  await page.getByLabel('Narration').fill('Our truck');
  await page.getByRole('link', { name: 'From the invoice' }).click();
  await typeInvoice(page);
  await page.getByLabel('Payout of its finance').fill('9500');
  await page.getByLabel('The loan that was paid out').selectOption('New truck');
  await page.getByRole('link', { name: 'Record a payout' }).click();
  await expect(page.getByRole('heading', { name: 'Payout' })).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('Payout of its finance')).toHaveValue('9,500.00');
  await page.getByRole('button', { name: 'Save the purchase' }).click();
  await expect(page.getByLabel('Description, line 1')).toHaveValue('Asset, with GST credit');
  await expect(page.getByLabel('Narration')).toHaveValue('Our truck');
});

test('the payout of a trade-in’s old loan begins with its figure and the clearing account', async ({
  page,
  product,
  owner,
}) => {
  const old = await newReadyContract(product, owner);
  const bought = await addContract(owner, old.entityId, {
    description: 'New truck',
    startDate: '2026-07-15',
  });
  await enter(page, owner, `${bought.path}/purchase`);
  await typeInvoice(page);
  await page.getByLabel('Payout of its finance').fill('9500');
  await choose(page, 'Clearing account of the payout', /Suspense/);
  await page.getByLabel('The loan that was paid out').selectOption('Toyota HiLux');
  await page.getByRole('button', { name: 'Save the purchase' }).click();
  const expectPayout = async (): Promise<void> => {
    await expect(page.getByRole('heading', { name: 'Payout' })).toBeVisible();
    await expect(page.getByLabel('Paid from').locator('option:checked')).toHaveText(/Suspense/);
    await expect(page.getByRole('textbox', { name: 'Payout figure' })).toHaveValue('9,500.00');
  };
  // It is offered once the purchase is saved, and on its page later.
  await expect(page.getByRole('heading', { name: 'New truck' })).toBeVisible();
  await expect(page.getByText('Please complete the Xero integration')).toHaveCount(0);
  await page.getByRole('button', { name: 'Record a payout' }).click();
  await expectPayout();
  await page.goto(`${bought.path}/purchase`);
  await page.getByRole('link', { name: 'Record a payout' }).click();
  await expectPayout();
});
