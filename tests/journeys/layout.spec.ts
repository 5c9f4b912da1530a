import type { Locator, Page } from '@playwright/test';
import { expectNoOverflow } from './axe.ts';
import { addContract, newContract, newEntity, newReadyContract } from './contracts.ts';
import { animationsEnded, choose, expect, holdRequests, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { furnish } from './screens.ts';

const PHONE = { width: 360, height: 800 };
const TABLET = { width: 768, height: 1024 };

const focusIsIn = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate<boolean>(`document.activeElement.closest('${selector}') !== null`);

const rightEdges = (parts: Locator): Promise<number[]> =>
  parts.evaluateAll((each: { getBoundingClientRect: () => { right: number } }[]) =>
    each.map((part) => Math.round(part.getBoundingClientRect().right)),
  );

const isCut = (part: Locator): Promise<boolean> =>
  part.evaluate(
    (element: { scrollWidth: number; clientWidth: number }) => element.scrollWidth > element.clientWidth,
  );

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('the menu holds the focus while it is open, and Escape closes it', async ({ page, owner }) => {
    await enter(page, owner);
    await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
    const open = page.getByRole('button', { name: 'Open menu' });
    for (let key = 0; key < 15; key++) {
      await page.keyboard.press('Tab');
      expect(await focusIsIn(page, '.menu')).toBe(false);
    }
    await open.press('Enter');
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('button', { name: 'Create new entity' })).toBeFocused();
    for (let key = 0; key < 30; key++) {
      await page.keyboard.press('Tab');
      expect(await focusIsIn(page, '.menu, .drawer-backdrop, body')).toBe(true);
      expect(await focusIsIn(page, '.shell-main')).toBe(false);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(open).toBeFocused();
  });

  test('the menu takes the focus once it knows the role of the user', async ({ page, owner }) => {
    const users = await holdRequests(page, '**/v1/users');
    await enter(page, owner);
    await page.getByRole('button', { name: 'Open menu' }).click();
    await users.release();
    await expect(page.getByRole('button', { name: 'Create new entity' }).first()).toBeFocused();
  });

  test('a menu at the edge of the screen stays in view', async ({ page, owner }) => {
    const { path } = await newContract(owner);
    await enter(page, owner, path);
    const options = page.getByRole('button', { name: 'Options', exact: true });
    await expect(options).toBeVisible();
    await page.setViewportSize({ width: PHONE.width, height: 420 });
    await options.click();
    await expect(page.getByRole('menu')).toBeVisible();
    await animationsEnded(page);
    const box = await page.getByRole('menu').boundingBox();
    expect(box?.y).toBeGreaterThanOrEqual(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(420);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toHaveCount(0);
  });

  test('a message leaves the figures of the page free', async ({ page, owner }) => {
    await enter(page, owner, '/organisations');
    await page.getByRole('button', { name: 'Create organisation' }).click();
    await page.getByRole('dialog').getByLabel('Organisation name').fill('Second Office');
    await page.keyboard.press('Enter');
    await page.locator('.toast').waitFor();
    await animationsEnded(page);
    const message = await page.locator('.toast').boundingBox();
    const toolbar = await page.getByRole('banner').boundingBox();
    expect(message?.y).toBeGreaterThanOrEqual((toolbar?.y ?? 0) + (toolbar?.height ?? 0));
    const table = await page.getByRole('table').first().boundingBox();
    expect((message?.y ?? 0) + (message?.height ?? 0)).toBeLessThanOrEqual(table?.y ?? 0);
  });
});

test.describe('on a tablet', () => {
  test.use({ viewport: TABLET });

  test('the menu shows icons, and expands when asked to', async ({ page, owner }) => {
    await enter(page, owner);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu).toHaveCSS('width', '56px');
    await menu.getByRole('button', { name: 'Expand menu' }).click();
    await expect(menu).toHaveCSS('width', '232px');
  });

  test('the menu of icons holds the number of attention items, and the payments keep their columns', async ({
    page,
    product,
    owner,
  }) => {
    const { contract } = await furnish(product, owner);
    await enter(page, owner, contract.path);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await expect(menu.getByRole('link', { name: /^Attention \d+ open$/ })).toBeVisible();
    expect(Math.max(...(await rightEdges(menu.locator('.menu-item, .menu-count'))))).toBeLessThanOrEqual(56);

    // Beside a document that was changed in Xero.
    const table = page.getByRole('region', { name: 'Payments' });
    await expect(table.getByText('Changed in Xero')).toBeVisible();
    const cellsOf = (row: RegExp) => rightEdges(table.getByRole('row', { name: row }).getByRole('cell'));
    expect((await cellsOf(/^2 15th Mar 2025/))[6]).toBe((await cellsOf(/^1 15th Feb 2025/))[6]);
    const heads = table.getByRole('columnheader');
    expect(Math.max(...(await rightEdges(heads)))).toBeLessThanOrEqual(TABLET.width - 24);
    await expect(table).not.toHaveAttribute('data-more');
    for (const width of [360, 768, 1100, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      // The new width may be laid out between the two measurements.
      await expect(async () => {
        expect(await rightEdges(heads), `${width} pixels`).toEqual(await cellsOf(/^1 15th Feb 2025/));
      }).toPass();
    }
  });

  test('the selection bar, the review, the setup and the opening journal fit the screen', async ({
    page,
    product,
    owner,
  }) => {
    const { path } = await newReadyContract(product, owner);
    await enter(page, owner, path);
    await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
    const fits = async (part: Locator): Promise<void> => {
      await expect(part).toBeVisible();
      await animationsEnded(page);
      const box = await part.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(TABLET.width);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(TABLET.height);
      expect(await isCut(part)).toBe(false);
    };
    await fits(page.locator('.selection-bar'));
    await page.getByRole('button', { name: 'Sync selected' }).first().click();
    await fits(page.getByRole('dialog', { name: 'Review before posting' }));
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Xero setup' }).click();
    await expect(page.getByLabel('Bank account')).toBeVisible();
    await expectNoOverflow(page, 'the setup on a tablet');

    await page.goto(`${path}/opening_balances_journal`);
    const credit = page.getByLabel('Credit, line 1');
    await credit.fill('1234567.89');
    for (const cell of [credit, page.getByRole('row', { name: 'Total' }).first().getByRole('cell').nth(1)]) {
      const box = await cell.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(TABLET.width - 24);
    }
    expect(await isCut(credit)).toBe(false);
  });

  test('the breadcrumbs keep the names that fit', async ({ page, owner }) => {
    const entityId = await newEntity(owner, 'Riverbend Orchards and Packing Sheds Pty Ltd');
    const { path } = await addContract(owner, entityId, { description: 'Toyota HiLux SR5 double cab 2024' });
    await enter(page, owner, `${path}/edit`);
    await expect(page.getByRole('heading', { name: 'Edit schedule' })).toBeVisible();
    const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('listitem');
    await expect(crumbs.filter({ hasText: 'Toyota HiLux' })).toBeVisible();
    const widths = await crumbs.evaluateAll((items: { clientWidth: number }[]) =>
      items.map(({ clientWidth }) => clientWidth),
    );
    const shown = widths.filter((width) => width > 0);
    expect(shown.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...shown)).toBeGreaterThan(55);
  });

  test('a table that is wider than the screen fades at its edge until it is scrolled', async ({
    page,
    owner,
  }) => {
    const { entityId } = await newContract(owner, { description: 'Toyota HiLux' });
    await enter(page, owner, `/entity/${entityId}`);
    const table = page.getByRole('region', { name: 'Schedules' });
    await expect(table).toHaveAttribute('data-more');
    await table.evaluate((element: { scrollLeft: number }) => {
      element.scrollLeft = 10_000;
    });
    await expect(table).not.toHaveAttribute('data-more');
  });
});

test('a message does not cover the last columns of a table', async ({ page, product, owner }) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, path);
  await page.route('**/Export', (route) => route.fulfill({ status: 500, json: {} }));
  await choose(page, 'Options', 'Export as CSV');
  await expect(page.getByRole('alert').getByText(/downloading|try again/)).toBeVisible();
  const message = await page.locator('.toast').first().boundingBox();
  const options = await page.getByRole('columnheader', { name: 'Options' }).boundingBox();
  expect((message?.x ?? 0) + (message?.width ?? 0)).toBeLessThan(options?.x ?? 0);
});

test('the search box shows the keys of the palette until it is used', async ({ page, owner }) => {
  await enter(page, owner);
  const search = page.getByRole('search');
  await expect(search.getByText('Ctrl K')).toBeVisible();
  await search.getByRole('searchbox').focus();
  await expect(search.getByText('Ctrl K')).toBeHidden();
});
