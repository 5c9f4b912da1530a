import { newContract, newEntity } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter, PASSWORD } from './portal.ts';
import { linkIn, mailTo } from './simulators.ts';

test('Back after deleting a schedule leads to its entity without an error', async ({ page, owner }) => {
  const { entityId, path } = await newContract(owner);
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('link', { name: 'Toyota HiLux' }).click();
  await choose(page, 'Options', 'Edit');
  await page.goBack();
  await expect(page).toHaveURL(path);
  await choose(page, 'Options', 'Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Toyota HiLux was deleted')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(`/entity/${entityId}`);
  await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(page.getByText('There are no schedules yet')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
});

test('Back after deleting an entity leads to the list without an error', async ({ page, owner }) => {
  await newEntity(owner, 'Coastline Transport');
  const { entityId, path } = await newContract(owner);
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('link', { name: 'Toyota HiLux' }).click();
  await expect(page).toHaveURL(path);
  await page.getByRole('link', { name: 'Riverbend Orchards' }).first().click();
  await choose(page, 'Options', 'Delete');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Riverbend Orchards was deleted')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveText('');
});

test('registering after a link into the product begins at the home page', async ({ page, owner }) => {
  const { path } = await newContract(owner);
  await page.goto(path);
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Organisation name').fill('Hopper & Co');
  await page.getByLabel('Email').fill(`grace-${crypto.randomUUID().slice(0, 8)}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alert')).toHaveText('');
});

test('a used invitation says so before anything is typed', async ({ page, product, owner }) => {
  const email = `used-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await owner.call('POST /v1/tenants/users/invite', { body: { email, role: 'Guest' } });
  const link = linkIn(await mailTo(product, email));
  await page.goto(link.pathname + link.search);
  await page.getByLabel('First name').fill('Grace');
  await page.getByLabel('Last name').fill('Hopper');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.evaluate('localStorage.clear()');
  await page.goto(link.pathname + link.search);
  await expect(page.getByText('This invitation has already been used. Please log in.')).toBeVisible();
  await expect(page).toHaveURL('/login');
});
