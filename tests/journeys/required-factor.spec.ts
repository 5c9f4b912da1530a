/** Members without the factor that their organisation requires: no honest one is locked out, whatever the password's thief does. */
import type { Page } from '@playwright/test';
import { codeAt } from '../support/authenticator/app.ts';
import { removeDataDir } from '../support/local-product.ts';
import { ClockedProduct } from '../proof/xero-storm/clocked-product.ts';
import { addApp, storeCodes } from './authenticator-app.ts';
import { newEntity } from './contracts.ts';
import { expect, logIn, logOut, test as base } from './fixtures.ts';
import { enter, newMember, newUser, PASSWORD, type Person, verifyAddress } from './portal.ts';
import { linkIn, mailsTo, mailTo } from './simulators.ts';

const DAY = 86_400_000;
const DEADLINE = 8 * DAY;
const NEXT = 'Another-Horse-8';

/** Its product is one of the test: with a worker of its own it would run last, and alone. */
const test = base.extend<{ clocked: ClockedProduct }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
  clocked: async ({}, use) => {
    const clocked = await ClockedProduct.start();
    await use(clocked);
    await clocked.places.stop();
    removeDataDir(clocked.places.dataDir);
  },
  baseURL: async ({ clocked }, use) => use(clocked.places.origin),
});

/** Requires a second factor of everyone in the owner's organisation; returns the secret of the owner's app. */
async function requireFactor({ call }: Person): Promise<string> {
  const begun = await call('POST /v1/users/factors', { body: { kind: 'totp', name: 'Phone' } });
  if (!('secret' in begun)) throw new Error('This is no authenticator app.');
  const params = { factorId: begun.id };
  const body = { code: codeAt(begun.secret, Date.now()) };
  await call('POST /v1/users/factors/{factorId}/confirm', { params, body });
  const { id: tenantId } = await call('GET /v1/tenants/current');
  await call('PATCH /v1/tenants/{tenantId}/security', { params: { tenantId }, body: { requireMfa: true } });
  return begun.secret;
}

/** Sets a new password by a mailed link and logs in. */
async function answerByNewPassword(
  page: Page,
  product: ClockedProduct['places'],
  email: string,
): Promise<void> {
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('we sent it a link to set a new password')).toBeVisible();
  await page.goto(linkIn(await mailTo(product, email)).href);
  await page.getByLabel('New password').fill(NEXT);
  await page.getByLabel('Confirm password').fill(NEXT);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('Your password was changed. Log in with the new one.')).toBeVisible();
  await logIn(page, email, NEXT);
}

/** Adds the factor that the page asks for, which opens the books. */
async function addRequired(page: Page): Promise<void> {
  await expect(page).toHaveURL('/settings/security');
  await expect(page.getByText('Please add one to continue.')).toBeVisible();
  await addApp(page, 'My phone', DEADLINE);
  await storeCodes(page);
  await page.getByRole('link', { name: 'All entities' }).first().click();
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();
}

test('dormant, moved and newly invited members add the required factor after the deadline', async ({
  page,
  otherPage,
  clocked,
}) => {
  const product = clocked.places;
  const owner = await newUser(product);
  await verifyAddress(product, owner);
  await newEntity(owner);
  const dormant = await newMember(product, owner, 'Member');
  const moving = await newMember(product, owner, 'Member');
  const secret = await requireFactor(owner);
  await clocked.restart(DEADLINE);

  await test.step('a dormant member proves the mailbox first', async () => {
    await page.goto('/login');
    await logIn(page, dormant.email, PASSWORD);
    await expect(page).toHaveURL('/settings/security');
    await page.getByRole('button', { name: 'Add authenticator app' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('My phone');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The time to add a second factor is over.')).toBeVisible();
    await page.keyboard.press('Escape');
    await logOut(page);
    await answerByNewPassword(page, product, dormant.email);
    await addRequired(page);
    await logOut(page);
  });

  await test.step('a member moves to a new address from the old mailbox', async () => {
    const moved = `moved-${moving.email}`;
    await page.goto('/login');
    await logIn(page, moving.email, PASSWORD);
    await expect(page).toHaveURL('/settings/security');
    await page.goto('/settings/account_details');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Email', { exact: true }).fill(moved);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByLabel('Current password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(`${moved} waits for your answer`)).toBeVisible();
    expect(await mailsTo(product, moved)).toEqual([]);

    await otherPage.goto(linkIn(await mailTo(product, moving.email)).href);
    await otherPage.getByRole('button', { name: 'Change my email address' }).click();
    await expect(otherPage.getByText('We sent a link to the new address.')).toBeVisible();
    await page.goto(linkIn(await mailTo(product, moved)).href);
    await page.getByRole('button', { name: 'Confirm my new email address' }).click();
    await expect(page.getByText('Your new email address is confirmed.')).toBeVisible();
    await logOut(page);
    await answerByNewPassword(page, product, moved);
    await addRequired(page);
  });

  await test.step('a member who is invited now adds a factor at once', async () => {
    await otherPage.goto('/login');
    await logIn(otherPage, owner.email, PASSWORD);
    await otherPage.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() + DEADLINE));
    await otherPage.keyboard.press('Enter');
    await expect(otherPage.getByRole('heading', { name: 'All entities' })).toBeVisible();
    await otherPage.goto('/organisations/users');
    await otherPage.getByRole('button', { name: 'Invite user' }).click();
    const email = `late-${owner.email}`;
    await otherPage.getByLabel('Email').fill(email);
    await otherPage.getByRole('button', { name: 'Send invite' }).click();
    await expect(otherPage.getByText(`Invite successfully sent to ${email}`)).toBeVisible();
    await logOut(page);
    const inviteToken = linkIn(await mailTo(product, email)).searchParams.get('token') ?? '';
    await enter(page, await newUser(product, { email, inviteToken }), '/settings/security');
    await addRequired(page);
  });
});
