import {
  addContract,
  linkEntity,
  newContract,
  newEntity,
  newReadyContract,
  recordChange,
  syncPayments,
} from './contracts.ts';
import { expect, holdRequests, savePreference, test } from './fixtures.ts';
import { enter } from './portal.ts';

test('a bookkeeper prepares the year end: figures, a statement ticked off, the files', async ({
  page,
  product,
  owner,
}) => {
  const description = 'Toyota HiLux';
  await newContract(owner);
  await enter(page, owner);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await page.goto(`${product.origin}/reports?date=2026-06-30`);
  const row = page.getByRole('row', { name: new RegExp(description) });
  await expect(row).toContainText('$37,656.60');

  await page.getByLabel(`Statement balance of ${description}`).fill('37650');
  await page.getByRole('button', { name: 'Save statements' }).click();
  await expect(page.getByText('Statement balance saved')).toBeVisible();
  await expect(row).toContainText('$6.60');
  await page.getByLabel(`Statement balance of ${description}`).fill('37656.60');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Agrees with the statement')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save statements' })).toHaveAttribute('disabled');

  await page.getByRole('link', { name: 'Movement' }).click();
  await expect(row).toContainText('$46,502.87');
  await expect(row).toContainText('$3,153.73');
  await page.getByRole('link', { name: 'Current and non-current' }).click();
  await expect(row).toContainText('$28,131.13');
  await page
    .getByRole('switch', { name: `All of ${description} is current: a covenant is breached` })
    .click();
  await expect(page.getByRole('row', { name: 'All current: a covenant is breached' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('row', { name: 'All current: a covenant is breached' })).toBeVisible();

  for (const [button, extension] of [
    ['Excel', 'xlsx'],
    ['PDF', 'pdf'],
  ] as const) {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: button, exact: true }).click();
    expect((await download).suggestedFilename()).toContain(`Year-end loans 2026-06-30.${extension}`);
  }
});

test('a reviewed year end names the loan that changed since, with its figures', async ({ page, owner }) => {
  const contract = await newContract(owner);
  await enter(page, owner, '/reports?date=2026-06-30');
  await page.getByRole('button', { name: 'Sign off as prepared' }).click();
  const reasons = page.getByRole('dialog', { name: /as prepared/ });
  await expect(reasons).toContainText('There is no statement.');
  await reasons.getByLabel('Toyota HiLux').fill('Not sent yet');
  await reasons.getByRole('button', { name: 'Sign off' }).click();
  await page.getByRole('button', { name: 'Sign off as reviewed' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign off' }).click();
  await expect(page.getByText('Reviewed by Ada Byron')).toBeVisible();
  const statement = page.getByLabel('Statement balance of Toyota HiLux');
  await expect(statement).toHaveCount(0);
  await expect(page.getByText('Changed since it was reviewed')).toHaveCount(0);
  await recordChange(owner, contract, {
    kind: 'extra-repayment',
    date: '2026-02-01',
    amount: 5_000,
    keep: 'payment',
  });
  await page.reload();
  await expect(page.getByText(/^Toyota HiLux: /)).toContainText('closing balance $37,656.60 → $32,517.46');
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Reopen' }).click();
  await expect(statement).toBeVisible();
  await expect(page.getByText('Changed since it was reviewed')).toHaveCount(0);
});

test('the forecast marks balloons and is grouped as asked', async ({ page, owner }) => {
  await newContract(owner, {
    loanAmount: 20_000,
    schedulePaymentPlans: [
      { number: 1, qty: 11, amount: 1_000 },
      { number: 2, qty: 1, amount: 10_000 },
    ],
  });
  await enter(page, owner, '/reports/forecast?from=2025-12');
  await expect(page.getByRole('img', { name: /Balloons in Jan 2026/ })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Jan 2026/ })).toContainText('$10,000.00');
  // Until the answer is there, the months of the last one stay under their names.
  const answer = await holdRequests(page, '**/v1/forecast?*groupBy=entity*');
  await page.getByLabel('Group by').selectOption('entity');
  await expect(page.getByRole('columnheader', { name: 'Month' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Jan 2026/ })).toContainText('$10,000.00');
  await answer.release();
  await expect(page.getByRole('columnheader', { name: 'Entity' })).toBeVisible();
  await expect(page.getByRole('row', { name: /^Riverbend Orchards/ })).toContainText('$11,000.00');
  await page.getByLabel('Entity', { exact: true }).selectOption({ label: 'Riverbend Orchards' });
  await expect(page).toHaveURL(/entityId=/);
  await expect(page.getByRole('row', { name: /^Riverbend Orchards/ })).toContainText('$11,000.00');
});

test('a calendar link is made, shown once, and turned off', async ({ page, owner, request }) => {
  const { entityId } = await newContract(owner);
  await enter(page, owner, '/settings/calendar');
  await expect(page.getByText('No link is on.')).toBeVisible();
  await page.getByRole('button', { name: 'Create a link' }).click();
  const url = await page.getByLabel('Calendar link').inputValue();
  expect(await (await request.get(url)).text()).toContain('Payment ');
  await page.getByLabel('Entity', { exact: true }).selectOption(entityId);
  await page.getByLabel('Shows').selectOption('Balloons and ends of loans');
  const narrowed = await page.getByLabel('Calendar link').inputValue();
  expect(narrowed).toContain(`entityId=${entityId}&only=balloons`);
  const ends = await request.get(narrowed);
  expect(ends.status()).toBe(200);
  expect(await ends.text()).not.toContain('Payment 1 ');
  await page.reload();
  await expect(page.getByText('A link is on.')).toBeVisible();
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByText('The calendar link no longer works.')).toBeVisible();
  expect((await request.get(url)).status()).toBe(404);
});

test('the payments stay where they are once the user has begun, also while they are drawn', async ({
  page,
  owner,
}) => {
  await page.clock.setFixedTime(new Date('2027-03-01T02:00:00Z'));
  await page.addInitScript(`new MutationObserver((_changes, observer) => {
    if (!document.querySelector('tr[aria-rowindex]')) return;
    observer.disconnect();
    globalThis.isBeforeToday = !document.querySelector('tr.today');
    requestAnimationFrame(() => document.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })));
  }).observe(document, { subtree: true, childList: true })`);
  const { path } = await newContract(owner);
  await enter(page, owner, path);
  await expect(page.getByRole('row', { name: /^60 / })).toBeAttached();
  await expect(page.getByRole('row', { name: /^Today/ })).toBeAttached();
  const places =
    "[isBeforeToday, scrollY, document.querySelector('tr.today').closest('.table-scroll').scrollTop]";
  expect(await page.evaluate<unknown[]>(places)).toEqual([true, 0, 0]);
});

test('the payments open at the first to post in their first frame, group by financial year, filter and jump', async ({
  page,
  product,
  owner,
}) => {
  await page.clock.setFixedTime(new Date('2027-03-01T02:00:00Z'));
  await page.addInitScript(`new MutationObserver((_changes, observer) => {
    // The row of payment 19, below the head's; later rows may be drawn after it.
    const first = document.querySelector('tr[aria-rowindex="20"]');
    if (!first) return;
    observer.disconnect();
    globalThis.scrolledAtOnce = first.closest('.table-scroll').scrollTop;
  }).observe(document, { subtree: true, childList: true })`);
  const contract = await newReadyContract(product, owner);
  await syncPayments(
    owner,
    contract,
    Array.from({ length: 18 }, (_, index) => index + 1),
  );
  await enter(page, owner, contract.path);
  const payments = page.getByRole('region', { name: 'Payments' });
  const numbered = payments.locator('tbody tr[aria-rowindex]');
  await expect(payments.getByRole('row', { name: /^19 / })).toBeInViewport();
  expect(await page.evaluate<number>('scrolledAtOnce')).toBeGreaterThan(0);
  const chart = page.getByRole('group').filter({ hasText: 'Balance over time' });
  await expect(chart).not.toHaveAttribute('open');
  await chart.getByText('Over time').click();
  await expect(chart.getByRole('img')).toBeVisible();
  await chart.getByText('Over time').click();
  await expect(payments.locator('tfoot')).toContainText('$60,000.00');
  await expect(payments.locator('tfoot')).toContainText('$10,000.00');

  await page.getByRole('button', { name: 'Group by financial year' }).click();
  const year = payments.getByRole('row', { name: /^FY2026/ });
  await expect(year).toContainText('$3,153.73');
  await expect(year).toContainText('Current $9,525.47');
  await expect(year).toContainText('Non-current $28,131.13');
  await expect(numbered).toHaveCount(60);
  await year.getByRole('button', { name: 'FY2026' }).press('Enter');
  await expect(numbered).toHaveCount(48);

  await page.getByLabel('Jump to date').fill('2026-01-01');
  await expect(payments.getByRole('row', { name: /^12 / })).toBeInViewport();

  await page.getByRole('button', { name: /^To post/ }).click();
  await expect(numbered).toHaveCount(7);
  await page.reload();
  await expect(page.getByRole('button', { name: /^To post/ })).toHaveAttribute('aria-pressed', 'true');
});

test('a bookkeeper posts an adjusting journal with its reversal, once', async ({ page, product, owner }) => {
  const { entityId } = await newReadyContract(product, owner, {
    paymentFrequency: 'weekly',
    loanAmount: 10_000,
    startDate: '2025-05-04',
    schedulePaymentPlans: [{ number: 1, qty: 104, amount: 105 }],
  });
  await enter(page, owner, `/reports?entityId=${entityId}&date=2025-05-31`);
  // The links keep their place once the table stands.
  await expect(page.getByRole('region', { name: 'Summary' }).getByRole('table')).toBeVisible();
  await page.getByRole('link', { name: 'Adjusting journal' }).click();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByText('Toyota HiLux has no opening balances journal in Xero.')).toBeVisible();
  const journal = page.getByRole('region', {
    name: 'Paydown - Current and non-current at 31 May 2025',
    exact: true,
  });
  await expect(journal.first()).toContainText('$105.00');
  await page.getByRole('button', { name: 'Post to Xero' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText('Adjusting journals posted to Xero')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View in Xero' })).toHaveCount(2);
  await page.reload();
  await page.getByRole('button', { name: 'Preview' }).click();
  await expect(page.getByRole('link', { name: 'View in Xero' })).toHaveCount(2);
  await expect(page.getByRole('button', { name: 'Post to Xero' })).toBeDisabled();
});

test('a practice previews and posts the adjusting journals of all clients, and checks them there', async ({
  page,
  product,
  owner,
}) => {
  await newReadyContract(product, owner, {
    lender: 'Isuzu Finance',
    contractNumber: 'IF-118204',
    paymentFrequency: 'weekly',
    loanAmount: 10_000,
    startDate: '2025-05-04',
    schedulePaymentPlans: [{ number: 1, qty: 104, amount: 105 }],
  });
  const other = await newEntity(owner, 'Byron Bay Cafe');
  await addContract(owner, other, { description: 'Excavator', startDate: '2025-05-04' });
  await enter(page, owner, `/reports?date=2025-05-31`);
  await expect(page.getByRole('region', { name: 'Summary' })).toContainText('Isuzu Finance, IF-118204');
  await page.screenshot({ path: test.info().outputPath('summary.png') });
  await page.getByRole('link', { name: 'Adjusting journal' }).click();
  await page.getByRole('button', { name: 'Preview all 2 entities' }).click();
  await expect(page.getByRole('region', { name: 'Byron Bay Cafe' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Riverbend Orchards' })).toContainText('$105.00');
  await page.screenshot({ path: test.info().outputPath('journals.png') });
  await page.getByRole('button', { name: 'Post 2 journals' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Post' }).click();
  await expect(page.getByText('Adjusting journals posted to Xero')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View in Xero' })).toHaveCount(2);
  await page.getByRole('link', { name: 'Working papers' }).click();
  await page.getByRole('button', { name: 'Check all at 31st May 2025' }).click();
  await expect(page.getByText('1 of 1 entity checked')).toBeVisible();
  await expect(page.getByRole('cell', { name: '874.001' }).first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('papers.png') });
});

test('the attention board posts what is due and sets up what is not ready, together', async ({
  page,
  product,
  owner,
}) => {
  const { entityId } = await newReadyContract(product, owner, {
    description: 'Isuzu NPR',
    startDate: '2025-01-15',
    schedulePaymentPlans: [{ number: 1, qty: 3, amount: 18_000 }],
  });
  await addContract(owner, entityId, { description: 'Hino 300' });
  const another = await newEntity(owner, 'Coastline Transport');
  await linkEntity(product, owner, another);
  await addContract(owner, another, { description: 'Two trailers' });
  await enter(page, owner, '/attention');
  await page.getByLabel('Select all issues').check();
  await page.getByRole('button', { name: 'Set up 2' }).click();
  await expect(page.getByRole('menuitem', { name: 'Coastline Transport' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByLabel('Select all issues').uncheck();
  for (const name of ['Select Not set up: Riverbend Orchards', 'Select To post: Isuzu NPR']) {
    await page.getByLabel(name).check();
  }
  await page.screenshot({ path: test.info().outputPath('picked.png') });
  await expect(page.getByRole('link', { name: 'Set up Riverbend Orchards' })).toBeVisible();
  await page.getByRole('button', { name: 'Review and post 1' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Post 3 payments' }).click();
  await expect(page.getByRole('dialog', { name: 'Posted to Xero' })).toContainText('3 of 3 posted');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();

  // A kind of which nothing is left says so, and the way back is in the list.
  await page.goto(`${product.origin}/attention?kind=overdue`);
  await expect(page.getByText('Nothing of this kind is open')).toBeVisible();
  const kinds = page.getByRole('combobox', { name: 'Show' });
  await expect(kinds.getByRole('option', { selected: true })).toHaveText('To post (0)');
  await kinds.selectOption('All issues');
  await page.getByLabel('Select Not set up: Riverbend Orchards').check();
  await page.getByRole('link', { name: 'Set up Riverbend Orchards' }).click();
  await expect(page.getByRole('heading', { name: 'Set up in Xero' })).toBeVisible();
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** A loan with its last payment in some weeks. */
const ENDING = {
  description: 'Forklift',
  loanAmount: 11_500,
  startDate: daysAgo(340),
  schedulePaymentPlans: [{ number: 1, qty: 12, amount: 1_000 }],
};

test('the attention board lists ends, snoozes one or all of them, and becomes the start page', async ({
  page,
  product,
  owner,
}) => {
  const { entityId } = await newContract(owner, ENDING);
  await addContract(owner, entityId, { ...ENDING, description: 'Excavator' });
  await enter(page, owner);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: /^Attention \d+ open/ }).click();
  const row = page.getByRole('row', { name: /Forklift.*The last payment of \$1,000.00 is due on/ });
  await row.getByRole('button', { name: 'Snooze' }).click();
  await page.getByLabel('Note').fill('The lender calls back');
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await expect(row).toBeHidden();
  await page.getByLabel(/^Snoozed \(1\)/).check();
  await expect(row).toContainText('Snoozed until');
  await row.getByRole('button', { name: 'Show again' }).click();
  await expect(row.getByRole('button', { name: 'Snooze' })).toBeVisible();

  await page.getByRole('combobox', { name: 'Show' }).selectOption('Ending (2)');
  await page.getByLabel('Select all issues').check();
  await page.getByText('2 issues selected').locator('..').getByRole('button', { name: 'Snooze' }).click();
  await page.getByLabel('Until').fill(daysAgo(-7));
  await page.getByRole('dialog').getByRole('button', { name: 'Snooze' }).click();
  await expect(page.getByText(/^2 issues snoozed until/)).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Snoozed until' })).toHaveCount(2);
  await page.getByLabel(/^Snoozed \(2\)/).uncheck();
  await expect(page.getByText('Nothing of this kind is open')).toBeVisible();
  await expect(page.getByText('2 issues are snoozed.')).toBeVisible();

  await savePreference(page, () => page.getByLabel('Open Paydown on this page').check());
  await page.goto(`${product.origin}/`);
  await expect(page.getByRole('heading', { name: 'Attention' })).toBeVisible();
  await menu.getByRole('link', { name: 'All entities' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
});
