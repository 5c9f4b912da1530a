/** Terms of real contracts, entered by mouse and by keyboard. */
import type { Locator, Page } from '@playwright/test';
import { type Contract, linkEntity, newContract, newEntity, syncPayments, takePlan } from './contracts.ts';
import { expectAccessible, expectNoOverflow } from './axe.ts';
import { checkLedger, choose, expect, test } from './fixtures.ts';
import { enter, type Person } from './portal.ts';

test('a seasonal loan with a stub is entered by mouse, posted for a year, changed and paid out', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await takePlan(product, owner);
  await linkEntity(product, owner, entityId);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Name').fill('Grape harvester');
  await page.getByLabel('Kind').selectOption('Chattel mortgage');
  await page.getByLabel('Loan amount').fill('90000');
  await page.getByLabel('Frequency').selectOption('Monthly');
  await page.getByLabel('Start date', { exact: true }).fill('10/7/2025');
  const first = page.getByLabel('First payment date');
  await expect(first).toHaveAttribute('placeholder', '10 Aug 2025');
  await first.fill('10/7/2025');
  await expect(page.getByText('This is the start date.')).toBeVisible();
  await first.fill('30/9/2025');
  await expect(page.getByText('2 months and 20 of 30 days after the start')).toBeVisible();
  await expect(page.getByText('On: 30 Sep, 31 Oct, 30 Nov. Off: 30 Sep, 30 Oct, 30 Nov.')).toBeVisible();
  await page.getByRole('switch', { name: /^Last day of each month/ }).click();
  await expect(page.getByText('2 months and 21 of 31 days after the start')).toBeVisible();

  await page.getByLabel('Contract rate').fill('6.95');
  await page.getByLabel('Balloon').fill('20%');
  await page.getByLabel('Name').click();
  await expect(page.getByLabel('Balloon')).toHaveValue('18,000.00');
  for (const [index, [qty, amount]] of [
    ['4', ''],
    ['8', '0'],
    ['4', ''],
    ['8', '0'],
    ['4', ''],
  ].entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add row' }).click();
    await page.getByLabel(`Number of payments, row ${index + 1}`).fill(qty ?? '');
    await page.getByLabel(`Payment amount, row ${index + 1}`).fill(amount ?? '');
  }
  await expect(page.getByText('No payment')).toHaveCount(2);
  await page.screenshot({ path: test.info().outputPath('seasonal.png'), fullPage: true });
  await page.getByRole('button', { name: 'Work it out' }).click();
  await expect(page.getByLabel('Payment amount, row 5')).toHaveValue(/^\d,\d{3}\.\d\d$/);
  const level = await page.getByLabel('Payment amount, row 1').inputValue();
  await expect(page.getByLabel('Payment amount, row 5')).toHaveValue(level);
  await page.screenshot({ path: test.info().outputPath('seasonal-worked-out.png'), fullPage: true });
  for (const width of [390, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const fits = (): Promise<boolean> =>
      page.locator('.terms-rows').evaluate((rows) => rows.scrollWidth <= rows.clientWidth);
    await expect.poll(fits, { message: `${width} pixels` }).toBe(true);
    await expectAccessible(page, `the form at ${width}`);
    await expectNoOverflow(page, `the form at ${width}`);
    await page.screenshot({ path: test.info().outputPath(`seasonal-${width}.png`), fullPage: true });
  }
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Grape harvester' })).toBeVisible();
  const facts = page.locator('main');
  await expect(facts.getByText('on the last day of each month')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Payments' }).locator('tbody tr[aria-rowindex]');
  await expect(rows).toHaveCount(28);
  await expect(rows.first()).toContainText('30th Sep 2025');
  await expect(rows.nth(1)).toContainText('31st Oct 2025');
  await page.screenshot({ path: test.info().outputPath('seasonal-schedule.png'), fullPage: true });

  await page.setViewportSize({ width: 1280, height: 900 });
  const path = new URL(page.url()).pathname;
  const contract = { entityId, scheduleId: path.split('/').at(-1) ?? '', path };
  await setUp(page, contract);
  await syncPayments(owner, contract, PAYMENTS_OF_A_YEAR);
  await page.goto(path);
  await expect(rows.nth(11).getByText('Posted')).toBeVisible();
  await record(page, contract, 'Extra repayment', '5/9/2026', { label: 'Amount repaid', amount: '2000' });
  await record(page, contract, 'Payout', '20/9/2026', { label: 'Payout figure', amount: '62000' });
  const codes = ['874', '924', '875', '925'];
  await expectAgreement(page, owner, contract, { date: '2026-06-30', name: 'Grape harvester', codes });
});

/** Payments 1 to 12 are due from September 2025 to August 2026. */
const PAYMENTS_OF_A_YEAR = Array.from({ length: 12 }, (_each, index) => index + 1);

/** Creates the accounts and posts the opening balances at the start; the payments due are left for later. */
async function setUp(page: Page, { entityId, scheduleId }: Contract): Promise<void> {
  await page.goto(`/entity/${entityId}/set_up?schedules=${scheduleId}`);
  await page.getByLabel('Bank account').selectOption({ label: '090 – Business Bank Account' });
  await page.getByLabel('As at').fill('10/7/2025');
  await page.getByLabel('Balance against').selectOption({ index: 1 });
  await page.getByRole('button', { name: 'Set up and post' }).click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review.getByRole('button', { name: /^Post \d+ payments?$/ })).toBeEnabled();
  await review.getByRole('button', { name: 'Cancel' }).click();
}

/** Records a change on its page, which posts its document. */
async function record(
  page: Page,
  { path }: Contract,
  title: string,
  date: string,
  { label, amount }: { readonly label: string; readonly amount: string },
): Promise<void> {
  await page.goto(path);
  await choose(page, 'Options', 'Record a change');
  await page.getByRole('link', { name: new RegExp(title, 'i') }).click();
  await page.getByLabel('Date', { exact: true }).fill(date);
  await page.getByLabel(label).fill(amount);
  await page.getByRole('button', { name: 'Record and post to Xero' }).click();
  await expect(page.getByText(`${title}: posted to Xero`)).toBeVisible();
}

/** The ledger check agrees at a year end, and the pack has the balance of the contract. */
async function expectAgreement(
  page: Page,
  { call }: Person,
  { entityId, scheduleId }: Contract,
  { date, name, codes }: { readonly date: string; readonly name: string; readonly codes: readonly string[] },
): Promise<void> {
  await page.goto(`/entity/${entityId}/check`);
  await page.getByLabel('At the end of').fill(date);
  await checkLedger(
    page,
    page
      .getByRole('row')
      .filter({ hasText: codes[0] ?? '' })
      .first(),
  );
  for (const code of codes) {
    await expect(page.getByRole('row').filter({ hasText: code }).first()).toContainText('Agrees');
  }
  const { schedulePayments } = await call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
    params: { entityId, scheduleId },
  });
  const last = schedulePayments.findLast(({ paymentDate }) => paymentDate <= date);
  await page.goto(`/reports?date=${date}`);
  await page.getByRole('link', { name: 'Movement' }).click();
  const closing = (last?.endingBalance ?? NaN).toLocaleString('en-AU', { minimumFractionDigits: 2 });
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText(`$${closing}`);
}

test('a bank’s loan with interest-only months is entered, set up and posted by keyboard, changed and paid out', async ({
  page,
  product,
  owner,
}) => {
  const entityId = await newEntity(owner);
  await takePlan(product, owner);
  await linkEntity(product, owner, entityId);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  const type = async (label: string, text: string): Promise<void> => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.type(text);
  };
  await expect(page.getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Shop fit-out');
  await type('Kind', 'Loan');
  await type('Loan amount', '450000');
  await type('Frequency', 'Monthly');
  await type('Start date', '15/1/2025');
  await type('Number of payments, row 1', '24');
  await tabTo(page, page.getByRole('button', { name: 'Add row' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Number of payments, row 2')).toBeFocused();
  await page.keyboard.type('276');
  await type('Contract rate (optional)', '6.49');
  await tabTo(page, page.getByRole('button', { name: 'More for row 1' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Interest only' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Payment amount, row 1')).toHaveValue('2,433.75');
  await tabTo(page, page.getByRole('button', { name: 'Work it out' }));
  await expect(page.getByRole('switch', { name: /^The last payment takes the rest/ })).toBeChecked();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Payment amount, row 2')).toHaveValue('3,143.04');
  await expect(page.getByLabel('Payment amount, row 3')).toHaveValue('3,144.96');
  await page.screenshot({ path: test.info().outputPath('bank.png'), fullPage: true });
  await tabTo(page, page.getByRole('button', { name: 'Create schedule' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Shop fit-out' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Payments' }).locator('tbody tr[aria-rowindex]');
  await expect(rows.first()).toContainText('$450,000.00');

  const path = new URL(page.url()).pathname;
  const contract = { entityId, scheduleId: path.split('/').at(-1) ?? '', path };
  await page.goto(`/entity/${entityId}/set_up?schedules=${contract.scheduleId}`);
  await type('Bank account', '090');
  await tabTo(page, page.getByLabel('As at'));
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('15/1/2025');
  await tabTo(page, page.getByLabel('Balance against'));
  await page.keyboard.press('ArrowDown');
  await tabTo(page, page.getByRole('button', { name: 'Set up and post' }));
  await page.keyboard.press('Enter');
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  const post = review.getByRole('button', { name: /^Post \d+ payments$/ });
  await expect(post).toBeEnabled();
  await tabTo(page, post);
  await page.keyboard.press('Enter');
  const posted = page.getByRole('dialog', { name: 'Posted to Xero' });
  await expect(posted.getByText(/^(\d+) of \1 posted$/)).toBeVisible();
  await tabTo(page, posted.getByRole('button', { name: 'Close', exact: true }).last());
  await page.keyboard.press('Enter');

  await page.goto(path);
  await expect(rows.nth(20).getByText('Posted')).toBeVisible();
  await record(page, contract, 'Extra repayment', '18/11/2026', { label: 'Amount repaid', amount: '2000' });
  await record(page, contract, 'Payout', '25/11/2026', { label: 'Payout figure', amount: '448900' });
  await expectAgreement(page, owner, contract, { date: '2026-06-30', name: 'Shop fit-out', codes: ['924'] });
});

test('a change of the frequency takes the last day of each month', async ({ page, owner }) => {
  const { path } = await newContract(owner, { startDate: '2026-01-15' });
  await enter(page, owner, path);
  await choose(page, 'Options', 'Record a change');
  await page.getByRole('link', { name: /frequency/i }).click();
  await page.getByLabel('Date', { exact: true }).fill('20/3/2026');
  await page.getByLabel('Frequency').selectOption('Quarterly');
  await page.getByLabel('First payment date').fill('30/6/2026');
  await page.getByRole('switch', { name: /^Last day of each month/ }).click();
  await page.getByLabel('Payment amount').fill('3100');
  await expect(page.getByText('31st Dec 2026').first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('frequency.png'), fullPage: true });
});

/** Moves the focus by a key until it reaches the control. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error('The focus never reached the control');
}
