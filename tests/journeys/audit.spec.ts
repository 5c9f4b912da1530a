import { readFileSync } from 'node:fs';
import { addContract, newEntity } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter, newMember } from './portal.ts';
import { codeAt } from '../support/authenticator/app.ts';

test('the audit log is filtered and downloaded, and a schedule shows its history', async ({
  page,
  product,
  owner,
}) => {
  await newMember(product, owner, 'Member');
  const entityId = await newEntity(owner, 'Riverbend');
  const { path } = await addContract(owner, entityId, { description: 'Truck' });
  await owner.call('PATCH /v1/entities/{entityId}', { params: { entityId }, body: { name: '=Orchards' } });
  await enter(page, owner, '/organisations/audit');
  const rows = page.getByRole('region', { name: 'Audit entries' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('Riverbend → =Orchards');
  await page.getByLabel('Action', { exact: true }).selectOption('Entities');
  await expect(rows).toHaveCount(3);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('audit-log.csv');
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(lines).toHaveLength(3);
  expect(lines[1]).toContain('Renamed =Orchards');
  // A page without a match leads to the next one.
  await page.route('**/v1/tenants/audit?*action=invite*', async (route) => {
    const url = new URL(route.request().url());
    if (!url.searchParams.has('cursor')) {
      return route.fulfill({ json: [], headers: { 'x-next-cursor': 'later' } });
    }
    url.searchParams.delete('cursor');
    return route.continue({ url: url.href });
  });
  await page.getByLabel('Action', { exact: true }).selectOption('Invitations');
  await expect(rows.nth(1)).toContainText('Accepted the invitation as Member');
  await page.getByLabel('To').fill('2020-01-01');
  await expect(page.getByText('No entries match these filters')).toBeVisible();

  await page.goto(path);
  await page.getByRole('link', { name: 'History' }).click();
  await expect(page).toHaveTitle(/^History of /);
  await expect(rows).toHaveCount(2);
  // The page is of one schedule, so its entries don't repeat the name.
  await expect(rows.nth(1)).toContainText('Created');
  await expect(rows.nth(1)).not.toContainText('Truck');
  await expect(page.getByText('No changes yet')).toBeVisible();
  await page.getByRole('link', { name: 'Payments', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Payments' })).toBeVisible();
});

test('an organisation requires a second factor, with a notice until then', async ({
  page,
  product,
  owner,
}) => {
  const member = await newMember(product, owner, 'Member');
  await enter(page, owner, '/organisations');
  await choose(page, `Options of ${owner.tenantName}`, 'Require second factor');
  await page.getByRole('button', { name: 'Require', exact: true }).click();
  await expect(page.getByText(/Second factor: required from/)).toBeVisible();
  await expect(page.getByRole('main')).toContainText(/Required from/);
  await enter(page, member);
  await expect(page.getByText(/requires a second factor/)).toBeVisible();
  await page.getByRole('link', { name: 'Add a second factor' }).click();
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
  const secret = (await page.getByRole('dialog').locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await page.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  await page.getByLabel('I have stored the codes').check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: 'Add a second factor' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove Authenticator app' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText(/requires a second factor. Please add another one/)).toBeVisible();
});

test('an Owner exports the organisation, and a member deletes the account', async ({
  page,
  product,
  owner,
}) => {
  const member = await newMember(product, owner, 'Member');
  await enter(page, owner, '/organisations');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    choose(page, `Options of ${owner.tenantName}`, 'Export all data'),
  ]);
  expect(download.suggestedFilename()).toMatch(/^Byron Bookkeeping .*\.zip$/);
  await enter(page, owner, '/settings/security');
  const remove = page.getByRole('button', { name: 'Delete my account' });
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page.getByRole('dialog')).toContainText(`You own ${owner.tenantName}`);
  await enter(page, member, '/settings/security');
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete my account' }).click();
  await expect(page).toHaveURL('/login');
});
