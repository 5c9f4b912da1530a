import { newContract } from './contracts.ts';
import { expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

test.use({ locale: 'en-US' });

test('a date is typed as people write it, pasted, moved by keys and chosen in the calendar', async ({
  page,
  owner,
}) => {
  const { entityId } = await newContract(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  const field = page.getByLabel('Start date', { exact: true });
  await field.pressSequentially('15/1/25');
  await expect(field).toHaveValue('15/1/25');
  await expect(page.getByText('15 Jan 2025', { exact: true })).toBeVisible();
  await field.press('Tab');
  await expect(field).toHaveValue('15 Jan 2025');

  await field.fill('7-Mar-24');
  await expect(field).toHaveValue('7 Mar 2024');
  await field.press('ArrowDown');
  await expect(field).toHaveValue('6 Mar 2024');
  await field.fill('');
  await field.pressSequentially('3/15/2025');
  await field.press('Tab');
  await expect(page.getByText('Enter a date with the day first, such as 15/1/2025.')).toBeVisible();

  await field.fill('2024-02-28');
  await field.press('Alt+ArrowDown');
  const calendar = page.getByRole('dialog', { name: 'February 2024' });
  await expect(calendar.getByRole('button', { name: '28 Feb 2024' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'March 2024' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('1 Mar 2024');
  await expect(field).toBeFocused();

  await page.getByRole('button', { name: 'Open calendar' }).first().click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: '30 Apr 2024' }).click();
  await expect(field).toHaveValue('30 Apr 2024');
  await page.getByRole('button', { name: 'Open calendar' }).first().click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
