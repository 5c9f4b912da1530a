import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { control } from '../../scripts/local/product-client.ts';
import type { Product } from '../support/local-product.ts';
import { expectAccessible } from './axe.ts';
import { linkEntity, newEntity } from './contracts.ts';
import { allowAtXero, choose, expect, logIn, test } from './fixtures.ts';
import { enter, PASSWORD } from './portal.ts';
import { newXeroOrganisation, xeroOrganisation } from './simulators.ts';

async function change(product: Product, name: string, input: object): Promise<void> {
  const { tenantId } = await xeroOrganisation(product, name);
  await control(`${product.xero}/_control/organisations/${tenantId}`, 'PATCH', input);
}

/** Confirms an organisation whose name differs from the entity's. */
const confirmLink = (page: Page): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click();

// Evidence for Xero buttons
test('another edition and a role without manual journals are explained, and the link succeeds once both have changed', async ({
  page,
  product,
  owner,
}) => {
  const xeroName = await newXeroOrganisation(product);
  await change(product, xeroName, { version: 'GLOBAL', baseCurrency: 'AUD', userRole: 'standard' });
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}`);
  await expectAccessible(page, 'the button that connects to Xero');
  await page.getByRole('button', { name: 'Connect to Xero' }).click();
  await allowAtXero(page, xeroName);
  const dialog = page.getByRole('dialog', { name: 'Link Riverbend Orchards to Xero' });
  const refusal = dialog.getByRole('alert');
  await confirmLink(page);
  await expect(refusal).toContainText('Australian edition');
  await page.screenshot({ path: test.info().outputPath('edition.png') });
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('Nothing was linked. Paydown gives the access to Xero back.')).toBeVisible();

  await change(product, xeroName, { version: 'AU' });
  await page.getByRole('button', { name: 'Connect to Xero' }).click();
  await allowAtXero(page, xeroName);
  await confirmLink(page);
  await expect(refusal).toContainText('does not allow manual journals');
  await expect(refusal).toContainText('Adviser, or Standard with reporting permission');
  await expectAccessible(page, 'a refused link to Xero');
  await page.screenshot({ path: test.info().outputPath('role.png') });
  await change(product, xeroName, { userRole: 'adviser' });
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`The entity is now linked to ${xeroName}`)).toBeVisible();
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Disconnect from Xero' })).toBeVisible();
  await expectAccessible(page, 'the item that disconnects from Xero');
  await page.screenshot({ path: test.info().outputPath('connected.png') });
});

test('authorising again offers the choice with the present one selected, and asks before it moves the link or disconnects', async ({
  page,
  product,
  owner,
}) => {
  const [present, other] = [await newXeroOrganisation(product), await newXeroOrganisation(product)];
  const entityId = await newEntity(owner, `The ${other} Pty Ltd`);
  await linkEntity(product, owner, entityId, present);
  await enter(page, owner, `/entity/${entityId}`);
  const dialog = page.getByRole('dialog');
  const authoriseAgain = async (...names: readonly string[]): Promise<void> => {
    await choose(page, 'Options', 'Reconnect to Xero');
    await allowAtXero(page, ...names);
  };
  const openChoice = async (): Promise<void> => {
    await authoriseAgain(present, other);
    const choice = dialog.getByLabel('Xero organisation');
    await expect(choice.locator('option:checked')).toHaveText(`${present} (AUD)`);
  };
  await openChoice();
  await dialog.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`The entity is now linked to ${present}`)).toBeVisible();
  await authoriseAgain(other);
  const move = page.getByRole('alertdialog', { name: `Link to ${other} instead?` });
  await move.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('link', { name: present })).toBeVisible();
  await openChoice();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  const question = page.getByRole('alertdialog', { name: 'Disconnect from Xero?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: present })).toBeVisible();
  await openChoice();
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await question.getByRole('button', { name: 'Disconnect' }).click();
  await expect(page.getByText('The entity is no longer linked to Xero.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Connect to Xero' })).toBeVisible();
});

// Evidence for Xero demo-company
test('a reset demo company is explained before the link moves to its successor', async ({
  page,
  product,
  owner,
}) => {
  const xeroName = `Demo Company ${randomUUID().slice(0, 8)}`;
  await control(`${product.xero}/_control/organisations`, 'POST', { name: xeroName });
  await change(product, xeroName, { isDemoCompany: true });
  const entityId = await newEntity(owner);
  await linkEntity(product, owner, entityId, xeroName);
  const { tenantId } = await xeroOrganisation(product, xeroName);
  await control(`${product.xero}/_control/organisations/${tenantId}/reset`, 'POST', {});
  await enter(page, owner, `/entity/${entityId}`);
  await expect(page.getByText(/Xero replaces demo companies every 28 days/)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('reset.png') });
  await page.getByRole('button', { name: 'Reconnect to Xero' }).click();
  await allowAtXero(page, xeroName);
  const question = page.getByRole('alertdialog', { name: `Link to the new ${xeroName}?` });
  await expect(question).toContainText('is a new organisation under the same name');
  await page.screenshot({ path: test.info().outputPath('relink.png') });
  await question.getByRole('button', { name: 'Link', exact: true }).click();
  await expect(page.getByText(`The entity is now linked to ${xeroName}`)).toBeVisible();
  await expect(page.getByText(/Xero replaces demo companies/)).toHaveCount(0);
});

// Evidence for Xero launcher
test('Xero’s app launcher leads through the login page to the linked entity', async ({
  page,
  product,
  owner,
}) => {
  const xeroName = await newXeroOrganisation(product);
  const entityId = await newEntity(owner);
  await newEntity(owner, 'Second entity');
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('button', { name: 'Connect to Xero' }).click();
  await allowAtXero(page, xeroName);
  await confirmLink(page);
  await expect(page.getByText(`The entity is now linked to ${xeroName}`)).toBeVisible();
  await page.evaluate('localStorage.clear()');
  await page.goto('/xero/launch');
  await expect(page).toHaveURL('/login');
  await logIn(page, owner.email, PASSWORD);
  await expect(page).toHaveURL(`/entity/${entityId}`);
  await page.goto('/xero/launch?shortCode=!other');
  await expect(page).toHaveURL('/');
});

// Evidence for Xero help
test('the help pages are readable without a session', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'How Paydown works' }).click();
  await expect(page.getByText('Connect the entity to Xero')).toBeVisible();
  await expect(page.getByText('Standard with reporting permission')).toBeVisible();
  await page.getByLabel('Search the help pages').fill('dishonoured');
  await expect(page.getByText(/^2 of \d+ pages$/)).toBeVisible();
  await page.getByRole('link', { name: 'Fixing a wrong posting' }).click();
  await expect(page.getByRole('heading', { name: 'A payment was dishonoured' })).toBeVisible();
});

test('words that were typed before the help pages could search are searched for', async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/help.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto('/help.html', { waitUntil: 'commit' });
  await page.getByLabel('Search the help pages').fill('dishonoured');
  gate.resolve();
  await expect(page.getByText(/^2 of \d+ pages$/)).toBeVisible();
});
