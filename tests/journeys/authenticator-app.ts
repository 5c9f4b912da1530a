/** An authenticator app, as a person adds it on the security page. */
import type { Page } from '@playwright/test';
import { codeAt } from '../support/authenticator/app.ts';
import { expect } from './fixtures.ts';

/** Stores the recovery codes that the dialog shows, and returns them. */
export async function storeCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
  const codes = await dialog.getByRole('listitem').allTextContents();
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeDisabled();
  await dialog.getByLabel('I have stored the codes').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

/**
 * Adds an authenticator app on the security page; returns its secret.
 * @param laterMs by which the product's clock is ahead of the machine's
 */
export async function addApp(page: Page, name = 'My phone', laterMs = 0): Promise<string> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add authenticator app' });
  await dialog.getByLabel('Name').fill(name);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible();
  const secret = (await dialog.locator('code').textContent())?.replaceAll(' ', '') ?? '';
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
    /This code is not right/,
  );
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, Date.now() + laterMs));
  await page.keyboard.press('Enter');
  return secret;
}
