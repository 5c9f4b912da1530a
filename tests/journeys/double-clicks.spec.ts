/** A double click on a button that sends makes one call. */
import type { Locator, Page } from '@playwright/test';
import { newContract, newReadyContract, postOpening, takePlan } from './contracts.ts';
import { allowAtXero, answered, expect, holdRequests, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { newXeroOrganisation } from './simulators.ts';

/**
 * Clicks twice before the page can render between the clicks, and twice more while the call is under way.
 * @returns the calls of the route, once they have been answered
 */
async function callsOfDoubleClick(page: Page, button: Locator, route: RegExp): Promise<number> {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (route.test(`${request.method()} ${new URL(request.url()).pathname}`)) calls.push(request.url());
  });
  const held = await holdRequests(page, '**/v1/**');
  await button.evaluate((element: { click: () => void }) => {
    element.click();
    element.click();
  });
  await button.dblclick({ force: true });
  await held.release();
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  await answered(page);
  return calls.length;
}

test('"Check now" makes one check', async ({ page, product, owner }) => {
  const { entityId } = await newReadyContract(product, owner);
  await enter(page, owner, `/entity/${entityId}/check`);
  const button = page.getByRole('button', { name: 'Check now' });
  await expect(button).toBeEnabled();
  expect(await callsOfDoubleClick(page, button, /^POST .*\/ledgercheck$/)).toBe(1);
  await expect(page.getByText('4 of 4 accounts differ.')).toBeVisible();
});

test('"Check all" starts one run', async ({ page, product, owner }) => {
  await newReadyContract(product, owner);
  await enter(page, owner, '/ledgerchecks');
  const button = page.getByRole('button', { name: 'Check all' });
  await expect(button).toBeEnabled();
  expect(await callsOfDoubleClick(page, button, /^POST .*\/ledgerchecks$/)).toBe(1);
  await expect(page.getByText('1 of 1 entity differs.')).toBeVisible();
});

test('"Set up and post" sets up once', async ({ page, product, owner }) => {
  const xeroName = await newXeroOrganisation(product);
  const { path } = await newContract(owner, { startDate: '2026-06-15' });
  await takePlan(product, owner);
  await enter(page, owner, path);
  await page.getByRole('button', { name: 'Link entity to Xero' }).click();
  await allowAtXero(page, xeroName);
  await page.getByRole('dialog').getByRole('button', { name: 'Link', exact: true }).click();
  await page.getByLabel('Bank account').selectOption({ label: '090 – Business Bank Account' });
  await page.getByLabel('Balance against').selectOption({ index: 1 });
  const button = page.getByRole('button', { name: 'Set up and post' });
  await expect(button).toBeEnabled();
  expect(await callsOfDoubleClick(page, button, /^POST .*\/xero\/setup$/)).toBe(1);
  await expect(page.getByRole('button', { name: /^Post \d+ payments?$/ })).toBeVisible();
});

test('"Sync selected" without a review posts once', async ({ page, product, owner }) => {
  const contract = await newReadyContract(product, owner);
  // Without them the review has a warning.
  await postOpening(owner, contract, '2025-01-15');
  await owner.call('PATCH /v1/users/metadata', { body: { skipSyncReview: true } });
  await enter(page, owner, contract.path);
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
  const button = page.getByRole('button', { name: 'Sync selected' }).first();
  expect(await callsOfDoubleClick(page, button, /^PUT .*\/sync\/xero\/payments$/)).toBe(1);
  await expect(page.getByText('1 payment was synced.')).toBeVisible();
});
