import type { Page } from '@playwright/test';
import { newContract } from './contracts.ts';
import { answered, expect, logIn, logOut, test } from './fixtures.ts';
import { enter, newMember, PASSWORD, type Person, signedIn } from './portal.ts';
import { linkIn, mailTo } from './simulators.ts';

test('calls with an expired token wait for one refresh', async ({ page, owner }) => {
  const { path } = await newContract(owner);
  // A page without the portal's scripts, which would detect the end of the session.
  await enter(page, owner, '/favicon.svg');
  const refreshes = countOf(page, '/v1/users/token/refresh');
  await forgeToken(page);
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
  await expect(page.getByText('0/0 connections')).toBeVisible();
  expect(refreshes()).toBe(1);
});

test('an ended session redirects to the login page with its reason, and back after log-in', async ({
  page,
  owner,
}) => {
  const { path } = await newContract(owner);
  await owner.call('PATCH /v1/users/metadata', { body: { portalTheme: 'dark' } });
  await enter(page, owner, path);
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
  const look = page.locator('html');
  await expect(look).toHaveAttribute('data-theme', 'dark');
  await shellLoaded(page, owner);
  // A read of the schedule that comes after the session has ended would log the user out before the click.
  await answered(page);
  await owner.call('DELETE /v1/users/token');
  await forgeToken(page);
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();

  await expect(
    page.getByText('You have been logged out due to your session expiring. Please log in again to continue.'),
  ).toBeVisible();
  await expect(page).toHaveURL('/login');
  await expect(look).toHaveAttribute('data-theme', 'classic');
  await expect(page.getByRole('alert')).toHaveText('');
  await logIn(page, owner.email, 'Not-The-Password-1');
  await expect(
    page.locator('.auth-card').getByText(/Oops! We couldn't log you in with that e-mail at this time/),
  ).toBeVisible();
  await logIn(page, owner.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(look).toHaveAttribute('data-theme', 'dark');
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
});

// Evidence for ASVS 14.3
test('a draft is restored for the same user after log-in and for no other user', async ({
  page,
  product,
  owner,
}) => {
  const { path } = await newContract(owner);
  const colleague = await newMember(product, owner, 'Member');
  const wasKept = page.getByText('We restored your unsaved draft.');
  await enter(page, owner, `${path}/edit`);
  await page.getByLabel('Name').fill('Typed before');
  await shellLoaded(page, owner);
  await endSessionOf(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await logIn(page, owner.email, PASSWORD);
  await expect(wasKept).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Typed before');

  await page.getByLabel('Name').fill('Typed again');
  await shellLoaded(page, owner);
  await endSessionOf(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await logIn(page, colleague.email, PASSWORD);
  await expect(page).toHaveURL(`${path}/edit`);
  await expect(page.getByLabel('Name')).toHaveValue('Toyota HiLux');
  await expect(wasKept).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Typed again');
});

// Evidence for ASVS 14.3
test('logging out of a changed form asks first and deletes the draft', async ({ page, owner }) => {
  const { path } = await newContract(owner);
  await enter(page, owner, `${path}/edit`);
  await page.getByLabel('Name').fill('Not saved');
  await logOut(page);
  await page.getByRole('button', { name: 'Stay' }).click();
  await expect(page.getByLabel('Name')).toHaveValue('Not saved');
  await logOut(page);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('Not saved');
  await logIn(page, owner.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
});

// Evidence for ASVS 14.3
test('the next user of a tab sees no data of the user before', async ({ page, product, owner }) => {
  const colleague = await newMember(product, owner, 'Guest');
  await enter(page, owner);
  const account = page.getByRole('dialog', { name: 'Your account' });
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(account).toContainText(owner.email);
  await shellLoaded(page, owner);
  const { refreshToken } = owner.tokens;
  await forgeToken(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(async () => {
    await expect(owner.call('POST /v1/users/token/refresh', { body: { refreshToken } })).rejects.toThrow(
      '401',
    );
  }).toPass();

  await page.route('**/v1/users', () => undefined);
  await logIn(page, colleague.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.getByRole('button', { name: 'Your account' }).click();
  await expect(account).toBeVisible();
  await expect(account).not.toContainText(owner.email);
});

test('a password reset ends the earlier sessions', async ({ page, product, owner }) => {
  const before = await signedIn(product, owner.email);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('unfinished');
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(/Please provide a valid email/);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.getByLabel('Email').fill(owner.email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText(/we sent it a link to set a new password/)).toBeVisible();

  await page.goto(linkIn(await mailTo(product, owner.email)).href);
  const password = page.getByLabel('New password');
  await password.fill('short');
  await page.getByLabel('Confirm password').fill('other');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(password).toHaveAccessibleDescription(/Password must be longer than 7 characters./);
  await expect(page.getByLabel('Confirm password')).toHaveAccessibleDescription(/Passwords do not match/);
  await password.fill('Another-Horse-8');
  await page.getByLabel('Confirm password').fill('Another-Horse-8');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Your password was changed. Log in with the new one.')).toBeVisible();
  await logIn(page, owner.email, 'Another-Horse-8');
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  const body = before.tokens;
  await expect(owner.call('POST /v1/users/token/refresh', { body })).rejects.toThrow('401');
});

test('any address redirects to the login page without a session, and back after log-in', async ({
  page,
  owner,
}) => {
  const { path } = await newContract(owner);
  await page.goto(`${path}?show=unsynced`);
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await logIn(page, owner.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Toyota HiLux' })).toBeVisible();
  await expect(page).toHaveURL(`${path}?show=unsynced`);
  await page.goto('/no/such/page');
  await expect(page).toHaveURL('/');
  for (const missing of ['/entity/2b6f0cc9-04d1-4f12-8a35-9a4b0c1d2e3f', `${path.slice(0, -1)}x`]) {
    await page.goto(missing);
    await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
    await expect(page.getByRole('alert')).not.toHaveText('');
  }
});

/** Waits for the page's own requests, so that only the next action detects the ended session. */
async function shellLoaded(page: Page, { tenantName }: Person): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu).toContainText(tenantName);
  await expect(menu).toContainText('0/0 connections');
}

/** Replaces the signature of the stored access token. */
async function forgeToken(page: Page): Promise<void> {
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('paydown.session') ?? '{}') as { token: string };
    const [head, payload] = session.token.split('.');
    localStorage.setItem('paydown.session', JSON.stringify({ ...session, token: `${head}.${payload}.AA` }));
  });
}

/** Ends the page's session at the service; the next call detects it. */
async function endSessionOf(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('paydown.session') ?? '{}') as { token: string };
    await fetch('/v1/users/token', { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  });
  await forgeToken(page);
}

/** Returns the count of requests to a path from now on. */
function countOf(page: Page, path: string): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) count += 1;
  });
  return () => count;
}
