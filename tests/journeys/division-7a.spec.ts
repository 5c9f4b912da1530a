import { businessDate } from '../../domain/calendar.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import { addDivision7a, linkEntity, newEntity, takePlan } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { journalInXero, xeroOrganisation } from './simulators.ts';

const MINUTE = Buffer.from('%PDF-1.7\n%%EOF\n');

test('a loan has its interest posted, and posted again after a late repayment', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await takePlan(product, owner);
  const xeroName = await linkEntity(product, owner, entityId);
  const journals = async () => {
    const { manualJournals } = await xeroOrganisation(product, xeroName);
    return manualJournals.map(({ DateString, Status, JournalLines = [] }) => [
      DateString.slice(0, 10),
      Status,
      JournalLines[0]?.LineAmount,
    ]);
  };
  await enter(page, owner);
  await page.getByRole('link', { name: 'Division 7A' }).click();
  await page.getByRole('button', { name: 'New loan' }).click();
  await page.getByLabel('Company').selectOption('Riverbend Orchards');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Loan 2025 to J Rivers');
  await page.getByLabel('Borrower').fill('J Rivers');
  await page.getByLabel('Year of the loan').fill('2025');
  await page.getByLabel('Agreement dated').fill('1/5/2025');
  await page.getByLabel('Date 1').fill('1/3/2025');
  await page.getByLabel('Amount 1').fill('100000');
  await expect(page.getByRole('region', { name: 'Years' })).toContainText('$19,450.97');
  for (const label of ['Loan account', 'Interest income account']) {
    await page.getByLabel(label).selectOption({ index: 1 });
  }
  await page.getByRole('button', { name: 'Create loan' }).click();

  await page.getByLabel('Post entry 1', { exact: true }).check();
  await page.getByRole('button', { name: 'Post selected' }).first().click();
  await page.getByRole('button', { name: 'Confirm and post' }).click();
  await expect(page.getByText('1 entry was posted.')).toBeVisible();
  expect(await journals()).toEqual([['2026-06-30', 'POSTED', 8370]]);

  await choose(page, 'Options', 'Record a repayment');
  await page.getByLabel('Date', { exact: true }).fill('1/1/2026');
  await page.getByLabel('Amount').fill('10000');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('Out of date')).toBeVisible();
  await choose(page, 'Options of entry 1', 'Void and post again');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Void and post again' }).click();
  await expect(page.getByText('Entry 1 was posted again')).toBeVisible();
  expect(await journals()).toEqual([
    ['2026-06-30', 'VOIDED', 8370],
    ['2026-06-30', 'POSTED', 7954.94],
  ]);
});

test('repayments that are found in Xero and a dividend with its minute meet the minimum of a year', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await takePlan(product, owner);
  const xeroName = await linkEntity(product, owner, entityId);
  const { path } = await addDivision7a(owner, entityId, { loan: 'Loan', lodgmentDay: '2026-01-15' });
  const income = INCOME_YEARS.yearOf(businessDate(Date.now()));
  const begins = income - 1;
  for (const [date, amount] of [
    [`${begins}-07-10`, 6000],
    [`${begins}-08-10`, 7000],
  ] as const) {
    await journalInXero(product, xeroName, date, { 'Owner Drawings': amount, Loan: -amount });
  }
  await enter(page, owner, path);
  const year = page.getByRole('article', { name: `Year ${income}` });
  await expect(year).toContainText('Still to repay');
  await year.getByRole('link', { name: 'Record a repayment' }).click();
  await page.getByLabel(`10th Jul ${begins}, $6,000.00`).check();
  await expect(page.getByLabel('Amount')).toHaveValue('6,000.00');
  await page.getByLabel(`10th Aug ${begins}, $7,000.00`).check();
  await expect(page.getByText('2 repayments, $13,000.00 in all')).toBeVisible();
  await page.getByRole('button', { name: 'Record 2 repayments' }).click();
  await expect(year).toContainText('$13,000.00');

  // A recorded document is not found again.
  await year.getByRole('link', { name: 'Record a repayment' }).click();
  await expect(page.getByText('Nothing that is not recorded yet.')).toBeVisible();
  await page.getByLabel('Dividend').check();
  await expect(page.getByLabel('Amount')).toHaveValue(/^\d{1,2},\d{3}\.\d\d$/);
  await page.getByLabel('Set off on').fill(`20/11/${begins}`);
  await page.getByLabel('Resolved on').fill(`21/11/${begins}`);
  await page.getByLabel(/^The directors have resolved it/).check();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText(/must have resolved the dividend on or before/).first()).toBeVisible();
  await page.getByLabel('Resolved on').fill(`19/11/${begins}`);
  const minute = page.getByLabel('Minute of the resolution');
  await minute.setInputFiles({ name: 'Minute.txt', mimeType: 'text/plain', buffer: Buffer.from('Minute') });
  await expect(page.getByText('Please choose a PDF or a photo')).toBeVisible();
  await minute.setInputFiles({ name: 'Minute.pdf', mimeType: 'application/pdf', buffer: MINUTE });
  await expect(page.getByText('Minute.pdf')).toBeVisible();
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(year).toContainText('Minimum met');
  const attachments = page.getByRole('region', { name: 'Attachments' });
  await expect(attachments.getByRole('listitem')).toContainText('Minute.pdf');
  const fetching = page.waitForEvent('download');
  await attachments.getByRole('button', { name: 'Download Minute.pdf' }).click();
  expect((await fetching).suggestedFilename()).toBe('Minute.pdf');

  await page.getByLabel('Post entry 103', { exact: true }).check();
  await page.getByRole('button', { name: 'Post selected' }).first().click();
  await page.getByRole('button', { name: 'Confirm and post' }).click();
  await expect(page.getByText('1 entry was posted.')).toBeVisible();
  const { manualJournals } = await xeroOrganisation(product, xeroName);
  expect(manualJournals.map(({ Narration }) => Narration)).toContainEqual(
    expect.stringContaining(`Paydown - Loan 2025 to J Rivers, dividend set off on 20 November ${begins} [`),
  );

  const downloading = page.waitForEvent('download');
  await year.getByRole('button', { name: `Statement of ${income}` }).click();
  expect((await downloading).suggestedFilename()).toBe(
    `Riverbend Orchards - Loan 2025 to J Rivers - ${income}.pdf`,
  );
});

test('an Admin enters the rate of a year without a published one', async ({ page, owner }) => {
  await enter(page, owner, '/division_7a');
  await page.getByText('Benchmark rates').click();
  const rates = page.getByRole('region', { name: 'Benchmark rates' });
  await expect(rates.getByRole('row').filter({ hasText: '2027' })).toContainText('8.77 %');
  await page.getByRole('button', { name: 'Enter a rate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter a benchmark rate' });
  await dialog.getByLabel('Rate, %').fill('31');
  await dialog.getByLabel('Source').fill('ATO page of 30 May 2027');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(/from 0 to 30 percent/)).toBeVisible();
  await dialog.getByLabel('Rate, %').fill('8.35');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rates.getByRole('row').filter({ hasText: '2028' })).toContainText('ATO page of 30 May 2027');

  // An entered rate can be corrected.
  await page.getByRole('button', { name: 'Enter a rate' }).click();
  await dialog.getByLabel('Year to 30 June').selectOption('2028');
  await expect(dialog.getByLabel('Rate, %')).toHaveValue('8.35');
  await dialog.getByLabel('Rate, %').fill('8.4');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rates.getByRole('row').filter({ hasText: '2028' })).toContainText('8.40 %');
});
