import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { inChunks } from '../../functions/lib/in-chunks.ts';
import { IMPORT_ROW } from '../support/contracts.ts';
import { workbookOf } from '../support/workbook.ts';
import { expectAccessible } from './axe.ts';
import { newEntity } from './contracts.ts';
import { chooseItem, expect, test } from './fixtures.ts';
import { enter, type Person } from './portal.ts';

test('contracts are imported from the template, corrected in place, and undone', async ({ page, owner }) => {
  await enter(page, owner, '/');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  const template = readFileSync(await (await download).path(), 'utf8');
  const wrong = 'Riverbend Orchards,Cool room,58000.005,20/8/2025,Monthly,No,,,,60,1715.5';
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'contracts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${template.trimEnd()}\r\n${wrong}\r\n`),
  });

  await expect(page.getByRole('button', { name: 'Create 3 of 4' })).toBeEnabled();
  await expect(page.getByText('Please provide an amount with at most two decimals.')).toBeVisible();
  await page.getByLabel('Loan amount, line 5').fill('58000.00');
  await expect(page.getByRole('button', { name: 'Create 4', exact: true })).toBeEnabled();
  const judging = Promise.withResolvers<void>();
  await page.route('**/v1/imports/preview', async (route) => {
    await judging.promise;
    await route.continue();
  });
  await page.getByLabel('Loan amount, line 5').fill('58000.005');
  await expect(page.getByRole('button', { name: 'Create 4', exact: true })).toBeDisabled();
  judging.resolve();
  await page.getByRole('button', { name: 'Create 3 of 4' }).click();

  await expect(page.getByRole('heading', { name: '3 schedules were created' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '1 row was not imported' })).toBeVisible();
  const failed = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download failed rows' }).click();
  const rows = readFileSync(await (await failed).path(), 'utf8');
  expect(rows).toContain('Loan amount: Please provide an amount with at most two decimals.');

  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expect(page.getByText('The import was undone')).toBeVisible();
  await page.getByRole('link', { name: 'All entities' }).first().click();
  await expect(page.getByText('There are no entities yet')).toBeVisible();
});

/** Imports schedules, and opens the page of imports, which offers to undo them. Returns the import's id. */
async function importedBefore(page: Page, owner: Person, count: number): Promise<string> {
  const importId = randomUUID();
  const all = Array.from({ length: count }, (_, index) => ({
    ...IMPORT_ROW,
    line: index + 2,
    name: `Ute ${index + 2}`,
    terms: [...IMPORT_ROW.terms],
  }));
  for (const rows of inChunks(all, 300)) {
    await owner.call('POST /v1/imports', { body: { importId, rows, createEntities: true } });
  }
  const claims = Buffer.from(owner.tokens.token.split('.')[1] ?? '', 'base64url').toString();
  const { tid: tenant } = JSON.parse(claims) as { tid: string };
  const last = JSON.stringify({ importId, count, at: Date.now(), tenant });
  await enter(page, owner, '/import');
  await page.evaluate((stored) => localStorage.setItem('paydown.import.last', stored), last);
  return importId;
}

async function expectUndone(page: Page): Promise<void> {
  await expect(page.getByText('The import was undone')).toBeVisible();
  await page.getByRole('link', { name: 'All entities' }).first().click();
  await expect(page.getByText('There are no entities yet')).toBeVisible();
}

test('an import of more than 500 schedules is undone by a job, whose progress and end the page shows', async ({
  page,
  owner,
}) => {
  await importedBefore(page, owner, 600);
  await page.reload();
  await page.getByRole('button', { name: 'Undo import' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo import' }).click();
  await expectUndone(page);
});

test('an undo without progress for three minutes is continued from the page', async ({ page, owner }) => {
  const importId = await importedBefore(page, owner, 3);
  await page.clock.install();
  const read = `**/v1/imports/${importId}`;
  await page.route(read, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ json: { state: 'undoing', left: 250, refusal: null } })
      : route.fallback(),
  );
  await page.reload();
  await expect(page.getByText('250 schedules left')).toBeVisible();
  const again = page.getByRole('button', { name: 'Continue the undo' });
  await expect(again).toBeHidden();
  await page.clock.runFor('03:01');
  await expect(again).toBeVisible();
  await page.unroute(read);
  await again.click();
  await expectUndone(page);
});

test('an untidy register is imported, with the few rows that need a person', async ({ page, owner }) => {
  await enter(page, owner, '/import');
  const register = 'tests/fixtures/registers/finance-register.csv';
  await page.getByLabel('Spreadsheet').setInputFiles(register);
  await expect(page.getByLabel('Line with the column names')).toHaveValue('5');
  await expect(page.getByText('27 ready · 3 refused')).toBeVisible();
  // The button that chose the file is gone; hundreds of cells come after the one that creates.
  await expect(page.locator('summary')).toBeFocused();
  await page.getByLabel('Show only the 3 rows').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Create 27 of 30' })).toBeFocused();
  await page.getByText('Columns', { exact: false }).first().click();

  await page.getByLabel('Kind, line 10').fill('Hire purchase');
  await page.getByLabel('Start date, line 22', { exact: true }).fill('15 Mar 2024');
  await page.getByLabel('Amount 1, line 36').fill('7,237.00');
  await expect(page.getByText('29 ready · 1 to look at')).toBeVisible();
  await page.getByLabel('Kind, line 6', { exact: true }).fill('Loan');
  await page.getByRole('button', { name: /^Replace “CM” in \d+ more rows$/ }).click();
  await expect(page.getByLabel('Kind, line 7', { exact: true })).toHaveValue('Loan');
  await page.getByRole('button', { name: 'Create 30', exact: true }).click();
  await expect(page.getByRole('heading', { name: '30 schedules were created' })).toBeVisible();

  await page.getByRole('link', { name: 'All entities' }).last().click();
  await page.getByRole('link', { name: 'Tillman Dairy Partnership' }).click();
  await expect(page.getByRole('region', { name: 'Schedules' })).toContainText('Milking platform');
});

test('imported schedules are found, sorted, filtered and archived together', async ({ page, owner }) => {
  const rows = ['Digger', 'Truck', 'Crane', 'Ute', 'Loader', 'Trailer'].map(
    (name, index) =>
      `Byron Farms,${name},${50 - index}000,15/1/2025,Per cycle,60,1000,Lender ${index},A-${index}`,
  );
  await enter(page, owner, '/import');
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'contracts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Client,Contract,Loan amount,Start date,Frequency,Payments,Amount,Financier,Contract no',
        ...rows,
      ].join('\n'),
    ),
  });
  await expect(page.getByText('“Per cycle” isn’t a frequency.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Use Monthly for all 6 rows?' }).click();
  await page.getByRole('button', { name: 'Create 6', exact: true }).click();
  await expect(page.getByRole('heading', { name: '6 schedules were created' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Byron Farms' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('a-4');
  await expect(page.getByRole('option', { name: /Loader/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.goto('/?q=loader');
  await expect(page.getByRole('region', { name: 'Schedules found' })).toContainText('Loader');
  await expect(page.getByText('Nothing matches')).toHaveCount(0);
  await page.getByRole('link', { name: 'All entities' }).first().click();
  await page.getByRole('link', { name: 'Byron Farms' }).click();

  const table = page.getByRole('region', { name: 'Schedules' });
  const names = table.locator('tbody .row-link-name');
  await expect(names).toHaveText(['Crane', 'Digger', 'Loader', 'Trailer', 'Truck', 'Ute']);
  await table.getByRole('button', { name: 'Amount' }).click();
  await expect(names).toHaveText(['Trailer', 'Loader', 'Ute', 'Crane', 'Truck', 'Digger']);
  await page.getByRole('searchbox', { name: 'Filter schedules' }).fill('lender 1');
  await expect(names).toHaveText(['Truck']);
  await page.getByRole('searchbox', { name: 'Filter schedules' }).fill('');

  await table.getByLabel('Select Truck').check();
  await table.getByLabel('Select Crane').check();
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('2 schedules archived')).toBeVisible();
  await expect(names).toHaveText(['Trailer', 'Loader', 'Ute', 'Digger']);

  await table.getByRole('button', { name: 'Options of Digger' }).click();
  await chooseItem(page, 'Duplicate');
  await expect(page.getByLabel('Name')).toHaveValue('Copy of Digger');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Copy of Digger' })).toBeVisible();
});

test('a schedule is created from the lender’s table, with its contract attached', async ({ page, owner }) => {
  await enter(page, owner, '/');
  await page.getByRole('button', { name: 'Create new entity' }).first().click();
  await page.getByRole('dialog').getByLabel('Name').fill('Byron Farms');
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByRole('link', { name: 'Add schedule' }).first().click();
  await page.getByLabel('Name').fill('Truck');
  await page.getByLabel('Loan amount').fill('50000');
  await page.getByLabel('Frequency').selectOption('Quarterly');
  await page.getByLabel('Start date', { exact: true }).fill('2025-01-15');
  await page.getByLabel('Use the lender’s payment table').check();
  const field = page.getByLabel('Lender’s payment table', { exact: true });
  await field.fill('Date\tPayment\tInterest\n17/4/2025\t26000\t1000');
  await expect(page.getByText('Is the rest a balloon?').first()).toBeVisible();
  await field.fill('Date\tPayment\tInterest\n17/4/2025\t26000\t1000\n21/7/2025\t25500\t500');
  await page.getByText('Contract details').click();
  await page.getByLabel('Lender', { exact: true }).fill('Westpac');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Truck' })).toBeVisible();
  await expect(page.getByText('implied by the lender’s table')).toBeVisible();
  await expect(page.getByText('Westpac')).toBeVisible();

  const file = {
    name: 'Contract.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from('%PDF-1.7 contract'),
  };
  await page.getByLabel('File to attach').setInputFiles(file);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Contract.pdf' }).click();
  expect(readFileSync(await (await download).path())).toEqual(file.buffer);
  const fake = { ...file, name: 'Fake.pdf', buffer: Buffer.from('<!doctype html>') };
  await page.getByLabel('File to attach').setInputFiles(fake);
  await expect(page.getByText('This file is not a PDF or photo')).toBeVisible();
});

test('a balloon is entered with the contract’s rate, which finds its date and the missing payment', async ({
  page,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Name').fill('Volvo FH16');
  await page.getByLabel('Loan amount').fill('80000');
  await page.getByLabel('Frequency').selectOption('Monthly');
  await page.getByLabel('Start date', { exact: true }).fill('15/1/26');
  await page.getByLabel('Number of payments, row 1').fill('48');
  await page.getByLabel('Balloon').fill('24000');
  await page.getByLabel('Contract rate').fill('5.515758');
  await expect(page.getByText('Fills in the payment amount from the other figures.')).toBeVisible();
  await page.getByRole('button', { name: 'Work it out' }).click();
  await expect(page.getByLabel('Payment amount, row 1')).toHaveValue('1,413.08');

  await page.getByLabel('Due', { exact: true }).selectOption('One period later');
  const question =
    'The contract says 5.52 %, these terms give 5.47 %. Is the balloon due with the last payment?';
  await expect(page.getByText(question)).toBeVisible();
  await page.getByLabel('Due', { exact: true }).selectOption('With the last payment');
  await expect(page.getByText(question)).toHaveCount(0);
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Volvo FH16' })).toBeVisible();
  await expect(page.getByText('5.52 %', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('$25,413.08').first()).toBeVisible();
});

test('a register shows each judgement beside what it states, at any width', async ({ page, owner }) => {
  await enter(page, owner, '/import');
  await page.getByLabel('Spreadsheet').setInputFiles({
    name: 'register.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      [
        'Client,Contract,Amount financed,Start date,Term (months),Monthly repayment,Terms charges,Establishment fee,Account keeping fee,Balloon %,Rate %,Maturity',
        'Wattle Farm,HP 1,52000,03/04/2025,60,1129.45,15767.20,395.00,,,10.95,03/04/2030',
        'Wattle Farm,HP 2,52000,04/13/2025,60,956.12,5367.20,,5.00,20,9.5,04/13/2031',
      ].join('\n'),
    ),
  });
  await expect(page.getByText('Are these dates month first?')).toBeVisible();
  await expect(page.getByText('0 ready · 2 refused')).toBeVisible();
  await page.getByRole('button', { name: 'Month first' }).click();
  await expect(page.getByLabel('Start date, line 2')).toHaveValue('2025-03-04');
  await expect(page.getByText('0 ready · 2 to look at')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Rows' });
  for (const text of [
    'Charges$15,767.00 (file: 15767.20)',
    'Rate10.96 % (file: 10.95)',
    'Establishment fee $395.00: paid once, not part of the payments.',
    'Balloon$10,400.00 (file: 20 %)',
    'The register says charges of $5,367.20, these payments give $15,767.20.',
    'Fee of each payment$5.00',
  ]) {
    await expect(rows).toContainText(text);
  }
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const edges = await rows
      .locator('.import-facts, .import-reason p')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
    expect(edges.filter((right) => right > width)).toEqual([]);
    await expectAccessible(page, `the preview at ${width}`);
    await page.screenshot({ path: test.info().outputPath(`register-${width}.png`), fullPage: true });
  }
});

test('sheets with contracts that aren’t read are named, hidden ones too, and read instead', async ({
  page,
  owner,
}) => {
  await enter(page, owner, '/import');
  const names = ['Client', 'Contract', 'Loan amount', 'Start date', 'Frequency', 'Payments', 'Amount'];
  const contract = (name: string): string[] => ['Farm', name, '50000', '15/1/2025', 'Monthly', '60', '1000'];
  const buffer = Buffer.from(
    workbookOf([
      { name: 'Loans', rows: [names, contract('Truck'), contract('Ute')] },
      { name: 'Closed', state: 'hidden', rows: [names, contract('Crane')] },
    ]),
  );
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  await page.getByLabel('Spreadsheet').setInputFiles({ name: 'contracts.xlsx', mimeType, buffer });
  await expect(page.getByText('2 ready')).toBeVisible();
  await expect(page.getByText('isn’t read: hidden sheet “Closed”.')).toBeVisible();
  await page.getByRole('button', { name: 'Read “Closed” instead' }).click();
  await expect(page.getByText('1 ready')).toBeVisible();
  await expect(page.getByText('isn’t read: sheet “Loans”.')).toBeVisible();
  await page.getByRole('button', { name: 'Create 1', exact: true }).click();
  await expect(page.getByRole('heading', { name: '1 schedule was created' })).toBeVisible();
});
