/** Controls whose state comes back from a write follow the click at once. */
import { expect, holdRequests, test } from './fixtures.ts';
import { enter } from './portal.ts';

const PREFERENCES = '**/v1/users/metadata';

test('the switches and radios of the account change before their write is answered', async ({
  page,
  owner,
}) => {
  await enter(page, owner, '/settings/account_details');
  const controls = [
    page.getByRole('radio', { name: 'Dark' }),
    page.getByRole('switch', { name: /^Email me when/ }),
    page.getByRole('switch', { name: /^Review the documents/ }),
  ];
  const before = [];
  for (const control of controls) {
    await expect(control).toBeEnabled();
    before.push(await control.isChecked());
  }
  const writes = await holdRequests(page, PREFERENCES);
  for (const [index, control] of controls.entries()) {
    await control.click();
    await expect(control).toBeChecked({ checked: !before[index], timeout: 2_000 });
  }
  await writes.release();
  for (const [index, control] of controls.entries()) {
    await expect(control).toBeChecked({ checked: !before[index] });
  }
});

test('a file field that is not seen is no stop of the Tab key', async ({ page, owner }) => {
  await enter(page, owner, '/import');
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  await page.getByRole('button', { name: 'Choose file' }).focus();
  await page.keyboard.press('Shift+Tab');
  expect(await page.locator('input[type="file"]:focus').count()).toBe(0);
});
