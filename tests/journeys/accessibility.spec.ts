import AxeBuilder from '@axe-core/playwright';
import { expect, test } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

test('every screen can be used by everybody, as far as a machine can tell', async ({ page }) => {
  await page.goto('/login');
  const look = async (heading: string | RegExp): Promise<void> => {
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).withTags(RULES).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  };
  await look('Log in');
  await page.getByRole('button', { name: 'Explore with sample data' }).click();
  await look('All entities');
  await page.getByRole('link', { name: 'Riverbend Orchards' }).click();
  await look('Riverbend Orchards');
  await page.getByRole('link', { name: 'Cool room' }).click();
  await look('Cool room');
  const address = page.url();
  for (const [path, heading] of [
    [`${address}/edit`, 'Edit schedule'],
    [`${address.slice(0, address.lastIndexOf('/'))}/schedule`, /schedule/i],
    ['/organisations', 'Organisations'],
    ['/organisations/users', /Users/],
    ['/organisations/migrate', /Migrate/],
    ['/settings/account_details', 'Account details'],
    ['/settings/change_password', 'Change password'],
  ] as const) {
    await page.goto(path);
    await look(heading);
  }
});
