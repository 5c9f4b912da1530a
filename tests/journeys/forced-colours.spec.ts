import { newReadyContract } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

/** What Chromium fills the page with when it forces its light colours. */
const CANVAS = 'rgb(255, 255, 255)';

test.use({ contextOptions: { forcedColors: 'active' } });

test('with the colours of the system, a switch shows its state and a dialog its edge', async ({
  page,
  product,
  owner,
}) => {
  const { path } = await newReadyContract(product, owner);
  await enter(page, owner, path);
  const first = page.getByRole('switch', { name: 'Sync payment 1', exact: true });
  const second = page.getByRole('switch', { name: 'Sync payment 2', exact: true });
  await first.click();
  await expect(page.getByText('1 payment selected')).toBeVisible();
  await expect(second).toHaveCSS('background-color', CANVAS);
  await expect(first).not.toHaveCSS('background-color', CANVAS);
  await choose(page, 'Options', 'Delete');
  await expect(page.getByRole('alertdialog')).toHaveCSS('border-top-style', 'solid');
});
