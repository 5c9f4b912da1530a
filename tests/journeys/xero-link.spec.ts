import { linkEntity, newEntity, newReadyContract } from './contracts.ts';
import { expectAccessible } from './axe.ts';
import { allowAtXero, choose, expect, holdRequests, syncSelected, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { xeroOrganisation, newXeroOrganisation } from './simulators.ts';

test('cancelling at Xero returns to the entity, and a link to an organisation of the same name can be taken back', async ({
  page,
  product,
  owner,
}) => {
  const xeroName = await newXeroOrganisation(product);
  const entityId = await newEntity(owner, `The ${xeroName} Pty Ltd`);
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('button', { name: 'Connect to Xero' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The authorisation was cancelled. Nothing was linked.')).toBeVisible();
  await expect(page).toHaveURL(`/entity/${entityId}`);

  await page.getByRole('button', { name: 'Connect to Xero' }).click();
  await allowAtXero(page, xeroName);
  await expect(page.getByText(`The ${xeroName} Pty Ltd is linked to ${xeroName} in Xero.`)).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('linked.png') });
  await page.getByRole('button', { name: 'Not this one' }).click();
  await expect(page.getByText('Not linked to Xero')).toBeVisible();
});

// Evidence for Xero organisation
test('the user chooses one of several Xero organisations in Australian dollars, with a warning of other names and of books in use', async ({
  page,
  product,
  owner,
}) => {
  const [same, other, used] = [
    await newXeroOrganisation(product),
    await newXeroOrganisation(product),
    await newXeroOrganisation(product),
  ];
  await linkEntity(product, owner, await newEntity(owner, 'Coastal Earthmoving'), used);
  await enter(page, owner, `/entity/${await newEntity(owner, `${same} Pty Ltd`)}`);
  const connect = async (...names: readonly string[]): Promise<void> => {
    await page.getByRole('button', { name: 'Connect to Xero' }).click();
    await allowAtXero(page, ...names);
  };
  const dialog = page.getByRole('dialog', { name: `Link ${same} Pty Ltd to Xero` });
  const amber = dialog.getByRole('note');
  await connect(other);
  await expect(amber).toHaveText('The names differ. Check that these are the books of this entity.');
  await expect(dialog.locator('dd')).toHaveText([`${same} Pty Ltd`, other]);
  await expectAccessible(page, 'names that differ');
  await page.screenshot({ path: test.info().outputPath('amber.png') });
  await page.keyboard.press('Escape');
  await expect(page.getByText('Not linked to Xero')).toBeVisible();

  const link = dialog.getByRole('button', { name: 'Link', exact: true });
  await connect(other, used);
  await expect(link).toBeDisabled();
  await page.keyboard.press('Escape');

  await connect(same, other, used, 'Kauri Outdoors (NZ)');
  const choice = dialog.getByLabel('Xero organisation');
  await expect(choice.locator('option:disabled')).toHaveText(/^Kauri Outdoors \(NZ\) \(NZD/);
  await expect(choice.locator('option:checked')).toHaveText(`${same} (AUD)`);
  await expect(amber).toHaveCount(0);
  await choice.selectOption(`${other} (AUD)`);
  await expect(amber).toBeVisible();
  await choice.selectOption(`${used} (AUD)`);
  await expect(dialog.getByRole('alert')).toContainText('already linked to Coastal Earthmoving');
  await expect(amber).toHaveCount(0);
  await expectAccessible(page, 'books that another entity uses');
  await page.screenshot({ path: test.info().outputPath('used.png') });
  await choice.selectOption(`${other} (AUD)`);
  await link.click();
  await expect(page.getByText(`The entity is now linked to ${other}`)).toBeVisible();
  await expect(page.getByRole('link', { name: other })).toHaveAttribute('href', /ChartOfAccounts/);
});

test('three organisations of one consent are linked to their entities in one sitting', async ({
  page,
  product,
  owner,
}) => {
  const names = [
    await newXeroOrganisation(product),
    await newXeroOrganisation(product),
    await newXeroOrganisation(product),
  ] as const;
  const [first, , third] = names;
  const begun = await newEntity(owner, `${first} Pty Ltd`);
  await newEntity(owner, `The ${third} Trust`);
  await newEntity(owner, 'Coastal Earthmoving');
  await enter(page, owner, `/entity/${begun}`);
  await page.getByRole('button', { name: 'Connect to Xero' }).click();
  await allowAtXero(page, ...names, 'Kauri Outdoors (NZ)');
  await page.getByRole('link', { name: 'Link several entities' }).click();
  await expect(page.getByRole('heading', { name: 'Link several entities' })).toBeVisible();
  const entityOf = (name: string) => page.getByLabel(`Entity of ${name}`, { exact: true });
  await expect(entityOf(first).locator('option:checked')).toHaveText(`${first} Pty Ltd`);
  await expect(entityOf(third).locator('option:checked')).toHaveText(`The ${third} Trust`);
  await expect(entityOf(names[1]).locator('option:checked')).toHaveText('Don’t link');
  await expect(entityOf('Kauri Outdoors (NZ)')).toBeDisabled();
  await entityOf(names[1]).selectOption('Coastal Earthmoving');
  await expect(page.getByText('The names differ.')).toBeVisible();
  await expectAccessible(page, 'several entities to link');
  await page.screenshot({ path: test.info().outputPath('several.png') });
  const asked = await holdRequests(page, '**/connections/xero/link');
  const link = page.getByRole('button', { name: 'Link 3 entities' });
  await link.dblclick();
  await asked.release();
  await expect(page.getByText('3 entities are now linked to Xero.')).toBeVisible();
  await expect(page.getByRole('cell', { name: 'Linked', exact: true })).toHaveCount(3);
  await page.getByRole('link', { name: 'Coastal Earthmoving' }).click();
  await expect(page.getByRole('link', { name: names[1] })).toHaveAttribute('href', /ChartOfAccounts/);
});

test('a long sync shows its progress and stops on request', async ({ page, product, owner }) => {
  const { path, xeroName } = await newReadyContract(product, owner, {
    loanAmount: 10_000,
    paymentFrequency: 'weekly',
    schedulePaymentPlans: [{ number: 1, qty: 104, amount: 105 }],
  });
  await enter(page, owner, path);
  await choose(page, 'Options of payment 104', 'Select up to this payment');
  await expect(page.getByText('104 payments selected')).toBeVisible();
  const first = await holdRequests(page, '**/sync/xero/payments');
  await syncSelected(page);
  await expect(page.getByText('Syncing 1–50 of 104…')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await first.release();
  await expect(page.getByText('50 payments were synced')).toBeVisible();
  expect((await xeroOrganisation(product, xeroName)).bankTransactions).toHaveLength(50);
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('switch', { name: 'Sync payment 51', exact: true }).click();
  await page.getByRole('switch', { name: 'Sync payment 52', exact: true }).click();
  const two = await holdRequests(page, '**/sync/xero/payments');
  await syncSelected(page);
  await expect(page.getByText('Syncing 2 payments…')).toBeVisible();
  await two.release();
  await expect(page.getByText('2 payments were synced')).toBeVisible();
  await choose(page, 'Options', 'Delete');
  await expect(page.getByRole('alertdialog')).toContainText('52 transactions remain in Xero.');
});
