import { randomUUID } from 'node:crypto';
import { newContract } from './contracts.ts';
import { expect, test } from './fixtures.ts';
import { newUser, PASSWORD } from './portal.ts';
import { linkIn, mailTo } from './simulators.ts';

// Evidence for ASVS 6.8, Xero sign-up
test('registering with Xero fills in the user’s details and keeps the lead attribution', async ({ page }) => {
  const email = `grace-${crypto.randomUUID().slice(0, 8)}@example.com`;
  await page.goto('/xero/signup?utm_campaign=spring&clid=42&other=1');
  await page.getByLabel('Given name').fill('Grace');
  await page.getByLabel('Surname').fill('Hopper');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Allow access' }).click();

  await expect(page.getByLabel('First name')).toHaveValue('Grace');
  await expect(page.getByLabel('Last name')).toHaveValue('Hopper');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Organisation name').fill('Hopper & Co');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'POST' && sent.url().endsWith('/v1/users')),
    page.keyboard.press('Enter'),
  ]);
  expect(request.postDataJSON()).toMatchObject({
    leadAttribution: {
      utm_medium: 'affiliate',
      utm_source: 'xero_app_marketplace',
      utm_campaign: 'spring',
      clid: '42',
    },
  });
  expect(request.postDataJSON()).not.toHaveProperty('leadAttribution.other');
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
});

test('declining Xero’s consent reports that nothing was linked', async ({ page }) => {
  await page.goto('/xero/signup');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('The authorisation was cancelled. Nothing was linked.')).toBeVisible();
});

test('a registration marks missing fields, clears the passwords when it is refused, and begins at the home page', async ({
  page,
  owner,
}) => {
  const { path } = await newContract(owner);
  await page.goto(path);
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  const submit = page.getByRole('button', { name: 'Create account' });
  await expect(submit).toBeDisabled();
  await page.getByLabel('First name').fill('Bo');
  await page.getByLabel('Last name').fill('Li');
  await page.getByLabel('Email').fill('bo@');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await submit.click();
  await expect(page.getByLabel('Organisation name')).toBeFocused();
  for (const [label, message] of [
    ['Organisation name', /Please provide an organisation name/],
    ['Email', /Please provide a valid email/],
    ['Password', /Password must be longer than 7 characters./],
    ['Confirm password', /Passwords do not match/],
  ] as const) {
    await expect(page.getByLabel(label, { exact: true })).toHaveAccessibleDescription(message);
  }
  await page.getByLabel('Organisation name').fill('Li & Sons');
  await page.getByLabel('Email').fill(owner.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await submit.click();
  await expect(page.getByText(/We couldn't register your account right now/)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Bo');
  await page.getByLabel('Email').fill(`bo-${owner.email}`);
  // As fast as a person: a failure half a second before counts as one of the same attempt.
  await page.getByLabel('Password', { exact: true }).pressSequentially(PASSWORD, { delay: 60 });
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await submit.click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('alert')).toHaveText('');
});

test('a mailbox with many accounts gets a link first, which creates the next one', async ({
  page,
  product,
}) => {
  const [local, domain] = [`cy-${randomUUID().slice(0, 8)}`, 'example.com'];
  for (let number = 1; number <= 10; number++)
    await newUser(product, { email: `${local}+${number}@${domain}` });
  const fill = async (): Promise<void> => {
    await page.getByLabel('First name').fill('Cy');
    await page.getByLabel('Last name').fill('Li');
    await page.getByLabel('Organisation name').fill('Cy’s Books');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Confirm password').fill(PASSWORD);
  };
  const email = `${local}@${domain}`;
  await page.goto('/register');
  await fill();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText(`we sent a link to ${email} first`)).toBeVisible();

  await page.goto(linkIn(await mailTo(product, email)).href);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByLabel('Email')).not.toBeEditable();
  await fill();
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Thank you for registering.', { exact: true })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toContainText('Cy’s Books');
  await page.goto('/settings/account_details');
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
});
