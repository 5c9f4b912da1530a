import { join } from 'node:path';
import { expectAccessible, expectNoOverflow, watchPolicy } from './axe.ts';
import { newEntity } from './contracts.ts';
import { expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

const sample = (name: string): string => join(import.meta.dirname, '../fixtures/reading', name);

test('a locked schedule is read, confirmed, created and attached', async ({ page, owner }) => {
  await watchPolicy(page);
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Lender’s document').setInputFiles(sample('d18-password.pdf'));

  const password = page.getByLabel('Password of d18-password.pdf');
  await password.fill('wrong');
  await page.getByRole('button', { name: 'Open document' }).click();
  await expect(page.getByText('This password doesn’t open the document.')).toBeVisible();
  await password.fill('Loan8842');
  await page.keyboard.press('Enter');

  await expect(page.getByText('All 24 rows agree.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Picture of page 1' })).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'What was read' }).getByRole('textbox').first(),
  ).toBeFocused();
  const number = page.getByRole('textbox', { name: 'Contract number' });
  await expect(number).toHaveValue('7788-2201-A');
  await number.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Confirmed: Contract number' })).toBeVisible();
  await expectAccessible(page, 'what was read');
  await expectNoOverflow(page, 'what was read');
  await page.getByRole('button', { name: 'Use in the form' }).click();

  await expect(page.getByText('24 payments')).toBeVisible();
  await expect(page.getByLabel('Loan amount')).toHaveValue('30,000.00');
  await expect(page.getByRole('textbox', { name: 'Start date' })).toHaveValue('20 Jan 2026');
  await page.getByLabel('Name', { exact: true }).fill('Delivery van');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText('Delivery van was created')).toBeVisible();
  await expect(page.getByText('d18-password.pdf')).toBeVisible();
});

test('terms that agree are shown as on other pages and confirmed together, with the contract’s rate', async ({
  page,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Lender’s document').setInputFiles(sample('d07-hire-purchase-terms-only.pdf'));
  const read = page.getByRole('region', { name: 'What was read' });
  const term = (label: string) => read.getByLabel(label, { exact: true });
  await expect(term('Amount financed')).toHaveValue('$89,990.00');
  await expect(term('Start date')).toHaveValue('20 Apr 2026');
  await expect(term('Frequency')).toHaveValue('Monthly');
  await expect(term('Interest rate')).toHaveValue('7.99 %');
  await page.getByRole('button', { name: 'Confirm all' }).click();
  await expect(page.getByRole('button', { name: /^Confirm / })).toHaveCount(0);
  await page.getByRole('button', { name: 'Use in the form' }).click();
  await expect(page.getByLabel('Contract rate')).toHaveValue('7.99');
});

test('a row that disagrees keeps the table from use until it is corrected', async ({ page, owner }) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Lender’s document').setInputFiles(sample('d10-row-disagrees.pdf'));
  await expect(page.getByText('35 of 36 rows agree.')).toBeVisible();
  await expect(page.getByText(/Row 17: \$21,469.21 \+ \$148.55 − /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use in the form' })).toBeDisabled();
  await page.getByText('Rows that don’t agree').click();
  await page.getByLabel('Interest, row 17').fill('139.55');
  await expect(page.getByText('All 36 rows agree.')).toBeVisible();
  await expect(page.getByText(/^Document: /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use in the form' })).toBeEnabled();
});

test('a scan is refused with what to do', async ({ page, owner }) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Lender’s document').setInputFiles(sample('d17-scanned.pdf'));
  await expect(page.getByText('This is a scan. Ask the lender for the original PDF.')).toBeVisible();
});

test('the import page hands a lender’s document to the new schedule', async ({ page, owner }) => {
  await newEntity(owner);
  await enter(page, owner, '/import');
  await page.getByLabel('Spreadsheet').setInputFiles(sample('d09-fortnightly.csv'));
  await page.getByRole('combobox', { name: 'Entity' }).selectOption({ label: 'Riverbend Orchards' });
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('All 26 rows agree.')).toBeVisible();
});

test('a table without dates asks once for the first one, and leaves out a row', async ({ page, owner }) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  const file = join(import.meta.dirname, '../fixtures/public-cases/s16-no-dates.csv');
  await page.getByLabel('Lender’s document').setInputFiles(file);
  await expect(page.getByText('The table states no dates.')).toBeVisible();
  await expect(page.getByText('0 of 24 rows agree.')).toBeVisible();
  await expectAccessible(page, 'the question about dates');
  await page.getByRole('textbox', { name: 'First payment date' }).fill('15 Feb 2025');
  await page
    .getByRole('region', { name: 'What was read' })
    .getByLabel('Frequency')
    .selectOption({ label: 'Monthly' });
  await page.getByRole('button', { name: 'Set the dates' }).click();
  await expect(page.getByText('All 24 rows agree.')).toBeVisible();
  await expect(page.getByLabel('Date, row 24')).toHaveValue('15 Jan 2027');

  await page.getByRole('button', { name: 'Leave out row 24' }).click();
  await expect(page.getByText('The table leaves $811.66. Add it as the last payment?')).toBeVisible();
  await page.getByRole('button', { name: 'Restore row 24' }).click();
  await page.setViewportSize({ width: 390, height: 900 });
  await expectNoOverflow(page, 'the table at 390');
  await page.getByRole('button', { name: 'Use in the form' }).click();
  await expect(page.getByLabel('Loan amount')).toHaveValue('18,000.00');
  await expect(page.getByRole('textbox', { name: 'Start date' })).toHaveValue('15 Jan 2025');
});

test('a table of dates and amounts takes its balances from the loan', async ({ page, owner }) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  const lines = ['Date,Payment', '30/09/2025,40000.00', '31/12/2025,25000.00', '15/06/2026,50000.00'];
  await page
    .getByLabel('Lender’s document')
    .setInputFiles({ name: 'seasons.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) });
  await expect(page.getByText('The table states dates and amounts alone.')).toBeVisible();
  await expect(page.getByText('The document doesn’t state the loan. Enter it in the form.')).toBeVisible();
  await expect(page.getByText('3 payments, dates and amounts alone')).toBeVisible();
  await expect(page.getByLabel('Interest, row 1')).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 900 });
  await expectAccessible(page, 'dates and amounts alone');
  await expectNoOverflow(page, 'dates and amounts alone at 390');
  await page.screenshot({ path: test.info().outputPath('alone-390.png'), fullPage: true });
  await page.getByRole('button', { name: 'Use in the form' }).click();
  await page.getByLabel('Name').fill('Seed finance');
  await expect(page.getByText(/Enter the loan amount and the start date/).first()).toBeVisible();
  await page.getByLabel('Loan amount').fill('110000');
  await page.getByRole('textbox', { name: 'Start date' }).fill('14 Feb 2025');
  await page.getByLabel('Frequency').selectOption('Quarterly');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Seed finance' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Payments' }).locator('tbody tr[aria-rowindex]');
  await expect(rows).toHaveCount(3);
});
