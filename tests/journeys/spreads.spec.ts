import { addDays, addMonths, businessDate, endOfMonth } from '../../domain/calendar.ts';
import { control } from '../../scripts/local/product-client.ts';
import type { Product } from '../support/local-product.ts';
import {
  addContract,
  addSpread,
  type ConnectedContract,
  linkEntity,
  newEntity,
  newReadyContract,
  recordChange,
  takePlan,
} from './contracts.ts';
import { choose, expect, holdRequests, test } from './fixtures.ts';
import { enter, type Person } from './portal.ts';
import { actInXero, xeroOrganisation } from './simulators.ts';

async function linkedEntity(
  product: Product,
  owner: Person,
): Promise<{ entityId: string; xeroName: string }> {
  const entityId = await newEntity(owner);
  await takePlan(product, owner);
  return { entityId, xeroName: await linkEntity(product, owner, entityId) };
}

async function journalsOf(product: Product, xeroName: string) {
  const { manualJournals, accounts } = await xeroOrganisation(product, xeroName);
  const nameOf = (id: string | undefined): string =>
    accounts.find(({ AccountID }) => AccountID === id)?.Name ?? '?';
  return manualJournals.map(({ Narration = '', DateString, Status, JournalLines = [] }) => ({
    text: Narration.replace(/ \[.*/, ''),
    date: DateString.slice(0, 10),
    status: Status,
    lines: JournalLines.map(({ AccountID, LineAmount }) => [nameOf(AccountID), LineAmount]),
  }));
}

type SpreadChange = { kind: 'amount'; total: number } | { kind: 'end'; to: string };

/** Records a change of a spread as its preview shows it. */
async function changeSpread(
  { call }: Person,
  params: { readonly entityId: string; readonly registerId: string },
  body: SpreadChange,
  from: string,
): Promise<void> {
  const { revision } = await call('GET /v1/entities/{entityId}/registers/{registerId}', { params });
  await call('POST /v1/entities/{entityId}/registers/{registerId}/changes', {
    params,
    body: { ...body, from, revision },
  });
}

/** Runs auto posting as of days. */
async function runThrough(product: Product, ...days: readonly string[]): Promise<void> {
  for (const today of days) await control(`${product.console}/schedules/auto-sync/run`, 'POST', { today });
}

/** Posts the opening journal of a funded premium with its duty, on the account that its spread takes. */
async function openPremium({ call }: Person, { entityId, scheduleId }: ConnectedContract, date: string) {
  const params = { entityId, scheduleId };
  const { taxRates: _, ...template } = await call(
    'GET /v1/entities/{entityId}/schedules/{scheduleId}/templates/openingbalancejournal',
    { params, query: { date, includesDate: 'false' } },
  );
  const accounts = await call('GET /v1/entities/{entityId}/accounts', { params: { entityId } });
  const accountId = accounts.find(({ name }) => name === 'Prepayments')?.id ?? '';
  await call('PUT /v1/entities/{entityId}/schedules/{scheduleId}/sync/xero/openingbalancejournal', {
    params,
    body: {
      ...template,
      lineAmountTypes: 'Inclusive',
      lineItems: [
        ...template.lineItems.filter(({ amount }) => amount !== 0),
        { description: 'Premium', accountId, taxType: 'INPUT', amount: 11_000 },
        { description: 'Stamp duty', accountId, taxType: 'BASEXCLUDED', amount: 1100 },
      ],
    },
  });
}

test('a spread is entered, posted for three months, changed, written off, and an entry is taken back', async ({
  page,
  product,
  owner,
}) => {
  const { entityId, xeroName } = await linkedEntity(product, owner);
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('link', { name: 'Spreads' }).click();
  await page.getByRole('link', { name: 'New spread' }).first().press('Enter');
  await page.getByLabel('Name', { exact: true }).fill('Farm insurance');
  await page.getByLabel('Amount').fill('12000');
  await page.getByLabel('First day').fill('15/3/2025');
  await page.getByLabel('First day').press('Tab');
  await expect(page.getByLabel('Last day')).toHaveValue('14 Mar 2026');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('row').filter({ hasText: '31st Mar 2025' })).toContainText('$548.39');
  await page.getByLabel('Prepaid account').selectOption('620 – Prepayments');
  await page.getByLabel('Expense account').selectOption('433 – Insurance');
  await expect(preview.getByRole('region', { name: 'Journal of entry 1' })).toContainText('433 – Insurance');
  await page.getByRole('switch', { name: /^Post automatically/ }).click();
  await page.getByRole('button', { name: 'Create spread' }).click();
  await expect(page.getByRole('button', { name: 'Post 13 due' })).toBeVisible();

  for (const number of [1, 2, 3]) await page.getByLabel(`Post entry ${number}`, { exact: true }).check();
  await page.getByRole('button', { name: 'Post selected' }).first().click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review).toContainText('$2,548.39 in all');
  await review.getByRole('button', { name: 'Confirm and post 3 entries' }).press('Enter');
  await expect(page.getByText('3 entries were posted.')).toBeVisible();
  expect(await journalsOf(product, xeroName)).toEqual(
    [
      ['15 to 31 March 2025 (1 of 13)', '2025-03-31', 548.39] as const,
      ['1 to 30 April 2025 (2 of 13)', '2025-04-30', 1000] as const,
      ['1 to 31 May 2025 (3 of 13)', '2025-05-31', 1000] as const,
    ].map(([period, date, amount]) => ({
      text: `Paydown - Farm insurance, ${period}`,
      date,
      status: 'POSTED',
      lines: [
        ['Insurance', amount],
        ['Prepayments', -amount],
      ],
    })),
  );

  // A credit note lowers the total from June on: three entries stay.
  await choose(page, 'Options', 'Record a change');
  await page.getByLabel('New amount').check();
  await page.getByLabel('From').fill('1/6/2025');
  await page.getByLabel('New total').fill('10800');
  await page.getByLabel('Note').fill('Credit note 17');
  await expect(preview.getByRole('row').filter({ hasText: '30th Jun 2025' })).toContainText('$873.04');
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Total $10,800.00');

  await choose(page, 'Options', 'Record a change');
  await page.getByLabel('Date', { exact: true }).fill('20/7/2025');
  await expect(preview.getByText(/written off \(5 of 5\)/)).toBeVisible();
  await page.getByRole('button', { name: 'Record' }).click();
  await expect(page.getByRole('button', { name: 'Post 2 due' })).toBeVisible();
  await page.getByRole('button', { name: 'Post 2 due' }).click();
  await page.getByRole('button', { name: 'Confirm and post 2 entries' }).click();
  await expect(page.getByText('2 entries were posted.')).toBeVisible();
  const posted = await journalsOf(product, xeroName);
  expect(posted.at(-1)).toMatchObject({
    text: 'Paydown - Farm insurance, 1 to 20 July 2025, written off (5 of 5)',
    date: '2025-07-20',
  });
  expect(posted.reduce((sum, { lines }) => sum + Number(lines[0]?.[1]), 0)).toBeCloseTo(10_800, 2);

  await choose(page, 'Options of entry 5', 'Reverse');
  await page.getByRole('dialog').getByRole('button', { name: 'Reverse' }).click();
  await expect(page.getByRole('button', { name: 'Post 1 due' })).toBeVisible();
  expect((await journalsOf(product, xeroName)).map(({ status }) => status)).toEqual([
    ...Array.from({ length: 4 }, () => 'POSTED'),
    'VOIDED',
  ]);
});

test('entries of many spreads are posted up to a day, without those that are left out, and taken back', async ({
  page,
  product,
  owner,
}) => {
  const { entityId, xeroName } = await linkedEntity(product, owner);
  for (const name of ['Insurance', 'Rates', 'Software']) await addSpread(owner, entityId, { name });
  await enter(page, owner, '/attention');
  await page.getByRole('link', { name: 'Post the entries' }).click();
  await expect(page.getByRole('heading', { name: 'Spreads and loans of Riverbend Orchards' })).toBeVisible();
  await page.getByRole('link', { name: 'Spreads', exact: true }).click();
  await page.getByRole('button', { name: 'Post up to …' }).click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await review.getByLabel('Entries up to').fill('28/2/2025');
  await review.getByLabel('Post Rates').uncheck();
  await expect(review).toContainText('4 entries of 2 spreads, 31st Jan 2025 – 28th Feb 2025');
  await review.getByRole('button', { name: 'Post 4 entries' }).click();
  const posted = page.getByRole('dialog', { name: 'Posted to Xero' });
  await expect(posted).toContainText('4 entries were posted.');
  expect((await journalsOf(product, xeroName)).map(({ date }) => date).toSorted()).toEqual([
    '2025-01-31',
    '2025-01-31',
    '2025-02-28',
    '2025-02-28',
  ]);
  await posted.getByRole('button', { name: 'Undo this batch' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Undone: 4 entries are out of Xero again' })).toBeVisible();
  const statuses = (await journalsOf(product, xeroName)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set(['VOIDED']));
});

test('the premium of a funded insurance is spread, posted by itself, and written off at the payout', async ({
  page,
  product,
  owner,
}) => {
  const { entityId, xeroName } = await linkedEntity(product, owner);
  const now = businessDate(Date.now());
  const monthEnds = [0, 1, 2].map((months) => endOfMonth(addMonths(now, months)));
  const startDate = addDays(endOfMonth(addMonths(now, -5)), 1);
  const loan = await addContract(owner, entityId, {
    description: 'Farm insurance',
    kind: 'premium-funding',
    loanAmount: 11_100,
    startDate,
    firstPaymentOnStartDate: true,
    schedulePaymentPlans: [{ number: 1, qty: 10, amount: 1270.5 }],
  });
  await enter(page, owner, loan.path);
  await choose(page, 'Options', 'Spread the premium');
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Insurance (Farm insurance)');
  await expect(page.getByLabel('Amount')).toHaveValue('11,100.00');
  await page.getByLabel('Prepaid account').selectOption('620 – Prepayments');
  await page.getByLabel('Expense account').selectOption('433 – Insurance');
  await page.getByRole('button', { name: 'Create spread' }).click();
  await expect(page.getByRole('link', { name: 'its loan' })).toBeVisible();

  // Entries that were due when it was created are left to a person; later ones are posted by themselves.
  await runThrough(product, ...monthEnds);
  expect((await journalsOf(product, xeroName)).map(({ date }) => date)).toEqual(monthEnds);
});

test('a loan that is paid out asks to write off what is left of its borrowing costs', async ({
  page,
  product,
  owner,
}) => {
  const { entityId } = await linkedEntity(product, owner);
  const loan = await addContract(owner, entityId);
  const { path } = await addSpread(owner, entityId, {
    name: 'Borrowing costs',
    facts: {
      purpose: 'borrowing-costs',
      amount: 1670,
      from: '2025-01-15',
      to: null,
      scheduleId: loan.scheduleId,
    },
  });
  await enter(page, owner, loan.path);
  await expect(page.getByRole('region', { name: 'Spreads of this loan' })).toContainText('$1,670.00');
  await expect(page.getByText(/^Write off/)).toHaveCount(0);
  await recordChange(owner, loan, { kind: 'payout', date: '2026-08-05', payoutFigure: 40_000 });
  await page.reload();
  await expect(page.getByText('of Borrowing costs on 5th Aug 2026?')).toBeVisible();
  await page.getByRole('button', { name: 'Write off' }).click();
  await expect(page.getByText('The change was recorded')).toBeVisible();
  await expect(page.getByText('of Borrowing costs on 5th Aug 2026?')).toBeHidden();
  await page.goto(path);
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Write-off');
});

test('a journal that was voided in Xero is accepted as it is, and another one is posted again', async ({
  page,
  product,
  owner,
}) => {
  const { entityId, xeroName } = await linkedEntity(product, owner);
  const { registerId, path } = await addSpread(owner, entityId, { name: 'Insurance' });
  const body = { numbers: [1] };
  await owner.call('POST /v1/entities/{entityId}/registers/{registerId}/sync', {
    params: { entityId, registerId },
    body,
  });
  await actInXero(product, xeroName, 'opening', 'void');
  const check = async () =>
    owner.call('POST /v1/entities/{entityId}/ledgercheck', {
      params: { entityId },
      body: { date: businessDate(Date.now()) },
    });
  await check();
  await enter(page, owner, path);
  const entry = page.getByRole('row').filter({ hasText: '31st Jan 2025' });
  await expect(entry).toContainText('Deleted in Xero');
  await choose(page, 'Options of entry 1', 'Accept as is');
  const dialog = page.getByRole('dialog', { name: 'Accept entry 1 as it is in Xero?' });
  await dialog.getByLabel('Note').fill('Written off by the adviser');
  await dialog.getByRole('button', { name: 'Accept as is' }).click();
  await expect(entry.getByTitle(/Accepted by .*: Written off by the adviser/)).toBeVisible();

  await choose(page, 'Options of entry 1', 'Post again');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post again' }).click();
  await expect(page.getByText('Entry 1 was posted again')).toBeVisible();
  expect((await journalsOf(product, xeroName)).map(({ status }) => status)).toEqual(['VOIDED', 'POSTED']);
});

test('spreads are imported from a workbook, without its duplicates and rows that are refused', async ({
  page,
  product,
  owner,
}) => {
  const { entityId } = await linkedEntity(product, owner);
  await enter(page, owner, `/entity/${entityId}/spreads`);
  const accounts = await holdRequests(page, '**/v1/entities/*/accounts');
  await choose(page, 'Options', 'Import spreads');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download template' }).click();
  expect((await download).suggestedFilename()).toBe('Paydown spreads template.csv');
  const lines = [
    'Prepayments at 30 June 2027',
    'Description,Ex GST,Start date,End date,Account',
    'Insurance,"12,000.00",15/3/2027,14/3/2028,433',
    'Rates,1800,1/7/2027,30/6/2028,433',
    'Software,960,1/7/2027,,433',
    'Insurance,"12,000.00",15/3/2027,14/3/2028,433',
    'Total,26760',
  ];
  await page.getByLabel('Workbook').setInputFiles({
    name: 'prepayments.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await expect(page.getByRole('button', { name: 'Choose another file' })).toBeVisible();
  await expect(page.getByText('Drop an Excel or CSV file')).toHaveCount(0);
  await accounts.release();
  await expect(page.getByText('2 ready · 1 duplicate · 1 refused')).toBeVisible();
  const lastDay = page.getByLabel('Last day, line 5');
  await expect(lastDay).toHaveAccessibleDescription(/^Last day: /);
  await lastDay.fill('30 June 2028');
  await expect(page.getByText('3 ready · 1 duplicate')).toBeVisible();
  await page.getByLabel('Amount, line 5').fill('-960');
  await expect(page.getByText('2 ready · 1 duplicate · 1 refused')).toBeVisible();
  await page.getByLabel('Prepaid account').selectOption('620 – Prepayments');
  await page.getByRole('button', { name: 'Create 2 of 4' }).click();
  await expect(page.getByText('2 spreads were created')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Spreads' }).getByRole('row');
  await expect(rows.filter({ hasText: 'Insurance' })).toContainText('$12,000.00');
  await expect(rows.filter({ hasText: 'Rates' })).toContainText('posts automatically');
});

test('a year of a funded insurance is spread month by month, refunded, cancelled, and agrees with the books', async ({
  page,
  product,
  owner,
}) => {
  const loan = await newReadyContract(product, owner, {
    description: 'Farm insurance',
    kind: 'premium-funding',
    loanAmount: 12_100,
    startDate: '2025-07-01',
    firstPaymentOnStartDate: true,
    schedulePaymentPlans: [{ number: 1, qty: 10, amount: 1270.5 }],
  });
  const { entityId, xeroName } = loan;
  const { tenantId } = await xeroOrganisation(product, xeroName);
  await control(`${product.xero}/_control/organisations/${tenantId}/books`, 'POST', { books: 'empty' });
  await openPremium(owner, loan, '2025-07-01');
  await enter(page, owner, loan.path);
  await choose(page, 'Options', 'Spread the premium');
  await expect(page.getByLabel('Amount')).toHaveValue('11,100.00');
  await page.getByLabel('Prepaid account').selectOption('620 – Prepayments');
  await page.getByLabel('Expense account').selectOption('433 – Insurance');
  await page.getByLabel('Post from').fill('1/7/2025');
  await page.getByRole('button', { name: 'Create spread' }).click();
  await expect(page.getByRole('link', { name: 'its loan' })).toBeVisible();
  const registerId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const params = { entityId, registerId };

  await runThrough(product, '2025-07-31', '2025-08-31', '2025-09-30', '2025-10-31', '2025-11-30');
  await changeSpread(owner, params, { kind: 'amount', total: 10_000 }, '2025-12-01');
  await runThrough(product, '2025-12-31', '2026-01-31', '2026-02-28', '2026-03-31');
  const halfway = await owner.call('POST /v1/entities/{entityId}/ledgercheck', {
    params: { entityId },
    body: { date: '2025-11-30' },
  });
  const prepaid = 'accounts' in halfway ? halfway.accounts.find(({ role }) => role === 'deferred') : null;
  expect(prepaid).toMatchObject({ code: '620', difference: 0, causes: [], registerIds: [registerId] });
  await changeSpread(owner, params, { kind: 'end', to: '2026-04-15' }, '2026-04-01');
  await runThrough(product, '2026-04-30', '2026-05-31');
  const posted = (await journalsOf(product, xeroName)).filter(({ text }) => text.includes('Insurance ('));
  expect(posted.map(({ date, lines }) => [date, lines[0]?.[1]]).slice(0, 5)).toEqual([
    ['2025-07-31', 942.74],
    ['2025-08-31', 942.74],
    ['2025-09-30', 912.33],
    ['2025-10-31', 942.74],
    ['2025-11-30', 912.33],
  ]);
  expect(posted.map(({ date }) => date).slice(5)).toEqual([
    '2025-12-31',
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-15',
  ]);
  expect(posted.reduce((sum, { lines }) => sum + Number(lines[0]?.[1]), 0)).toBeCloseTo(10_000, 2);

  // The insurer pays the refund into the books.
  const { accounts } = await xeroOrganisation(product, xeroName);
  const idOf = (name: string) => accounts.find(({ Name }) => Name === name)?.AccountID;
  await control(`${product.xero}/_control/journals`, 'POST', {
    tenantId,
    date: '2025-12-01',
    lines: [
      { accountId: idOf('Prepayments'), amount: -1100 },
      { accountId: idOf('Bank Fees'), amount: 1100 },
    ],
  });
  const after = await owner.call('POST /v1/entities/{entityId}/ledgercheck', {
    params: { entityId },
    body: { date: '2026-06-30' },
  });
  const agreed = 'accounts' in after ? after.accounts.find(({ role }) => role === 'deferred') : null;
  expect(agreed).toMatchObject({ xero: 0, posted: 0, contract: 0, difference: 0, causes: [] });
  const pack = await owner.call('GET /v1/reports/loans', { query: { date: '2026-06-30', entityId } });
  const papers = 'workingPapers' in pack ? pack.workingPapers : [];
  expect(papers.find(({ id }) => id === 'spread')?.rows).toMatchObject([
    {
      name: 'Insurance (Farm insurance)',
      opening: 0,
      added: 10_000,
      recognised: 10_000,
      writtenOff: 0,
      closing: 0,
    },
  ]);
  await page.reload();
  await expect(page.getByText('Ended')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Changes' })).toContainText('Ends on 15th Apr 2026');
});
