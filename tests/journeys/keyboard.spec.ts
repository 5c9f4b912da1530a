import { addContract, newContract, newEntity } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

test('the palette opens every page and the actions of a schedule by keyboard', async ({ page, owner }) => {
  const { entityId } = await newContract(owner);
  await addContract(owner, entityId, { description: 'Cool room' });
  await newEntity(owner, 'Coastline Transport');
  await enter(page, owner);
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();

  await page.keyboard.press('Control+k');
  const palette = page.getByRole('combobox', { name: 'Search entities, schedules and actions' });
  await expect(palette).toBeFocused();
  await page.keyboard.type('o');
  await expect(page.getByRole('option').first()).toBeVisible();
  await palette.fill('river');
  await expect(page.getByRole('option')).toHaveText([/Riverbend Orchards/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await palette.fill('o');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  await palette.fill('cool');
  await expect(page.getByRole('option')).toHaveText([/Cool room/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Cool room' })).toBeVisible();

  await page.getByRole('link', { name: 'All entities' }).first().click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await palette.fill('create new');
  await expect(page.getByRole('option').first()).toContainText('Create new entity');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Create new entity' }).getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Byron Farms');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Byron Farms' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await palette.fill('hilux');
  await expect(page.getByRole('option')).toHaveText([/Toyota HiLux.*Riverbend Orchards/]);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();

  await page.keyboard.press('Control+k');
  await palette.fill('edit sch');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Edit schedule' })).toBeVisible();
});

test('the back button closes an overlay and keeps the page', async ({ page, owner }) => {
  const { entityId, path } = await newContract(owner);
  const above: readonly (readonly [role: 'dialog' | 'alertdialog', open: () => Promise<void>])[] = [
    ['alertdialog', () => choose(page, 'Options', 'Archive')],
    ['dialog', () => page.keyboard.press('Control+k')],
    ['dialog', () => page.keyboard.press('?')],
    ['dialog', () => page.getByRole('button', { name: 'Create new entity' }).click()],
    ['dialog', () => page.getByRole('button', { name: /^Notifications/ }).click()],
    ['dialog', () => page.getByRole('button', { name: 'Your account' }).click()],
  ];
  await enter(page, owner, `/entity/${entityId}`);
  for (const [role, open] of above) {
    await page.getByRole('link', { name: 'Toyota HiLux' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
    await open();
    await expect(page.getByRole(role)).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();
    await expect(page.getByRole(role)).toHaveCount(0);
  }
});

test('shortcuts open the help and the search and collapse the menu, except while typing', async ({
  page,
  owner,
}) => {
  await enter(page, owner);
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  // The dialog listens once it has the focus.
  await expect(help.locator(':focus')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toBeHidden();

  await page.keyboard.press('[');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  await expect(menu.getByText('Import')).toHaveCount(0);
  await page.reload();
  await expect(menu.getByRole('button', { name: 'Expand menu' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();

  await page.keyboard.press('/');
  await expect(page.getByLabel('Search entities')).toBeFocused();
  await page.keyboard.type('[?/');
  await expect(page.getByText('Nothing matches “[?/”')).toBeVisible();
  await expect(help).toBeHidden();
  await expect(menu.getByRole('button', { name: 'Expand menu' })).toBeVisible();
});

test('an entity is created, renamed and deleted by keyboard alone', async ({ page, owner }) => {
  await enter(page, owner);
  await expect(page.getByText('There are no entities yet')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Create new entity' }).press('Enter');
  const create = page.getByRole('button', { name: 'Create entity' });
  await expect(create).toBeDisabled();
  await expect(page.getByRole('dialog').getByLabel('Name')).toBeFocused();
  await page.keyboard.type('Riverbend');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Riverbend' })).toBeFocused();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Options', exact: true }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByLabel('Name')).toHaveValue('Riverbend');
  await page.getByRole('dialog').getByLabel('Name').fill('Riverbend Orchards');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Options', exact: true }).press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeFocused();
  await expect(async () => {
    // The menu takes its keys a moment after the focus.
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused({ timeout: 500 });
  }).toPass();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog');
  await expect(question.locator(':focus')).toHaveCount(1);
  await question.getByRole('button', { name: 'Delete' }).press('Enter');
  await expect(page.getByText('Riverbend Orchards was deleted')).toBeVisible();
  await expect(page.getByText('There are no entities yet')).toBeVisible();
});
