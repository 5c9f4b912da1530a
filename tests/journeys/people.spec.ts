import type { Page } from '@playwright/test';
import { addContract, newContract, newEntity, newReadyContract } from './contracts.ts';
import { choose, expect, logIn, test } from './fixtures.ts';
import { enter, invite, newMember, newUser, PASSWORD, verifyAddress } from './portal.ts';
import { linkIn, mailTo } from './simulators.ts';

test('a guest reads everything and changes nothing', async ({ page, product, owner }) => {
  const { entityId, path } = await newReadyContract(product, owner);
  const guest = await newMember(product, owner, 'Guest');

  await enter(page, guest);
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await expectNoButtons(page, 'Create new entity', 'Add schedule', /(Connect|Disconnect|Link).*Xero/);
  await choose(page, 'Options', 'Show archived');
  await expect(page.getByRole('columnheader', { name: 'Status' })).toBeVisible();

  await page.getByRole('link', { name: 'Toyota HiLux' }).click();
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
  await expect(page.getByRole('switch').first()).toBeDisabled();
  await expect(page.getByRole('switch', { disabled: false })).toHaveCount(0);
  await expectNoButtons(page, 'Sync selected', 'Xero setup', /^Options of payment/);
  await page.getByRole('button', { name: 'Options', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['History', 'Export as Excel', 'Export as CSV']);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'History', exact: true }).click();
  await expect(page.getByText('No changes yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toHaveCount(0);

  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link')).toHaveText([
    'All entities',
    /^Attention/,
    'Division 7A',
    'Reports',
    'Organisations',
    'Settings',
  ]);
  await menu.getByRole('link', { name: 'Settings' }).click();
  await expect(menu.locator('.menu-entry')).toHaveText([
    'Account details',
    'Change password',
    'Security',
    'Calendar',
  ]);
  for (const forbidden of [
    '/import',
    `/entity/${entityId}/schedule`,
    `/entity/${entityId}/authorise`,
    `${path}/edit`,
    `${path}/change`,
    `${path}/change/extra-repayment`,
    `${path}/account_settings`,
    `${path}/create_xero_accounts`,
    `${path}/opening_balances_journal`,
    '/organisations/users',
    '/organisations/audit',
    '/organisations/migrate',
    '/settings/billing_subscription',
    '/settings/manage_subscription/change_plan',
  ]) {
    await page.goto(forbidden);
    await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
    await expect(page).toHaveURL('/');
    await expect(page.getByText('Your role here is Guest, which doesn’t include that page.')).toBeVisible();
  }
  await page.goto('/no/such/page');
  await expect(page.getByText('There is no page at that address.')).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('a user is invited, joins once, gets another role and is removed', async ({
  page,
  otherPage: theirs,
  product,
  owner,
}) => {
  const email = owner.email.replace('ada', 'bo');
  await enter(page, owner, '/organisations/users');
  const users = page.getByRole('region', { name: 'Users', exact: true });
  await expect(users.getByRole('row', { name: owner.email })).toContainText('Not verified');
  await page.getByRole('button', { name: 'Invite user' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByText('Please confirm your email address before you invite others.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Resend verification email' }).click();
  await expect(page.getByText('We sent you another email.')).toBeVisible();
  await page.goto(linkIn(await mailTo(product, owner.email)).href);
  await expect(page.getByText('Your email address is confirmed.')).toBeVisible();

  await page.goto('/organisations/users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  await expect(page.getByRole('button', { name: 'Resend verification email' })).toHaveCount(0);
  await page.getByLabel('Email').fill(email);
  await expect(page.getByLabel('Role')).toHaveValue('Guest');
  await page.getByLabel('Role').selectOption('Member');
  await page.getByRole('button', { name: 'Send invite' }).click();
  await expect(page.getByText(`Invite successfully sent to ${email}`)).toBeVisible();
  const invited = page.getByRole('region', { name: 'Invited users' });
  await expect(invited.getByRole('row', { name: email })).toContainText('Member');

  const invitation = linkIn(await mailTo(product, email)).href;
  await theirs.goto(invitation);
  await expect(theirs.getByText(`To join ${owner.tenantName}`)).toBeVisible();
  await expect(theirs.getByLabel('Email')).toHaveValue(email);
  await expect(theirs.getByLabel('Organisation name')).toBeDisabled();
  await theirs.getByLabel('First name').fill('Bo');
  await theirs.getByLabel('Last name').fill('Li');
  await theirs.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await theirs.getByLabel('Confirm password').fill(PASSWORD);
  await theirs.getByRole('button', { name: 'Create account' }).click();
  await expect(theirs.getByText(`You have joined ${owner.tenantName}.`)).toBeVisible();
  await expect(theirs.getByRole('navigation', { name: 'Main' })).toContainText(owner.tenantName);
  const mayCreate = theirs.getByRole('navigation').getByRole('button', { name: 'Create new entity' });
  await expect(mayCreate).toBeVisible();

  await page.reload();
  await expect(users.getByRole('row', { name: owner.email }).getByRole('button')).toHaveCount(0);
  await expect(users.getByRole('row', { name: email })).not.toContainText('Not verified');
  await choose(page, 'Options of Bo Li', 'Update role');
  await expect(page.getByLabel('Role').getByRole('option')).toHaveText(['Guest', 'Admin']);
  await page.getByRole('button', { name: 'Update role' }).click();
  await expect(page.getByText('Bo Li is now a Guest')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByText('There are no entities yet')).toBeVisible();
  await expect(mayCreate).toHaveCount(0);

  await choose(page, 'Options of Bo Li', 'Remove');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Bo Li has been removed from this organisation')).toBeVisible();
  await expect(users.getByRole('row', { name: email })).toHaveCount(0);
  await theirs.goto('/');
  await expect(theirs).toHaveURL('/organisations');
  await expect(theirs.getByRole('note').getByText('You are not a member of an organisation.')).toBeVisible();

  await theirs.evaluate('localStorage.clear()');
  await theirs.goto(invitation);
  await expect(theirs.getByText('This invitation has already been used. Please log in.')).toBeVisible();
  await expect(theirs).toHaveURL('/login');
});

test('a guest of one client sees that client only', async ({ page, otherPage: theirs, product, owner }) => {
  // A payment is due within a week on any day.
  const weekly = {
    paymentFrequency: 'weekly' as const,
    schedulePaymentPlans: [{ number: 1, qty: 1500, amount: 100 }],
  };
  const farm = await newContract(owner, weekly);
  const shopId = await newEntity(owner, 'Coastline Stores');
  const shop = await addContract(owner, shopId, { ...weekly, description: 'Coastline van' });
  const email = owner.email.replace('ada', 'client');
  await verifyAddress(product, owner);
  await enter(page, owner, '/organisations/users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Only some clients').check();
  await page.getByLabel('Riverbend Orchards').check();
  await page.getByRole('button', { name: 'Send invite' }).click();
  const invited = page.getByRole('region', { name: 'Invited users' });
  await expect(invited.getByRole('row', { name: email })).toContainText('1 client');

  const inviteToken = linkIn(await mailTo(product, email)).searchParams.get('token') ?? '';
  const guest = await newUser(product, { email, inviteToken });
  await fetch(`${product.console}/schedules/messages/run`, { method: 'POST' });
  await enter(theirs, guest);
  const main = theirs.getByRole('main');
  await expect(main.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();
  for (const path of ['/', '/attention', '/reports', '/reports/forecast?groupBy=entity']) {
    await theirs.goto(path);
    await expect(main).toContainText('Riverbend Orchards');
    await expect(main).not.toContainText('Coastline');
    if (path === '/reports') await expect(main).toContainText('not entered');
  }
  await theirs.getByRole('button', { name: /^Notifications/ }).click();
  await expect(theirs.getByText(/^Riverbend Orchards: /).first()).toBeVisible();
  await expect(theirs.getByText(/Coastline/)).toHaveCount(0);
  await theirs.goto(shop.path);
  await expect(theirs.getByText('Coastline van')).toHaveCount(0);
  await theirs.goto(farm.path);
  await expect(theirs.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();

  await page.reload();
  await choose(page, 'Options of Ada Byron', 'Choose clients');
  await page.getByLabel('Coastline Stores').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Ada Byron now sees 2 clients')).toBeVisible();
  await theirs.goto('/');
  await expect(main.getByRole('link', { name: 'Coastline Stores' })).toBeVisible();
});

test('a client is assigned to a user, by whom the work list is filtered', async ({
  page,
  product,
  owner,
}) => {
  const member = await newMember(product, owner, 'Member');
  await member.call('PATCH /v1/users', { body: { givenName: 'Bo', surname: 'Li' } });
  await newEntity(owner);
  await newEntity(owner, 'Coastline Stores');
  await enter(page, owner, '/?view=work');
  await page.getByLabel('Select Coastline Stores').check();
  await page.getByRole('button', { name: 'Assign' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Responsible').selectOption('Bo Li');
  await dialog.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('1 entity assigned')).toBeVisible();
  const rows = page.getByRole('region', { name: 'Work list' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Filter entities').fill('bo li');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Coastline Stores');
});

test('a user who loses a role is informed and loses access', async ({ page, product, owner }) => {
  const entityId = await newEntity(owner);
  const member = await newMember(product, owner, 'Member');
  const { id: userId } = await member.call('GET /v1/users');
  await enter(page, member, `/entity/${entityId}`);
  await choose(page, 'Options', 'Edit');
  await page.getByLabel('Name').fill('Riverbend Farms');
  const body = { role: 'Guest' } as const;
  await owner.call('PATCH /v1/tenants/users/{userId}/role', { params: { userId }, body });
  await page.getByRole('button', { name: 'Save' }).click();
  const message = 'Your role in this organisation is Guest; this needs at least Member.';
  await expect(page.getByText(message)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: 'Add schedule' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();
});

test('a user with a cancelled invitation can still register', async ({ page, product, owner }) => {
  const email = owner.email.replace('ada', 'cy');
  await page.goto((await invite(product, owner, email, 'Guest')).href);
  await expect(page.getByText(`To join ${owner.tenantName}`)).toBeVisible();
  await owner.call('POST /v1/tenants/users/invite/cancel', { body: { email } });
  await page.getByLabel('First name').fill('Cy');
  await page.getByLabel('Last name').fill('Li');
  const signUp = async (): Promise<void> => {
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
  };
  await signUp();
  await expect(page.getByText('Invitation invalid. Please try again later.')).toBeVisible();
  await expect(page.getByText(`To join ${owner.tenantName}`)).toHaveCount(0);
  await page.getByLabel('Organisation name').fill('Cy’s Own Books');
  await signUp();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Cy’s Own Books');
});

test('a user with an account joins after logging in', async ({ page, product, owner }) => {
  const other = await newUser(product);
  await page.goto((await invite(product, owner, other.email, 'Admin')).href);
  await expect(page).toHaveURL('/login');
  await expect(page.getByLabel('Email')).toHaveValue(other.email);
  await logIn(page, other.email, PASSWORD);
  await expect(page.getByText(`You have joined ${owner.tenantName}.`)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText(owner.tenantName);
  await page.getByRole('link', { name: 'Organisations' }).click();
  const organisations = page.getByRole('region', { name: 'Organisations' });
  await expect(organisations.getByRole('row', { name: owner.tenantName })).toContainText('Admin');
  await expect(organisations.getByRole('row', { name: other.tenantName })).toContainText('Owner');
});

test('an invitation is sent again and then cancelled', async ({ page, product, owner }) => {
  const other = await newUser(product);
  const first = await invite(product, owner, other.email, 'Guest');

  await enter(page, owner, '/organisations/users');
  await choose(page, `Options of ${other.email}`, 'Resend invite');
  await expect(page.getByText(`Invite successfully sent to ${other.email}`)).toBeVisible();
  const second = linkIn(await mailTo(product, other.email));
  expect(second.href).not.toBe(first.href);
  await choose(page, `Options of ${other.email}`, 'Cancel invite');
  await expect(page.getByText('No open invitations')).toBeVisible();

  await enter(page, other);
  for (const address of [second.pathname + second.search, '/invite']) {
    await expect(async () => {
      // The message may be over before a slow page has loaded.
      await page.goto(address);
      await expect(page.getByText('Invitation invalid. Please try again later.')).toBeVisible({
        timeout: 20_000,
      });
    }).toPass();
    await expect(page).toHaveURL('/');
  }
});

async function expectNoButtons(page: Page, ...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) await expect(page.getByRole('button', { name })).toHaveCount(0);
}
