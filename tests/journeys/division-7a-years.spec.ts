/** Division 7A loans through their years: the days on which they need a user, and a ladder from end to end. */
import type { Page } from '@playwright/test';
import { control } from '../../scripts/local/product-client.ts';
import { businessDate } from '../../domain/calendar.ts';
import { INCOME_YEARS } from '../../domain/years.ts';
import type { Product } from '../support/local-product.ts';
import { addDivision7a, linkEntity, newEntity, takePlan } from './contracts.ts';
import { checkLedger, choose, expect, test } from './fixtures.ts';
import { enter, type Person } from './portal.ts';
import { journalInXero, receiveInXero } from './simulators.ts';

const PRESENT = INCOME_YEARS.yearOf(businessDate(Date.now()));

/** A loan of the present income year, without accounts. Returns the address of its page. */
async function addLoan({ call }: Person, entityId: string, agreementDate: string | null): Promise<string> {
  const { id } = await call('POST /v1/entities/{entityId}/registers', {
    params: { entityId },
    body: {
      kind: 'division-7a',
      name: 'Loan to J Rivers',
      facts: {
        borrower: 'J Rivers',
        loanYear: PRESENT,
        term: 7,
        agreementDate,
        lodgmentDay: agreementDate === null ? `${PRESENT + 1}-05-15` : null,
        amounts: [{ date: `${PRESENT - 1}-07-01`, amount: 100_000 }],
      },
    },
  });
  return `/entity/${entityId}/registers/${id}`;
}

/** Runs the nightly look at registers as of a day, and opens the attention board. */
async function lookOn(page: Page, product: Product, today: string): Promise<void> {
  await control(`${product.console}/schedules/auto-sync/run`, 'POST', { today });
  await page.goto('/attention');
  await expect(page.getByRole('heading', { name: 'Attention' })).toBeVisible();
}

test('attention asks for an agreement and a repayment from their days on', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await addLoan(owner, entityId, null);
  await enter(page, owner);
  const agreement = page.getByRole('row').filter({ hasText: 'No written agreement is dated' });
  const due = page.getByRole('row').filter({ hasText: `still to repay by 30 June ${PRESENT + 1}` });

  await lookOn(page, product, `${PRESENT + 1}-03-15`);
  await expect(page.getByRole('main')).not.toContainText('No written agreement');
  await lookOn(page, product, `${PRESENT + 1}-03-16`);
  await expect(agreement).toContainText(`the lodgment day is 15 May ${PRESENT + 1}`);
  await agreement.getByRole('link', { name: 'Enter the agreement' }).click();
  await choose(page, 'Options', 'Edit');
  await page.getByLabel('Agreement dated').fill(`1/5/${PRESENT}`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Loan to J Rivers was saved')).toBeVisible();

  await lookOn(page, product, `${PRESENT + 1}-03-31`);
  await expect(agreement).toHaveCount(0);
  await expect(due).toHaveCount(0);
  await lookOn(page, product, `${PRESENT + 1}-04-01`);
  await expect(due).toContainText('Loan to J Rivers');
  await due.getByRole('link', { name: 'Record a repayment' }).click();
  await choose(page, 'Options', 'Record a repayment');
  await page.getByLabel('Other').check();
  await page.getByLabel('Date', { exact: true }).fill(`1/4/${PRESENT + 1}`);
  await page.getByLabel('Amount').fill('100');
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByText('The change was recorded')).toBeVisible();

  // The year is over: it stays short, also after the next 30 June.
  const short = page.getByRole('row').filter({ hasText: 'less than the minimum was repaid' });
  await lookOn(page, product, `${PRESENT + 1}-07-01`);
  await expect(short).toContainText(`by 30 June ${PRESENT + 1}`);
  await lookOn(page, product, `${PRESENT + 2}-07-01`);
  await expect(short).toContainText(`30 June ${PRESENT + 1} and ${PRESENT + 2}`);
});

test('attention asks for the rate of a year without one from its 1 July on', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await addLoan(owner, entityId, `${PRESENT - 1}-07-01`);
  const rates = await owner.call('GET /v1/tenants/benchmarkrates');
  const year = Math.max(PRESENT, rates.at(-1)?.year ?? 0) + 1;
  await enter(page, owner);
  const missing = page.getByRole('row').filter({ hasText: 'The benchmark rate of the year' });

  await lookOn(page, product, `${year - 1}-06-30`);
  await expect(missing).toHaveCount(0);
  await lookOn(page, product, `${year - 1}-07-01`);
  await expect(missing).toContainText(`ended 30 June ${year} isn’t known`);
  await missing.getByRole('link', { name: 'Enter the rate' }).click();
  await page.getByText('Benchmark rates', { exact: true }).click();
  await page.getByRole('button', { name: 'Enter a rate' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter a benchmark rate' });
  await dialog.getByLabel('Rate, %').fill('8.35');
  await dialog.getByLabel('Source').fill('ATO page');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await lookOn(page, product, `${year - 1}-07-02`);
  await expect(missing).toHaveCount(0);
});

/** Opens the form of a repayment and chooses how; the date decides the year. */
async function beginRepayment(page: Page, by: string, date: string): Promise<void> {
  await choose(page, 'Options', 'Record a repayment');
  await page.getByLabel(by).check();
  await page.getByLabel(by === 'Dividend' ? 'Set off on' : 'Date', { exact: true }).fill(date);
}

async function recordOther(page: Page, date: string, amount: string): Promise<void> {
  await beginRepayment(page, 'Other', date);
  await page.getByLabel('Amount').fill(amount);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Years' })).toBeVisible();
}

/** The receipts in Xero of a loan of 2019. */
const RECEIPTS = [
  ['2019-10-01', 10_000],
  ['2020-05-20', 10_000],
  ['2022-09-30', 15_000],
  ['2023-09-30', 15_000],
  ['2024-09-30', 14_500],
] as const;

const REGISTER = '/v1/entities/{entityId}/registers/{registerId}';

async function record(
  { call }: Person,
  params: { readonly entityId: string; readonly registerId: string },
  date: string,
  amount: number,
): Promise<void> {
  const { revision } = await call(`GET ${REGISTER}`, { params });
  const body = { kind: 'repayment', by: 'cash', date, amount, revision } as const;
  await call(`POST ${REGISTER}/changes`, { params, body });
}

test('the ladder of a loan is walked over its seven years', async ({ page, product, owner }) => {
  test.slow();
  const entityId = await newEntity(owner);
  await takePlan(product, owner);
  const xeroName = await linkEntity(product, owner, entityId);
  const { path, registerId } = await addDivision7a(owner, entityId, {
    loan: 'Loan',
    loanYear: 2019,
    lodgmentDay: '2020-05-15',
  });
  await journalInXero(product, xeroName, '2019-03-01', { Loan: 100_000, 'Owner Drawings': -100_000 });
  const receipt = { account: 'Loan', contactName: 'J Rivers' };
  for (const [date, amount] of RECEIPTS) {
    await receiveInXero(product, xeroName, date, { ...receipt, amount });
  }
  await enter(page, owner, path);
  const year = (number: number) => page.getByRole('article', { name: `Year ${number}` });
  await expect(year(2020)).toContainText('Short');

  // 2020: two receipts in Xero, which have no reference.
  await beginRepayment(page, 'Received in Xero', '1/10/2019');
  await page.getByLabel('1st Oct 2019, $10,000.00J Rivers').check();
  await page.getByLabel('20th May 2020, $10,000.00J Rivers').check();
  await page.getByRole('button', { name: 'Record 2 repayments' }).click();
  await expect(year(2020)).toContainText('Minimum met');
  await expect(year(2020)).toContainText('$10,000.00 before the lodgment day');

  // 2021: a dividend with its minute, of what is missing.
  await beginRepayment(page, 'Dividend', '30/6/2021');
  await expect(page.getByText('$16,472.13 is missing in the year to 30 June 2021.')).toBeVisible();
  await page.getByLabel('Amount').fill('16472.13');
  await page.getByLabel('Resolved on').fill('25/6/2021');
  await page.getByLabel(/^The directors have resolved it/).check();
  const file = { name: 'Minute 2021.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') };
  await page.getByLabel('Minute of the resolution').setInputFiles(file);
  await page.getByRole('button', { name: 'Record', exact: true }).click();
  await expect(year(2021)).toContainText('Minimum met');
  await expect(page.getByRole('region', { name: 'Attachments' })).toContainText('Minute 2021.pdf');

  // 2022: too little. 2023 to 2025: receipts again.
  await journalInXero(product, xeroName, '2022-03-01', { 'Owner Drawings': 5000, Loan: -5000 });
  await recordOther(page, '1/3/2022', '5000');
  await expect(year(2022)).toContainText('an unfranked dividend');
  for (const [date, amount] of RECEIPTS.slice(2)) await record(owner, { entityId, registerId }, date, amount);
  await page.reload();
  await expect(year(2025)).toContainText('Repaid$14,500.00');

  await page.getByRole('button', { name: /^Post \d+ due$/ }).click();
  await page.getByRole('button', { name: 'Confirm and post' }).click();
  await expect(page.getByText('8 entries were posted.')).toBeVisible();

  // A repayment of 2022 is recorded late: the interest of that year and of the later ones is out of date.
  await journalInXero(product, xeroName, '2022-06-30', { 'Owner Drawings': 20_000, Loan: -20_000 });
  await recordOther(page, '30/6/2022', '20000');
  await expect(year(2022)).toContainText('Minimum met');
  await expect(year(2025)).toContainText('Minimum met');
  // On 1 July 2025, what is left bears no interest any more.
  const { figures } = await owner.call(`GET ${REGISTER}`, { params: { entityId, registerId } });
  const left = 'years' in figures ? (figures.years.at(-1)?.opening ?? 0) : 0;
  await journalInXero(product, xeroName, '2025-07-01', { 'Owner Drawings': left, Loan: -left });
  await recordOther(page, '1/7/2025', left.toFixed(2));
  await expect(year(2026)).toContainText('Repaid');
  for (const [number, outcome] of [
    [3, 'was posted again'],
    [4, 'was posted again'],
    [5, 'was posted again'],
    [6, 'was posted again'],
    [7, 'was voided'],
  ] as const) {
    await choose(page, `Options of entry ${number}`, 'Void and post again');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Void and post again' }).click();
    await expect(page.getByText(`Entry ${number} ${outcome}`)).toBeVisible();
  }
  await expect(page.getByText('Out of date')).toHaveCount(0);

  await page.goto(`/entity/${entityId}/check`);
  await page.getByLabel('At the end of').fill('30/6/2026');
  // The walk takes most of the calls to Xero that a minute allows.
  await checkLedger(page, page.getByText('All accounts agree.'));
});
