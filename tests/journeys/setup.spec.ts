import { newEnabledContract } from './contracts.ts';
import { expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

test('the setup asks before it closes with unsaved choices', async ({ page, product, owner }) => {
  const { path } = await newEnabledContract(product, owner);
  await enter(page, owner, `${path}?setup=1`);
  const setup = page.getByRole('dialog', { name: 'Xero setup' });
  const bank = setup.getByLabel('Bank account');
  await bank.selectOption({ index: 1 });
  const chosen = await bank.inputValue();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  for (const close of [
    () => setup.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await close();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(bank).toHaveValue(chosen);
  }
  await setup.getByRole('button', { name: 'Create accounts and save' }).click();
  await expect(page.getByText('The account settings were saved.')).toBeVisible();
  await setup.getByLabel('Balance against').selectOption({ index: 1 });
  await setup.getByRole('button', { name: 'Close' }).last().click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(setup).toHaveCount(0);
  await expect(page).toHaveURL(path);
});
