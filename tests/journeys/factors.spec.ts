import type { CDPSession, Page } from '@playwright/test';
import { codeAt } from '../support/authenticator/app.ts';
import { addApp, storeCodes } from './authenticator-app.ts';
import { expect, holdRequests, logIn, logOut, test } from './fixtures.ts';
import { enter, moveTo, PASSWORD, signedIn, verifyAddress } from './portal.ts';
import { linkIn, mailTo } from './simulators.ts';

/** Gives the page an authenticator with a fingerprint reader, which Chromium itself simulates. */
async function withAuthenticator(
  page: Page,
): Promise<{ readonly devtools: CDPSession; readonly id: string }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { devtools, id: authenticatorId };
}

const main = (page: Page) => page.getByRole('main');

test('a passkey is added, logs in alone, and confirms what needs it', async ({ page, product, owner }) => {
  const { devtools, id } = await withAuthenticator(page);
  await enter(page, owner, '/settings/security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await storeCodes(page);
  await expect(main(page).getByRole('row', { name: /Passkey/ })).toBeVisible();

  await logOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();

  await logOut(page);
  await logIn(page, owner.email, PASSWORD);
  await page.getByRole('button', { name: 'Use passkey' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();

  await devtools.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await logOut(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByText(/Your passkey could not be used/)).toBeVisible();
  await expect(signedIn(product, owner.email)).rejects.toThrow('needs a second factor');
});

// Evidence for ASVS 6.4.4
test('recovery codes that were not stored are pointed out and replaced', async ({ page, owner }) => {
  await enter(page, owner, '/settings/security');
  await addApp(page);
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  const warning = page.getByText(/Your recovery codes were not stored/);
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const before = await dialog.getByRole('listitem').allTextContents();
  await dialog.getByRole('button', { name: 'Close without storing' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(warning).toBeVisible();
  await expect(main(page).getByRole('row', { name: /My phone/ })).toBeVisible();

  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  await page.getByRole('button', { name: 'Make new codes' }).click();
  const after = await storeCodes(page);
  expect(after.filter((code) => before.includes(code))).toEqual([]);

  // The notices until here are gone.
  await page.reload();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const held = await holdRequests(page, '**/v1/users/factors/recovery');
  await page.getByRole('button', { name: 'Make new codes' }).click();
  await page.getByRole('link', { name: 'Organisations' }).click();
  await expect(page.getByRole('heading', { name: 'Organisations' })).toBeVisible();
  // A toast under the pointer stays.
  await page.mouse.move(0, 0);
  await expect(warning).toHaveCount(0);
  await held.release();
  await expect(warning).toBeVisible();
});

test('sessions are listed and ended, one or all others', async ({ page, otherPage, product, owner }) => {
  await enter(otherPage, await signedIn(product, owner.email));
  await expect(otherPage.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await signedIn(product, owner.email);
  await enter(page, owner, '/settings/security');
  const sessions = page.getByRole('region', { name: 'Sessions' }).getByRole('row');
  await expect(sessions).toHaveCount(4);
  await page
    .getByRole('button', { name: /^End the session of/ })
    .first()
    .click();
  await expect(sessions).toHaveCount(3);
  await page.getByRole('button', { name: 'End all other sessions' }).click();
  await page.getByRole('button', { name: 'End sessions' }).click();
  await expect(page.getByText('All other sessions were ended.')).toBeVisible();
  await expect(sessions).toHaveCount(2);
  await otherPage.getByRole('link', { name: 'Organisations' }).click();
  await expect(otherPage).toHaveURL('/login');
});

test('lost factors are removed by a mailed link, which a second mail cancels', async ({
  page,
  product,
  owner,
}) => {
  await enter(page, owner, '/settings/security');
  await addApp(page);
  await storeCodes(page);
  await logOut(page);
  await logIn(page, owner.email, PASSWORD);
  await page.getByRole('button', { name: /I can’t use any of these/ }).click();
  await page.getByRole('button', { name: 'Send link' }).click();
  await expect(page.getByText('We have sent you an email with the next step.')).toBeVisible();
  await page.goto(linkIn(await mailTo(product, owner.email)).href);
  await page.getByRole('button', { name: 'Start the 72 hours' }).click();
  await expect(page.getByText(/Your second factors will be removed on/)).toBeVisible();
  await page.goto(linkIn(await mailTo(product, owner.email)).href);
  await page.getByRole('button', { name: 'Keep my second factors' }).click();
  await expect(page.getByText('Your second factors stay as they are.')).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Keep my second factors' }).click();
  await expect(page.getByText('This link no longer works.')).toBeVisible();
});

const NEXT = 'Another-Horse-8';

async function setPassword(page: Page, button: string): Promise<void> {
  await page.getByLabel('New password').fill(NEXT);
  await page.getByLabel('Confirm password').fill(NEXT);
  await page.getByRole('button', { name: button }).click();
}

test('the link “This wasn’t me” removes a thief’s factor and ends the thief’s session', async ({
  page,
  otherPage,
  product,
  owner,
}) => {
  await verifyAddress(product, owner);
  await enter(page, owner, '/settings/security');
  await addApp(page);
  await storeCodes(page);
  await otherPage.goto(linkIn(await mailTo(product, owner.email)).href);
  await expect(otherPage.getByRole('heading', { name: 'This wasn’t me' })).toBeVisible();
  await setPassword(otherPage, 'Take my account back');
  await expect(otherPage.getByText('Your account is yours alone again.')).toBeVisible();
  await logIn(otherPage, owner.email, NEXT);
  await expect(otherPage.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.getByRole('link', { name: 'Organisations' }).click();
  await expect(page).toHaveURL('/login');
});

test('a restored account keeps the factors that its owner ticks, and no others', async ({
  page,
  otherPage,
  product,
  owner,
}) => {
  await verifyAddress(product, owner);
  await enter(page, owner, '/settings/security');
  const secret = await addApp(page);
  await storeCodes(page);
  await addApp(page, 'Tablet');
  await expect(main(page).getByRole('row', { name: /Tablet/ })).toBeVisible();
  await moveTo(product, owner, `moved-${owner.email}`);
  await otherPage.goto(linkIn(await mailTo(product, owner.email)).href);
  await expect(otherPage.getByRole('checkbox', { name: 'Tablet' })).not.toBeChecked();
  await otherPage.getByRole('checkbox', { name: 'My phone' }).check();
  await setPassword(otherPage, 'Restore my account');
  await expect(otherPage.getByText(/Your account was restored/)).toBeVisible();
  await logIn(otherPage, owner.email, NEXT);
  await otherPage.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() + 30_000));
  await otherPage.keyboard.press('Enter');
  await expect(otherPage.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await otherPage.goto('/settings/security');
  await expect(main(otherPage).getByRole('row', { name: /My phone/ })).toBeVisible();
  await expect(main(otherPage).getByRole('row', { name: /Tablet/ })).toHaveCount(0);
});
