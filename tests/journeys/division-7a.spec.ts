import { linkEntity, newEntity, takePlan } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { xeroOrganisation } from './simulators.ts';

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
