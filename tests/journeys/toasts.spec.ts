import { expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

test('a success shows for three seconds, a failure for four and a half, and both while the pointer is on them', async ({
  browser,
  product,
  owner,
}) => {
  // A browser context of its own, without the script that keeps toasts.
  const context = await browser.newContext({ baseURL: product.origin });
  const page = await context.newPage();
  const message = page.locator('.toast');
  await page.clock.install();
  await enter(page, owner, '/settings/account_details');
  await page.getByRole('button', { name: 'Edit' }).click();
  const save = async (name: string): Promise<void> => {
    await page.getByLabel('Last name').fill(name);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(message).toHaveCount(1);
  };
  await page.clock.pauseAt(Date.now() + 60_000);

  await page.route('**/v1/users', (route) => route.fulfill({ status: 500, json: {} }));
  await save('Lovelace');
  await page.clock.runFor(4_400);
  await expect(page.getByRole('alert')).not.toHaveText('');
  await page.clock.runFor(200);
  await expect(message).toHaveCount(0);

  await page.unroute('**/v1/users');
  await save('Lovelace');
  await expect(message).toContainText('Your account details were saved.');
  await message.hover();
  await page.clock.runFor(60_000);
  await expect(message).toHaveCount(1);
  await page.mouse.move(0, 0);
  await page.clock.runFor(2_900);
  await expect(message).toHaveCount(1);
  await page.clock.runFor(200);
  await expect(message).toHaveCount(0);
  await context.close();
});
