/** The pages and dialogs of the account's security by keyboard alone, each checked by axe. */
import type { Locator, Page } from '@playwright/test';
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';
import { codeAt } from '../support/authenticator/app.ts';
import { expectAccessible, expectNoOverflow, watchPolicy } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { enter, PASSWORD, type Person } from './portal.ts';

test.beforeEach(async ({ page }) => {
  test.slow();
  await watchPolicy(page);
});

const MOST_TABS = 60;

/** A normal run checks one theme; the proof checks all. */
const THEMES = process.env['ALL_LOOKS'] === undefined ? PORTAL_THEMES.slice(0, 1) : PORTAL_THEMES;

/** Moves the focus with Tab until it is on the control. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeEnabled();
  for (let count = 0; count < MOST_TABS; count++) {
    if (await control.evaluate((element) => element === element.ownerDocument.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${String(control)} is not reached by ${MOST_TABS} tabs`);
}

async function press(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** Checks the screen in each theme; the last one stays. */
async function look(page: Page, name: string): Promise<void> {
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  for (const theme of THEMES) {
    await page.locator(':root').evaluate(
      (root, [mode, shown]) => {
        root.setAttribute('data-color-mode', mode);
        root.setAttribute('data-theme', shown);
      },
      [theme === 'dark' ? 'dark' : 'light', theme] as const,
    );
    await expectAccessible(page, `${name}, ${theme}`);
  }
  await expectNoOverflow(page, name);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Adds an authenticator app and stores its codes; returns its secret and a recovery code. */
async function addApp(page: Page) {
  await press(page, button(page, 'Add authenticator app'));
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await look(page, 'naming an authenticator app');
  await page.keyboard.press('Enter');
  const code = dialog.getByLabel('Code', { exact: true });
  await expect(code).toBeFocused();
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(code).toHaveAccessibleDescription(/This code is not right/);
  await look(page, 'a wrong first code');
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await tabTo(page, code);
  await code.fill(codeAt(secret, Date.now()));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const recoveryCode = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await look(page, 'recovery codes');
  await tabTo(page, codes.getByLabel('I have stored the codes'));
  await page.keyboard.press('Space');
  await press(page, codes.getByRole('button', { name: 'Done' }));
  await expect(codes).toHaveCount(0);
  return { secret, recoveryCode };
}

async function logInByKeyboard(page: Page, { email }: Person): Promise<void> {
  await tabTo(page, page.getByLabel('Email'));
  // A log-in that was left keeps its address.
  await page.keyboard.press('Control+a');
  await page.keyboard.type(email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible();
  await expect(page.getByLabel('Code', { exact: true })).toBeFocused();
}

// Evidence for ASVS 6.3.3
test('second factors are added, asked for at log-in and replaced by keyboard', async ({ page, owner }) => {
  await enter(page, owner, '/settings/security');
  await expect(page.getByText('Your account has no second factor')).toBeVisible();
  await look(page, 'security without a factor');
  const { recoveryCode } = await addApp(page);
  await expect(page.getByRole('row', { name: /Authenticator app/ })).toBeVisible();
  await look(page, 'security with a factor');

  await press(page, button(page, 'Remove Authenticator app'));
  await look(page, 'removing a factor');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(button(page, 'Remove Authenticator app')).toBeFocused();

  await press(page, page.getByRole('button', { name: 'Your account' }));
  await press(page, button(page, 'Log out'));
  await expect(page).toHaveURL('/login');
  await logInByKeyboard(page, owner);
  await look(page, 'second factor at log-in');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    /This code is not right/,
  );
  await look(page, 'a wrong code at log-in');
  await press(page, button(page, 'I can’t use any of these'));
  await expect(page.getByRole('heading', { name: 'Lost your factors?' })).toBeVisible();
  await look(page, 'lost factors at log-in');
  await press(page, button(page, 'Back to log in'));
  await logInByKeyboard(page, owner);
  await press(page, button(page, 'Use a recovery code'));
  await expect(page.getByLabel('Recovery code')).toBeFocused();
  await page.keyboard.type(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
});

// Evidence for ASVS 7.5.3
test('a step-up is answered and refused by keyboard', async ({ page, owner }) => {
  await enter(page, owner, '/settings/security');
  // As after ten minutes.
  let isStale = true;
  await page.route('**/v1/users/factors', async (route) => {
    if (route.request().method() !== 'POST' || !isStale) return route.continue();
    const problem = { title: 'Forbidden', status: 403, code: 'session/reauthenticate', detail: 'Confirm.' };
    return route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem });
  });
  page.on('response', (response) => {
    if (response.url().endsWith('/v1/users/reauthenticate') && response.ok()) isStale = false;
  });
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  const password = question.getByLabel('Password', { exact: true });
  await press(page, button(page, 'Add authenticator app'));
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(password).toBeFocused();
  await look(page, 'step-up');
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(/Confirm/);
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.press('Enter');
  await expect(password).toBeFocused();
  await page.keyboard.type('Not-The-Password-1');
  await page.keyboard.press('Enter');
  await expect(password).toHaveAccessibleDescription(/This is not your current password/);
  await look(page, 'a wrong password at a step-up');
  await password.fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
});

// Evidence for ASVS 16.2
test('the audit log is filtered and read on by keyboard', async ({ page, owner }) => {
  for (const name of ['Riverbend', 'Coastline']) await owner.call('POST /v1/entities', { body: { name } });
  await page.route('**/v1/tenants/audit*', async (route) => {
    const url = new URL(route.request().url());
    if (url.searchParams.has('action')) return route.continue();
    url.searchParams.set('limit', '2');
    return route.continue({ url: url.href });
  });
  await enter(page, owner, '/organisations/audit');
  const rows = page.getByRole('region', { name: 'Audit entries' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await look(page, 'audit log');
  await press(page, button(page, 'Show earlier entries'));
  await expect(rows).toHaveCount(5);
  await expect(button(page, 'Show earlier entries')).toHaveCount(0);
  await page.getByLabel('Action', { exact: true }).focus();
  await page.keyboard.type('Entities');
  await expect(rows).toHaveCount(3);
  await look(page, 'audit log of entities');
  await tabTo(page, page.getByLabel('From'));
  await page.keyboard.type('1/1/2099');
  await expect(page.getByText('No entries match these filters')).toBeVisible();
  await look(page, 'audit log without a match');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    press(page, button(page, 'Download CSV')),
  ]);
  expect(download.suggestedFilename()).toBe('audit-log.csv');
});
