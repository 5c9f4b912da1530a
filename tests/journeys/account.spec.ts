import type { Page } from '@playwright/test';
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';
import { answered, expect, holdRequests, logIn, savePreference, test } from './fixtures.ts';
import { enter, newMember, PASSWORD, signedIn, verifyAddress } from './portal.ts';
import { linkIn, mailsTo, mailTo } from './simulators.ts';

test('account details survive a reload, and saving them sends only the changed fields', async ({
  page,
  product,
  owner,
}) => {
  await enter(page, owner, '/settings/account_details');
  await expect(page.getByRole('main')).toContainText('Ada Byron');
  await expect(page.getByRole('main')).toContainText('Free (0 connections)');
  await page.getByRole('button', { name: 'Edit' }).click();
  const save = page.getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  page.on('dialog', (dialog) => void dialog.accept());
  const wasKept = page.getByText('We restored your unsaved draft.');
  await page.getByLabel('Last name').fill('Hopper');
  await page.reload();
  await expect(wasKept).toBeVisible();
  await expect(page.getByLabel('Last name')).toHaveValue('Hopper');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByLabel('Last name')).toHaveValue('Byron');
  await expect(wasKept).toHaveCount(0);
  await page.getByLabel('Last name').fill('');
  await page.getByLabel('Email', { exact: true }).fill('ada@nowhere');
  await save.click();
  await expect(page.getByLabel('Last name')).toHaveAccessibleDescription(/Please provide a last name/);
  await expect(page.getByLabel('Last name')).toBeFocused();
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
    /Please provide a valid email/,
  );
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Email', { exact: true }).fill(owner.email);
  const [request] = await Promise.all([
    page.waitForRequest((sent) => sent.method() === 'PATCH' && sent.url().endsWith('/v1/users')),
    save.click(),
  ]);
  expect(request.postDataJSON()).toEqual({ surname: 'Lovelace' });
  await expect(page.getByText('Your account details were saved.')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Ada Lovelace');

  await page.goto(linkIn(await mailTo(product, owner.email)).href);
  await expect(page.getByText('Thank you. Your email address is confirmed.')).toBeVisible();
  await page.getByRole('button', { name: 'Your account' }).click();
  const account = page.getByRole('dialog', { name: 'Your account' });
  for (const fact of ['Ada Lovelace', owner.email, 'Verified', owner.tenantName, 'Owner', 'Free']) {
    await expect(account).toContainText(fact);
  }
});

test('a new address needs the password and its own mailbox, and the old one can take the account back', async ({
  page,
  otherPage,
  product,
  owner,
}) => {
  await verifyAddress(product, owner);
  await enter(page, owner, '/settings/account_details');
  await page.getByRole('button', { name: 'Edit' }).click();
  const password = page.getByLabel('Current password');
  await expect(password).toHaveCount(0);
  const moved = `moved-${owner.email}`;
  await page.getByLabel('Email', { exact: true }).fill(moved);
  const save = page.getByRole('button', { name: 'Save' });
  await save.click();
  await expect(password).toBeFocused();
  await expect(password).toHaveAccessibleDescription(/Please provide your current password/);
  await password.fill('Not-The-Password-1');
  await save.click();
  await expect(password).toHaveAccessibleDescription(/This is not your current password/);
  await password.fill(PASSWORD);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(PASSWORD);
  await save.click();
  await expect(page.getByText('We sent an email to your new address.')).toBeVisible();
  await expect(page.getByText(`${moved} becomes your address`)).toBeVisible();
  await expect(page.getByRole('button', { name: `Keep ${owner.email}` })).toBeVisible();
  await otherPage.goto(linkIn(await mailTo(product, moved)).href);
  const confirm = otherPage.getByRole('button', { name: 'Confirm my new email address' });
  await expect(otherPage.getByText(/The account with the address .…@.* asks to use/)).toBeVisible();
  await expect(confirm).toBeDisabled();
  await otherPage.getByLabel('Password of the account').fill(PASSWORD);
  await confirm.click();
  await expect(otherPage.getByText('Your new email address is confirmed.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('main')).toContainText(moved);
  await expect(page.getByText(`${moved} becomes your address`)).toHaveCount(0);

  await otherPage.goto(linkIn(await mailTo(product, owner.email)).href);
  await expect(otherPage.getByRole('heading', { name: 'Get your account back' })).toBeVisible();
  await otherPage.getByLabel('New password').fill('Another-Horse-8');
  await otherPage.getByLabel('Confirm password').fill('Another-Horse-8');
  await otherPage.getByRole('button', { name: 'Restore my account' }).click();
  await expect(otherPage.getByText(/Your account was restored/)).toBeVisible();
  await logIn(otherPage, owner.email, 'Another-Horse-8');
  await expect(otherPage.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await page.getByRole('link', { name: 'All entities' }).first().click();
  await expect(page).toHaveURL('/login');
});

test('the theme follows the user to another browser', async ({ page, otherPage, product, owner }) => {
  await enter(page, owner, '/settings/account_details');
  const look = page.locator('html');
  await expect(look).toHaveAttribute('data-theme', 'classic');
  await savePreference(page, () => page.getByRole('radio', { name: 'Dark' }).check());
  await expect(look).toHaveAttribute('data-color-mode', 'dark');
  await page.reload();
  await expect(look).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();

  await enter(otherPage, await signedIn(product, owner.email));
  await expect(otherPage.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('each preference follows the click before it is saved, and none is offered before it is read', async ({
  page,
  owner,
}) => {
  const read = await holdRequests(page, '**/v1/users/metadata');
  await enter(page, owner, '/settings/account_details');
  const choices = page.getByRole('main').getByRole('radio').or(page.getByRole('main').getByRole('switch'));
  await expect(choices).toHaveCount(PORTAL_THEMES.length + 2);
  for (const choice of await choices.all()) await expect(choice).toBeDisabled();
  await read.release();

  await expect(choices.first()).toBeEnabled();
  const saved = await holdRequests(page, '**/v1/users/metadata');
  for (const choice of await choices.all()) {
    const isRadio = (await choice.getAttribute('type')) === 'radio';
    const willBe = isRadio || !(await choice.isChecked());
    await choice.click();
    await expect(choice).toBeChecked({ checked: willBe });
  }
  await saved.release();
  await answered(page);
  await page.reload();
  await expect(choices.nth(PORTAL_THEMES.length - 1)).toBeChecked();
});

test('a new password replaces the old one', async ({ page, owner }) => {
  await enter(page, owner, '/settings/change_password');
  await expect(page.getByText('Still needed: Old password, New password.')).toBeVisible();
  await changePassword(page, 'Not-The-Password-1', 'Another-Horse-8');
  await expect(page.getByLabel('Old password')).toHaveAccessibleDescription(/./);
  await expect(page.getByLabel('Old password')).toHaveValue('');
  await changePassword(page, 'Correct-Horse-9', 'too simple');
  await expect(page.getByLabel('New password')).toBeFocused();
  await expect(page.getByLabel('New password')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('New password').fill('Another-Horse-8');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Your password was changed.')).toBeVisible();
  await expect(page.getByLabel('New password')).toHaveValue('');
});

test('the bell asks for the confirmation of the address, and counts new messages until they are read or deleted', async ({
  page,
  product,
  owner,
}) => {
  await enter(page, owner);
  await page.getByRole('button', { name: 'Notifications, action required' }).click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  await panel.getByRole('button', { name: 'Resend verification email' }).dblclick();
  await expect(page.getByText(/We sent you another email/)).toBeVisible();
  expect(await mailsTo(product, owner.email)).toHaveLength(2);
  await verifyAddress(product, owner);
  await newMember(product, owner, 'Member');
  await newMember(product, owner, 'Guest');
  await page.reload();
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Notifications', exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await panel.getByRole('button', { name: 'Clear all' }).click();
  await expect(panel.getByText('Notification deleted')).toHaveCount(2);
  for (const _ of [1, 2]) await panel.getByRole('button', { name: 'Undo' }).first().click();
  await panel
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  await expect(panel.getByText('Notification deleted')).toBeVisible();
  await Promise.all([
    page.waitForResponse((sent) => sent.request().method() === 'DELETE' && sent.ok()),
    page.getByRole('heading', { name: 'All entities' }).click(),
  ]);
  await page.reload();
  await page.getByRole('button', { name: 'Notifications', exact: true }).click();
  await expect(panel.getByRole('listitem')).toHaveCount(1);
  await panel.getByRole('link', { name: 'Invitation accepted' }).click();
  await expect(page).toHaveURL('/organisations/users');
  await expect(panel).toBeHidden();
});

test('a message arrives as a desktop notification while the page is hidden', async ({
  page,
  product,
  owner,
}) => {
  await page.clock.install();
  await page.addInitScript(`
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' });
    Notification = class extends EventTarget {
      static permission = 'granted';
      constructor(subject) {
        super();
        document.title = 'Notified: ' + subject;
      }
    };`);
  await enter(page, owner);
  await expect(page.getByRole('button', { name: 'Notifications, action required' })).toBeVisible();
  await newMember(product, owner, 'Guest');
  await page.clock.runFor('02:01');
  await expect(page).toHaveTitle('Notified: Invitation accepted');
});

async function changePassword(page: Page, before: string, after: string): Promise<void> {
  await page.getByLabel('Old password').fill(before);
  await page.getByLabel('New password').fill(after);
  await page.getByRole('button', { name: 'Change password' }).click();
}
