import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { newContract, newEntity, newReadyContract, syncPayments } from './contracts.ts';
import { animationsEnded, choose, expect, test } from './fixtures.ts';
import { enter, newMember } from './portal.ts';

/** Pixels: A4 without its margins of 14 mm. */
const A4_WIDTH = 688;

const WAS_KEPT = 'We restored your unsaved draft.';

test('payment terms are reordered by dragging, buttons and keyboard', async ({ page, owner }) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.getByLabel('Name').fill('Cool room');
  await page.getByLabel('Loan amount').fill('1 000,50');
  await expect(page.getByText('Enter digits and one dot, such as 1000.50.')).toBeVisible();
  await page.getByLabel('Loan amount').fill('0');
  await expect(page.getByText('Enter an amount of more than $0.00.')).toBeVisible();
  await expect(page.getByText('Still needed: Frequency, Start date, Payment terms.')).toBeVisible();
  await page.getByLabel('Loan amount').fill('58000');
  await page.getByLabel('Frequency').selectOption('Yearly');
  await page.getByLabel('Start date', { exact: true }).fill('2024-07-01');
  const create = page.getByRole('button', { name: 'Create schedule' });
  for (const [index, [qty, amount]] of [
    ['1', '18900'],
    ['4', '12500'],
    ['2', '100'],
  ].entries()) {
    if (index > 0) await page.getByRole('button', { name: 'Add row' }).click();
    await expect(create).toBeDisabled();
    await page.getByLabel(`Number of payments, row ${index + 1}`).fill(qty ?? '');
    await page.getByLabel(`Payment amount, row ${index + 1}`).fill(amount ?? '');
  }
  await page.getByLabel('Payment amount, row 3').blur();
  const order = page.getByLabel(/^Number of payments, row/);
  await expect(page.getByLabel('Total interest')).toHaveText('$11,100.00');

  await page.getByRole('button', { name: 'Move row 1 down' }).click();
  await expectValues(order, ['4', '1', '2']);

  const grip = page.getByRole('button', { name: 'Drag row 3' });
  await grip.focus();
  await page.keyboard.press('Space');
  await expect(grip).toHaveAttribute('aria-pressed', 'true');
  // The rows are measured and the arrow keys are active by then.
  await expect(page.getByText('Row 3 is over place 3.')).toBeAttached();
  await page.evaluate('new Promise((listening) => setTimeout(listening))');
  await page.keyboard.press('ArrowUp');
  await expect(page.getByText('Row 3 is over place 2.')).toBeAttached();
  await page.keyboard.press('Space');
  await expectValues(order, ['4', '2', '1']);

  await drag(page, page.getByRole('button', { name: 'Drag row 2' }), page.getByLabel('Drag row 1'));
  await expect(page.getByText('Row 2 is over place 1.')).toBeAttached();
  await page.mouse.up();
  await expectValues(order, ['2', '4', '1']);
  // For 50 ms after a drop dnd-kit takes a click for the end of the drag.
  await page.evaluate('new Promise((over) => setTimeout(over, 100))');
  await page.getByRole('button', { name: 'Remove row 1' }).click();
  await expectValues(order, ['4', '1']);
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('1st Jul 2029');
  await create.click();
  await expect(page.getByRole('heading', { name: 'Cool room' })).toBeVisible();
  const payments = page.getByRole('region', { name: 'Payments' }).locator('tbody tr[aria-rowindex]');
  await expect(payments).toHaveCount(5);
  await expect(payments.first()).toContainText('$12,500.00');
  await expect(payments.last()).toContainText('$18,900.00');
});

test('the preview of a long schedule contains every payment for the browser’s search', async ({
  page,
  owner,
}) => {
  const { path } = await newContract(owner, { paymentFrequency: 'weekly' });
  await enter(page, owner, `${path}/edit`);
  await page.getByLabel('Number of payments, row 1').fill('520');
  const preview = page.getByRole('region', { name: 'Preview' });
  const rows = preview.locator('tbody tr:not([aria-hidden])');
  await expect(rows).toHaveCount(520);
  await expect(rows.last()).toContainText('3rd Jan 2035');
  await page.getByLabel('Payment amount, row 1').fill('500');
  await expect(rows.nth(400)).toContainText('$500.00');
  await expect(rows).toHaveCount(520);
});

test('invalid terms are marked in their fields', async ({ page, owner }) => {
  const { path } = await newContract(owner);
  await enter(page, owner, `${path}/edit`);
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await page.getByLabel('Loan amount').fill('60000.01');
  await expect(page.getByLabel('Total interest')).toHaveText('−$0.01');
  await expect(save).toBeDisabled();
  await expect(page.locator('[aria-invalid="true"]').first()).toBeVisible();
  await page.getByLabel('Loan amount').fill('50000');
  await expect(save).toBeDisabled();
  await page.getByLabel('Name').fill('HiLux 2025');
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PATCH'),
    save.click(),
  ]);
  expect(request.postDataJSON()).toEqual({ description: 'HiLux 2025' });
  await expect(page.getByText('HiLux 2025 was saved')).toBeVisible();
});

test('a changed form asks before a link, Back or closing leaves it, and starts empty again afterwards', async ({
  page,
  owner,
}) => {
  const { path } = await newContract(owner);
  await enter(page, owner, path);
  await choose(page, 'Options', 'Edit');
  await page.getByLabel('Name').fill('Not saved');

  await page.getByRole('link', { name: 'Organisations' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Stay' }).click();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(`${path}/edit`);
  await expect(page.getByLabel('Name')).toHaveValue('Not saved');
  const [dialog] = await Promise.all([page.waitForEvent('dialog'), page.close({ runBeforeUnload: true })]);
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();

  await expect(page.getByLabel('Name')).toHaveValue('Not saved');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
  await expect(page).toHaveURL(path);

  await choose(page, 'Options', 'Edit');
  await expect(page.getByLabel('Name')).toHaveValue('Toyota HiLux');
  await expect(page.getByText(WAS_KEPT)).toHaveCount(0);
  await page.getByLabel('Loan amount').fill('49000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Toyota HiLux was saved')).toBeVisible();
  await choose(page, 'Options', 'Edit');
  await expect(page.getByLabel('Loan amount')).toHaveValue('49,000.00');
  await expect(page.getByText(WAS_KEPT)).toHaveCount(0);
});

test('two users change a schedule at once and neither change is lost', async ({
  page,
  otherPage: theirs,
  product,
  owner,
}) => {
  const { entityId, path } = await newContract(owner);
  const colleague = await newMember(product, owner, 'Member');
  await enter(theirs, colleague, `${path}/edit`);
  await theirs.getByLabel('Administration fee').fill('7');
  await enter(page, owner, `${path}/edit`);
  await page.getByLabel('Loan amount').fill('49000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(path);
  theirs.on('dialog', (dialog) => void dialog.accept());
  await theirs.reload();
  await expect(theirs.getByText(WAS_KEPT)).toBeVisible();
  await expect(theirs.getByLabel('Loan amount')).toHaveValue('49,000.00');
  await expect(theirs.getByLabel('Administration fee')).toHaveValue('7.00');

  await choose(page, 'Options', 'Edit');
  await page.getByLabel('Loan amount').fill('48000');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(path);
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs.getByText('This schedule was changed elsewhere.')).toBeVisible();
  await expect(theirs.getByLabel('Loan amount')).toHaveValue('48,000.00');
  await expect(theirs.getByLabel('Administration fee')).toHaveValue('7.00');
  await theirs.getByRole('button', { name: 'Save' }).click();
  await expect(theirs).toHaveURL(path);
  const [saved] = await owner.call('GET /v1/entities/{entityId}/schedules', { params: { entityId } });
  expect(saved).toMatchObject({ loanAmount: 48_000, administrationFee: 7 });
});

test('a typed schedule survives a reload until it is discarded', async ({ page, owner }) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  page.on('dialog', (dialog) => void dialog.accept());
  await page.getByLabel('Name').fill('Bobcat');
  await page.getByLabel('Loan amount').fill('1200');
  await page.getByLabel('Number of payments, row 1').fill('12');
  await page.getByRole('button', { name: 'Add row' }).click();
  await page.getByLabel('Payment amount, row 2').fill('99.5');
  await page.reload();

  await expect(page.getByText(WAS_KEPT)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Bobcat');
  await expect(page.getByLabel('Loan amount')).toHaveValue('1,200.00');
  await expectValues(page.getByLabel(/^Number of payments, row/), ['12', '']);
  await expect(page.getByLabel('Payment amount, row 2')).toHaveValue('99.50');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText(WAS_KEPT)).toHaveCount(0);
  await expect(page.getByLabel('Name')).toHaveValue('');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Create schedule' })).toBeVisible();
  await expect(page.getByText(WAS_KEPT)).toHaveCount(0);
});

test('printed pages show their content and no navigation', async ({ page, owner }) => {
  const { entityId, path } = await newContract(owner);
  for (const [address, content] of [
    [path, page.getByRole('cell', { name: '60', exact: true })],
    [`${path}/history`, page.getByText('No changes yet')],
    [`/entity/${entityId}`, page.getByRole('cell', { name: 'Toyota HiLux' })],
    ['/', page.getByRole('cell', { name: 'Riverbend Orchards' })],
    ['/reports?date=2025-06-30', page.getByRole('cell', { name: /^Toyota HiLux/ })],
    ['/reports/forecast?from=2025-01', page.getByRole('rowheader', { name: 'Jan 2025' })],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 1280, height: 900 });
    if (address === path) await enter(page, owner, path);
    else await page.goto(address);
    await expect(content.first()).toBeAttached();
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: A4_WIDTH, height: 1000 });
    await expect(page.getByRole('link', { name: 'Skip to content' }), address).toBeHidden();
    await expect(page.getByRole('navigation', { name: 'Main' }), address).toBeHidden();
    await expect(page.getByRole('banner'), address).toBeHidden();
    await expect(content.first(), address).toBeVisible();
    const mostCut = async (): Promise<number> => {
      const cut = await page
        .locator('.table-scroll')
        .evaluateAll((tables: { scrollWidth: number; clientWidth: number }[]) =>
          tables.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
        );
      return Math.max(...cut);
    };
    await expect.poll(mostCut, { message: address }).toBeLessThanOrEqual(1);
  }
});

test('every amount that leaves the bank includes the fee', async ({ page, owner }) => {
  await page.clock.setFixedTime(new Date('2026-06-01T02:00:00Z'));
  const { entityId, path } = await newContract(owner, {
    startDate: '2026-12-15',
    firstPaymentOnStartDate: true,
    administrationFee: 5,
  });
  await enter(page, owner, path);
  const next = page.locator('.fact', { hasText: 'Next payment' });
  await expect(next).toContainText('$1,005.00');
  await expect(next).toContainText('15th Dec 2026, incl. $5.00 fee');
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('row', { name: /^1 15th Dec 2026/ })).toContainText('$1,000.00$5.00');
  await page.goto(`/entity/${entityId}`);
  await expect(page.getByRole('row', { name: /Toyota HiLux/ })).toContainText('$1,005.00');
});

test('the heads of the payment terms stand above their fields', async ({ page, owner }) => {
  const { entityId, scheduleId, path } = await newContract(owner);
  await owner.call('POST /v1/entities/{entityId}/schedules/{scheduleId}/archive', {
    params: { entityId, scheduleId },
    body: { archive: true },
  });
  const leftOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.x ?? 0;
  await enter(page, owner, `${path}/edit`);
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [head, field] of [
      ['Number of payments', 'Number of payments, row 1'],
      ['Payment amount', 'Payment amount, row 1'],
    ] as const) {
      const distance = async (): Promise<number> => {
        const above = await leftOf(page.getByText(head, { exact: true }).first());
        return Math.abs(above - (await leftOf(page.getByLabel(field))));
      };
      await expect.poll(distance, { message: `${head} at ${width} pixels` }).toBeLessThan(8);
    }
  }
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 800 } });

  test('the payments keep their head in view and show whole columns', async ({ page, owner }) => {
    const { path } = await newContract(owner, { administrationFee: 5 });
    await enter(page, owner, path);
    const region = page.getByRole('region', { name: 'Payments', exact: true });
    await region.getByRole('row', { name: /^40 / }).scrollIntoViewIfNeeded();
    await expect(region.getByRole('columnheader', { name: 'Date' })).toBeInViewport();
    await expect(region.getByRole('row', { name: /^Total/ })).toBeInViewport();
    const cut = (): Promise<number> =>
      region.evaluate((element) => {
        const { left, right } = element.getBoundingClientRect();
        // Amounts scroll beside the number and the date.
        const rows = [...element.querySelectorAll('tbody tr:nth-child(2)')];
        const boxes = rows.flatMap((row) =>
          [...row.querySelectorAll(':scope > td.date ~ td')].map((cell) => cell.getBoundingClientRect()),
        );
        const first = element.querySelector('td.date')?.getBoundingClientRect().right ?? left;
        return boxes.filter(
          (box) =>
            (box.left < right - 2 && box.right > right + 2) ||
            (box.left < first - 2 && box.right > first + 2),
        ).length;
      });
    await expect.poll(cut).toBe(0);
    await region.evaluate((element) => element.scrollBy(130, 0));
    await expect.poll(cut).toBe(0);
    await expect(region.getByRole('columnheader', { name: 'Interest' })).toBeInViewport();
  });
});

test('an archived schedule is hidden and read-only', async ({ page, product, owner }) => {
  const contract = await newReadyContract(product, owner);
  const { entityId, path } = contract;
  await syncPayments(owner, contract, [1]);
  await enter(page, owner, path);
  await expect(page.getByText('1/5 connections')).toBeVisible();
  await choose(page, 'Options', 'Archive');
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('Toyota HiLux was archived')).toBeVisible();
  await expect(page.getByText('0/5 connections')).toBeVisible();
  await expect(page.getByText('This schedule is archived and can’t be changed.')).toBeVisible();
  await expect(page.getByRole('switch', { disabled: false })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Xero|Sync selected|To post/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Options of payment 1' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['View in accounting']);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Options of payment 2' })).toHaveCount(0);
  await choose(page, 'Options', 'View account settings');
  await expect(page.getByLabel('Bank account')).toBeDisabled();
  await page.goto(path);
  await choose(page, 'Options', 'View details');
  await expect(page.getByRole('heading', { name: 'View details' })).toBeVisible();
  await expect(page.getByLabel('Name')).not.toBeEditable();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);

  await page.goto(`${path}/create_xero_accounts`);
  await expect(page.getByText('Cannot create accounts for an archived schedule.')).toBeVisible();
  await expect(page).toHaveURL(path);
  await page.goto(`${path}/opening_balances_journal`);
  await expect(
    page.getByText('Cannot access opening balances journal for an archived schedule.'),
  ).toBeVisible();
  await expect(page).toHaveURL(path);
  await page.goto(`${path}/account_settings`);
  await expect(page.getByLabel('Bank account')).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);

  await owner.call('DELETE /v1/entities/{entityId}/xero/connection', { params: { entityId } });
  await page.goto(`${path}/create_xero_accounts`);
  await expect(page.getByText('Cannot create accounts for an archived schedule.')).toBeVisible();
  await choose(page, 'Options', 'View account settings');
  await expect(page.getByLabel('Bank account')).toBeDisabled();

  await page.goto(`/entity/${entityId}`);
  await expect(page.getByText('There are no schedules yet')).toBeVisible();
  await choose(page, 'Options', 'Show archived');
  await expect(page.getByRole('row', { name: /Toyota HiLux/ })).toContainText('Archived');
  await page.getByRole('link', { name: 'Toyota HiLux' }).click();
  await choose(page, 'Options', 'Unarchive');
  await page.getByRole('button', { name: 'Unarchive' }).click();
  await expect(page.getByRole('button', { name: 'Link entity to Xero' })).toBeVisible();
});

test('a schedule is downloaded in each format under its name and then deleted', async ({ page, owner }) => {
  const { path } = await newContract(owner, { description: 'Truck / trailer: “A”' });
  await enter(page, owner, path);
  for (const [item, name, start] of [
    ['Export as Excel', /^Riverbend Orchards - Truck .*\.xlsx$/, 'PK'],
    ['Export as CSV', /^Riverbend Orchards - Truck .*\.csv$/, '\ufeffEntity'],
  ] as const) {
    const [download] = await Promise.all([page.waitForEvent('download'), choose(page, 'Options', item)]);
    expect(download.suggestedFilename()).toMatch(name);
    expect((await readFile(await download.path(), 'utf8')).slice(0, start.length)).toBe(start);
  }
  await choose(page, 'Options', 'Delete');
  await expect(page.getByRole('alertdialog')).toContainText('No transactions are in Xero.');
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('There are no schedules yet')).toBeVisible();
});

test('the column “In Xero” says where each payment is, and its head takes what is due', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await syncPayments(owner, contract, [1]);
  await enter(page, owner, contract.path);
  await expect(page.getByRole('columnheader', { name: 'In Xero' })).toBeVisible();
  const row = (number: number) =>
    page.getByRole('row').filter({ has: page.getByLabel(`Sync payment ${number}`, { exact: true }) });
  await expect(row(1)).toContainText('Posted');
  await expect(row(2)).toContainText('To post');
  const box = page.getByRole('switch', { name: 'Sync payment 1', exact: true });
  await expect(box).toBeChecked();
  await expect(box).toBeDisabled();
  await expect(box).toHaveAccessibleDescription('Synced');
  const head = page.getByRole('switch', { name: /^Select all \d+ payments due$/ });
  const due = /\d+/.exec((await head.getAttribute('aria-label')) ?? '')?.[0];
  await head.click();
  await expect(page.getByText(`${due} payments selected`)).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Sync payment 2', exact: true })).toBeChecked();
});

test('a link to a payment shows it, and Back returns to the previous page', async ({ page, owner }) => {
  const { entityId, scheduleId, path } = await newContract(owner);
  const { schedulePayments } = await owner.call('GET /v1/entities/{entityId}/schedules/{scheduleId}', {
    params: { entityId, scheduleId },
  });
  await enter(page, owner, '/');
  await page.goto(`${path}?paymentId=${schedulePayments[47]?.id}`);
  const marked = page.getByRole('row', { name: /^48 / });
  await expect(marked).toHaveAttribute('aria-current', 'true');
  await expect(marked).toBeInViewport();
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();
  await page.goBack();
  await expect(marked).toHaveAttribute('aria-current', 'true');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
});

async function expectValues(fields: Locator, values: readonly string[]): Promise<void> {
  await expect(fields).toHaveCount(values.length);
  for (const [index, value] of values.entries()) await expect(fields.nth(index)).toHaveValue(value);
}

/** Drags in steps without releasing. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  await animationsEnded(page);
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('There is nothing to drag');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 8 });
}
