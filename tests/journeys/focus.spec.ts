import type { Locator, Page } from '@playwright/test';
import { newContract, newEntity, newReadyContract, syncPayments } from './contracts.ts';
import { choose, expect, logIn, test } from './fixtures.ts';
import { enter, PASSWORD } from './portal.ts';

test('a navigation sets the title and moves the focus to the heading', async ({ page, owner }) => {
  const { entityId, path } = await newContract(owner);
  await enter(page, owner);
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(heading(page, 'All entities')).not.toBeFocused();
  await expect(page).toHaveTitle('All entities · Paydown');

  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await expectOn(page, 'Riverbend Orchards');
  await expect(heading(page, 'Riverbend Orchards')).toHaveCSS('outline-style', 'none');
  await page.getByRole('link', { name: 'Toyota HiLux' }).press('Enter');
  await expectOn(page, 'Toyota HiLux');
  await expect(heading(page, 'Toyota HiLux')).toHaveCSS('outline-style', 'none');
  await page.goBack();
  await expectOn(page, 'Riverbend Orchards');

  await page.getByRole('link', { name: 'Organisations' }).click();
  await expectOn(page, 'Organisations');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /^Search/ }).fill('change pass');
  await expect(page.getByRole('option')).toHaveText([/Change password/]);
  await page.keyboard.press('Enter');
  await expectOn(page, 'Change password');

  await page.goto(`${path}/edit`);
  await page.getByLabel('Loan amount').fill('49000');
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expectOn(page, 'Riverbend Orchards');
  await expect(page).toHaveURL(`/entity/${entityId}`);

  await page.getByRole('button', { name: 'Create new entity' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Coastline');
  await page.getByRole('button', { name: 'Create entity' }).click();
  await expectOn(page, 'Coastline');
});

test('the focus follows the pages of the setup and back', async ({ page, product, owner }) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, path);
  await page.getByRole('link', { name: 'Xero setup' }).click();
  await expectOn(page, 'Set up in Xero', 'Set up Toyota HiLux in Xero');
  await page.getByRole('link', { name: 'Use existing accounts, auto sync' }).click();
  await expectOn(page, 'Account settings', 'Account settings of Toyota HiLux');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectOn(page, 'Toyota HiLux');
});

test('the focus stays in a field while the user types on the same page', async ({ page, owner }) => {
  await newContract(owner);
  await page.goto('/login');
  await logIn(page, owner.email, PASSWORD);
  await expectOn(page, 'All entities');
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await page.getByRole('link', { name: 'Add schedule' }).click();
  await expect(page.getByLabel('Name')).toBeFocused();
  await expect(page).toHaveTitle('Create schedule · Paydown');
  await page.goBack();
  await expectOn(page, 'Riverbend Orchards');

  await choose(page, 'Options', 'Show archived');
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Options', exact: true })).toBeFocused();

  const search = page.getByLabel('Search entities');
  await search.fill('river');
  await search.press('Enter');
  await expect(page.getByRole('heading', { name: 'Results for “river”' })).toBeVisible();
  await expect(search).toBeFocused();
});

test('the focus is not behind the toolbar or the head of a table, forwards and backwards', async ({
  page,
  owner,
}) => {
  const { path } = await newContract(owner);
  for (let client = 1; client <= 12; client++) await newEntity(owner, `Client ${client}`);
  await page.setViewportSize({ width: 1280, height: 420 });
  await enter(page, owner);
  await expect(page.getByRole('link', { name: 'Client 12' })).toBeVisible();
  expect(await covered(page)).toEqual([]);
  await page.goto(`${path}/edit`);
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  expect(await covered(page)).toEqual([]);
});

/** Walks forwards and backwards by keyboard; returns the names of fields and links that something else covers. */
async function covered(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let step = 0; step < 25; step++) {
      await page.keyboard.press(key);
      const name = await page.locator(':root').evaluate(({ ownerDocument }) => {
        const focused = ownerDocument.activeElement;
        if (!focused?.matches('main :is(a, button, input, select, textarea)')) return null;
        const { x, y, width, height } = focused.getBoundingClientRect();
        const top = ownerDocument.elementFromPoint(x + Math.min(width / 2, 20), y + height / 2);
        const isShown = top && (top.contains(focused) || focused.contains(top) || top.closest('label'));
        return isShown ? null : focused.getAttribute('aria-label') || focused.textContent || focused.id;
      });
      if (name !== null) names.push(`${key}: ${name}`);
    }
  }
  return names;
}

test('drawers open on their content, and dialogs on their first choice', async ({ page, product, owner }) => {
  const contract = await newReadyContract(product, owner);
  await syncPayments(owner, contract, [1]);
  await enter(page, owner, contract.path);
  await page.getByRole('switch', { name: 'Sync payment 2', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review.getByText('Payment 2', { exact: true })).toBeVisible();
  await expect(review.locator('.review')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(review).toHaveCount(0);
  await choose(page, 'Options of payment 1', 'Dishonoured or wrong…');
  await expect(page.getByRole('radio', { name: /was dishonoured/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Show this list')).toBeVisible();
  await expect(keys.locator('.keys')).toBeFocused();
});

function heading(page: Page, name: string): Locator {
  return page.getByRole('heading', { name, level: 1, exact: true });
}

async function expectOn(page: Page, name: string, title = name): Promise<void> {
  await expect(heading(page, name)).toBeFocused();
  await expect(page).toHaveTitle(`${title} · Paydown`);
}
