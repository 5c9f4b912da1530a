import type { Page } from '@playwright/test';
import { newReadyContract, postOpening, syncPayments } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { xeroOrganisation, lockXeroOrganisation } from './simulators.ts';

test('opening balances are posted with GST, cover earlier payments and can be replaced', async ({
  page,
  product,
  owner,
}) => {
  const { path, xeroName } = await newReadyContract(product, owner);
  await enter(page, owner, `${path}/opening_balances_journal`);
  await expect(page.getByLabel('Narration')).toHaveValue('Paydown - Opening Balances of Toyota HiLux');
  const token = await page.getByLabel('Narration').evaluate((input) => {
    const hint = input.ownerDocument.getElementById(input.getAttribute('aria-describedby') ?? '');
    return /\[PD-[^\]]+\]/.exec(hint?.textContent ?? '')?.[0];
  });
  await page.getByLabel('Date').fill('2025-03-01');
  // One payment is covered at that date: 49,309.17 is left.
  await expect(page.getByRole('row', { name: /^Unexpired charges 875/ })).toContainText('$3,369.18');
  const post = page.getByRole('button', { name: 'Post to Xero' });
  await expect(post).toBeDisabled();

  await fillLine(page, 1, { description: 'HiLux at cost', account: /Motor Vehicles/, debit: '49309.17' });
  await expect(post).toBeEnabled();
  await page.getByLabel('Amounts are').selectOption('Tax exclusive');
  await page.getByLabel('Tax rate, line 1').selectOption('GST on Expenses (10 %)');
  const outBy = page.getByRole('row', { name: /Total is out by/ });
  await expect(outBy).toContainText('$4,930.92');
  await expect(post).toBeDisabled();
  await page.getByLabel('Debit, line 1').fill('');
  await page.getByRole('button', { name: 'Fill difference' }).click();
  await expect(page.getByLabel('Debit, line 1')).toHaveValue('44,826.52');
  await expect(outBy).toHaveCount(0);
  await expect(page.getByRole('row', { name: /^GST/ })).toContainText('$4,482.65');
  await page.getByLabel('Amounts are').selectOption('Tax inclusive');
  await expect(outBy).toContainText('$4,482.65');
  await page.getByLabel('Debit, line 1').fill('49309.17');
  await expect(page.getByRole('row', { name: /Includes GST/ })).toContainText('$4,482.65');
  await post.click();
  await expect(page.getByText('Opening balances journal was successfully submitted.')).toBeVisible();

  await expect(page.getByRole('row', { name: /^1 15th Feb 2025/ })).toContainText('In opening balances');
  await expect(page.getByRole('switch', { name: 'Sync payment 1', exact: true })).toBeDisabled();
  await choose(page, 'Options of payment 3', 'Select up to this payment');
  await expect(page.getByText('2 payments selected')).toBeVisible();

  await page.goto(`${path}/opening_balances_journal`);
  await page.getByLabel('Date').fill('2025-02-01');
  await expect(page.getByRole('row', { name: /^Unexpired charges 875/ })).toContainText('$3,422.22');
  // The posted journal is the start of the replacement.
  await expect(page.getByLabel('Amounts are')).toHaveValue('Inclusive');
  await expect(page.getByLabel('Description, line 1')).toHaveValue('HiLux at cost');
  await expect(page.getByLabel('Debit, line 1')).toHaveValue('49,309.17');
  await expect(post).toBeDisabled();
  await page.getByLabel('Debit, line 1').fill('50000');
  await post.click();
  await page.getByRole('button', { name: 'Replace' }).click();
  await expect(page.getByText('Opening balances journal was successfully submitted.')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Sync payment 1', exact: true })).toBeEnabled();
  const { manualJournals } = await xeroOrganisation(product, xeroName);
  expect(manualJournals.map(({ Status, LineAmountTypes }) => [Status, LineAmountTypes])).toEqual([
    ['VOIDED', 'Inclusive'],
    ['POSTED', 'Inclusive'],
  ]);
  expect(manualJournals[0]?.Narration).toBe(`Paydown - Opening Balances of Toyota HiLux ${token}`);
  expect(manualJournals[0]?.JournalLines?.at(-1)).toMatchObject({ TaxType: 'INPUT', LineAmount: 49_309.17 });
});

test('a journal explains other text than an amount and a date on which nothing is owing, and survives a reload', async ({
  page,
  product,
  owner,
}) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, `${path}/opening_balances_journal`);
  const debit = page.getByLabel('Debit, line 1');
  const credit = page.getByLabel('Credit, line 1');
  await debit.fill('$ 1,234.50');
  await expect(debit).toHaveValue('1234.50');
  await debit.fill('1e9');
  await expect(debit).toHaveValue('1e9');
  await expect(page.getByText('Enter digits and one dot, such as 1000.50.')).toBeVisible();
  await debit.fill('007');
  await expect(debit).toHaveValue('7');
  await debit.fill('0.5');
  await expect(debit).toHaveValue('0.5');
  await debit.fill('123456789012');
  await expect(debit).toHaveValue('123456789012');
  await expect(page.getByText('Enter at most 10 characters.')).toBeVisible();
  await credit.fill('80');
  await expect(debit).toHaveValue('');
  await debit.fill('90');
  await expect(credit).toHaveValue('');
  await credit.click();
  await expect(debit).toHaveValue('90.00');

  await page.getByLabel('Account, line 1').selectOption(await optionOf(page, 1, /Owner Funds/));
  await expect(page.getByLabel('Tax rate, line 1').getByRole('option')).toHaveCount(1);
  await page.getByLabel('Amounts are').selectOption('Tax inclusive');
  await expect(page.getByLabel('Tax rate, line 1').getByRole('option')).not.toHaveCount(1);

  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('We restored your unsaved draft.')).toBeVisible();
  await expect(page.getByLabel('Amounts are')).toHaveValue('Inclusive');
  await expect(debit).toHaveValue('90.00');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(debit).toHaveValue('');

  await page.getByRole('button', { name: 'Add line' }).click();
  await expect(page.getByLabel('Tax rate, line 2')).toBeDisabled();
  await page.getByRole('button', { name: 'Remove line 1' }).click();
  await expect(page.getByLabel('Account, line 2')).toHaveCount(0);

  const problem = page.getByText('The contract has no balances on this date. Choose an earlier one.');
  await expect(problem).toBeHidden();
  await page.getByLabel('Date', { exact: true }).fill('2049-06-30');
  await expect(problem).toBeVisible();
});

test('changed terms make the posted journal out of date, and synced payments fix the terms', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await postOpening(owner, contract, '2025-02-01');
  await enter(page, owner, `${contract.path}/edit`);
  await page.getByLabel('Payment amount, row 1').fill('1001');
  await page.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Change the schedule?' });
  await question.getByRole('button', { name: 'Save' }).click();
  const outOfDate = page
    .getByRole('note')
    .getByText(/The schedule has changed since its opening balances journal/);
  await expect(outOfDate).toBeVisible();
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
  await expect(
    page.getByRole('alert').getByText(/has changed since its opening balances journal/),
  ).toBeVisible();
  await postOpening(owner, contract, '2025-02-01');
  await page.reload();
  await expect(page.getByText('Connected to Xero')).toBeVisible();
  await expect(outOfDate).toHaveCount(0);

  await syncPayments(owner, contract, [1]);
  await page.goto(`${contract.path}/edit`);
  await expect(page.getByLabel('Loan amount')).not.toBeEditable();
  await expect(page.getByRole('link', { name: 'Record a change' })).toBeVisible();
  await page.getByLabel('Name').fill('HiLux');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('HiLux was saved')).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('payments locked in Xero can’t be selected, and a failed read of the lock date is reported', async ({
  page,
  product,
  owner,
}) => {
  const { path, xeroName } = await newReadyContract(product, owner);
  await page.route(/LockDate$/, (route) => route.fulfill({ status: 409, json: { title: 'Xero-Api' } }));
  await enter(page, owner, path);
  await expect(
    page.getByText('Something went wrong loading the lock date. Please try again later.'),
  ).toHaveCount(1);
  await page.unroute(/LockDate$/);
  await lockXeroOrganisation(product, xeroName, '2025-03-15');
  await page.reload();
  await expect(page.getByText('15th Mar 2025').first()).toBeVisible();
  const second = page.getByRole('row', { name: /^2 15th Mar 2025/ });
  await expect(second.getByLabel('On or before the lock date')).toBeVisible();
  await second.getByRole('switch').click();
  await expect(
    page.getByText('Payment date not after lock date. Check the organisation lock dates in Xero.'),
  ).toBeVisible();
  await expect(second.getByRole('switch')).not.toBeChecked();
  await choose(page, 'Options of payment 4', 'Select up to this payment');
  await expect(page.getByText('2 payments selected · $2,000.00')).toBeVisible();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(0);
});

interface Line {
  readonly description: string;
  readonly account: RegExp;
  readonly debit: string;
}

async function fillLine(page: Page, number: number, { description, account, debit }: Line): Promise<void> {
  await page.getByLabel(`Description, line ${number}`).fill(description);
  await page.getByLabel(`Account, line ${number}`).selectOption(await optionOf(page, number, account));
  await page.getByLabel(`Debit, line ${number}`).fill(debit);
}

/** Returns the label of the account's option. */
async function optionOf(page: Page, line: number, account: RegExp): Promise<string> {
  const option = page.getByLabel(`Account, line ${line}`).getByRole('option', { name: account });
  return (await option.textContent()) ?? '';
}

test('a journal on the date of a payment asks whether the payment is in the balance', async ({
  page,
  product,
  owner,
}) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, `${path}/opening_balances_journal`);
  await page.getByLabel('Date').fill('2025-03-01');
  const charges = page.getByRole('row', { name: /^Unexpired charges 875/ });
  await expect(charges).toContainText('$3,369.18');
  const question = page.getByRole('group', { name: 'Is the payment of 15 March 2025 in this balance?' });
  await expect(question).toHaveCount(0);
  await page.getByLabel('Date').fill('2025-03-15');
  await expect(question.getByRole('radio', { name: /^Yes/ })).toBeChecked();
  await expect(charges).not.toContainText('$3,369.18');
  await question.getByRole('radio', { name: /^No/ }).check();
  await expect(charges).toContainText('$3,369.18');
  for (const [name, width] of [
    ['wide', 1440],
    ['phone', 390],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });
  }
});
