import { newReadyContract } from './contracts.ts';
import { choose, expect, test } from './fixtures.ts';
import { enter } from './portal.ts';

/** The background of Chromium's forced light colours. */
const CANVAS = 'rgb(255, 255, 255)';

test.use({ contextOptions: { forcedColors: 'active' } });

test('forced colours show the state of a switch and the edge of a dialog', async ({
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
