import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

const LONG = `Aa1!${'x'.repeat(196)}`;

/** Each field is masked, can be revealed, takes pasted text whole and names itself to password managers. */
async function checkFields(page: Page, purposes: readonly string[]): Promise<void> {
  const fields = page.locator('input[autocomplete$="-password"]');
  await expect(fields).toHaveCount(purposes.length);
  for (const [index, purpose] of purposes.entries()) {
    const field = fields.nth(index);
    await expect(field).toHaveAttribute('autocomplete', purpose);
    await expect(field).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show password' }).first().click();
    await expect(field).toHaveAttribute('type', 'text');
    await field.focus();
    await page.evaluate(`navigator.clipboard.writeText('${LONG}')`);
    await page.keyboard.press('Control+v');
    await expect(field).toHaveValue(LONG);
  }
}

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

// Evidence for ASVS 6.2.6
test('password fields are masked, can be revealed, and take pasted text whole', async ({ page, owner }) => {
  await page.goto('/login');
  await checkFields(page, ['current-password']);
  await page.goto('/register');
  await checkFields(page, ['new-password', 'new-password']);
  await page.goto('/recover?token=unknown');
  await checkFields(page, ['new-password', 'new-password']);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('New password', { exact: true })).toHaveAccessibleDescription(
    /Password must be at most 128 characters/,
  );
  await enter(page, owner, '/settings/change_password');
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible();
  await checkFields(page, ['current-password', 'new-password']);
});
