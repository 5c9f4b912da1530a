import type { Page } from '@playwright/test';
import { newContract, newEntity, newReadyContract, postOpening } from './contracts.ts';
import { answered, choose, expect, holdRequests, savePreference, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { xeroOrganisation } from './simulators.ts';

test.use({ serviceWorkers: 'allow' });

const EVERY_CALL = '**/v1/**';

test('a slow service shows placeholders first and a loader during a search', async ({ page, owner }) => {
  await newEntity(owner);
  const list = await holdRequests(page, '**/v1/entities');
  await enter(page, owner);
  await expect(page.getByRole('status', { name: 'Loading' })).toBeVisible();
  await expect(page.getByText('There are no entities yet')).toHaveCount(0);
  await list.release();
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();

  const found = await holdRequests(page, '**/v1/entities?query=*');
  await page.getByLabel('Search entities').fill('  nothing like it ');
  await expect(page.getByText('Searching')).toBeAttached();
  await found.release();
  await expect(page.getByText('Nothing matches “nothing like it”')).toBeVisible();
  await expect(page.getByText('Searching')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('button', { name: 'Create new entity' })).toBeVisible();
  await page.getByLabel('Search entities').fill('riverb');
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();
  await expect(page).toHaveURL('/?q=riverb');
});

test('nothing is said to be missing that could not be read', async ({ page, owner }) => {
  await page.route('**/v1/ledgerchecks', (route) => route.abort());
  const messages = await holdRequests(page, '**/v1/messages');
  await enter(page, owner, '/ledgerchecks');
  await expect(page.getByText('Paydown can’t be reached.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Check all' })).toBeVisible();
  await expect(page.getByText('No check of all entities yet')).toHaveCount(0);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();
  await expect(page.getByText('You have no notifications.')).toHaveCount(0);
  await messages.release();
});

test('a call that comes too early waits for its turn and goes on by itself', async ({ page, owner }) => {
  await enter(page, owner, '/settings/account_details');
  let refusals = 0;
  await page.route(EVERY_CALL, async (route) => {
    if (route.request().method() !== 'PATCH' || refusals++ > 0) return route.continue();
    const body = JSON.stringify({ code: 'session/too-many-calls' });
    return route.fulfill({ status: 429, headers: { 'retry-after': '3' }, body });
  });
  await savePreference(page, async () => {
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.getByText(/That was a lot at once/)).toBeVisible();
  });
  await expect(page.getByText(/That was a lot at once/)).toHaveCount(0);
  expect(refusals).toBe(2);
});

test('typed text survives while the browser is offline, also a reload', async ({ page, context, owner }) => {
  const entityId = await newEntity(owner);
  await enter(page, owner, `/entity/${entityId}/schedule`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  await page.getByLabel('Name').fill('Bobcat');
  await page.getByLabel('Loan amount').fill('1200');
  await page.getByLabel('Frequency').selectOption('monthly');
  await page.getByLabel('Start date', { exact: true }).fill('2026-01-31');
  await page.getByLabel('Number of payments, row 1').fill('12');
  await page.getByLabel('Payment amount, row 1').fill('110');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('31st Jan 2027');

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByText(/Your input on this page is kept/)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Bobcat');
  await expect(page.getByLabel('Payment amount, row 1')).toHaveValue('110.00');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Paydown can’t be reached' })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText('We restored your unsaved draft.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Bobcat');
  await page.getByRole('button', { name: 'Create schedule' }).click();
  await expect(page.getByRole('heading', { name: 'Bobcat' })).toBeVisible();
  await expect(page.getByText(/Your input on this page is kept/)).toHaveCount(0);
});

test.describe('without the service worker, whose requests no route of a test holds', () => {
  test.use({ serviceWorkers: 'block' });

  test('a part that can’t load offline reports that and leaves the page unchanged', async ({
    page,
    context,
    owner,
  }) => {
    const entityId = await newEntity(owner);
    await enter(page, owner, `/entity/${entityId}/schedule`);
    await preloaded(page, 'confirm-dialog');
    await page.getByLabel('Name').fill('Bobcat');
    await page.route('**/assets/palette-*', (route) => route.abort());
    await page.keyboard.press('Control+k');
    await expect(page.getByText(/^Part of the page could not be loaded/)).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Bobcat');
    await page.unroute('**/assets/palette-*');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(page.getByLabel('Name')).toHaveValue('Bobcat');
  });
});

test('the page waits for the service while a proxy answers for it, and the user retries without waiting', async ({
  page,
  owner,
}) => {
  await newContract(owner);
  await answerForTheService(page);
  const outage = page.getByText(/^Paydown can’t be reached/);
  const loaded = page.getByRole('link', { name: 'Riverbend Orchards' });
  // The page's clock stands still, so only the button retries.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await enter(page, owner);
  await expect(outage).toBeVisible();
  await answered(page);
  await page.unroute(EVERY_CALL);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(loaded).toBeVisible();
  await expect(outage).toHaveCount(0);

  await answerForTheService(page);
  await page.reload();
  await expect(outage).toBeVisible();
  await page.unroute(EVERY_CALL);
  // The interval between retries grows with each refusal.
  await expect(async () => {
    await page.clock.fastForward('01:00');
    await expect(loaded).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(outage).toHaveCount(0);
});

test('a list that fails to load reports that and loads when the service is back', async ({ page, owner }) => {
  await newContract(owner);
  await page.route('**/v1/entities', (route) => route.fulfill({ status: 500, json: {} }));
  await enter(page, owner);
  await expect(
    page.getByRole('main').getByText('Something went wrong fetching entities. Please try again later.'),
  ).toBeVisible();
  await page.unroute('**/v1/entities');
  await page.reload();
  await expect(page.getByRole('link', { name: 'Riverbend Orchards' })).toBeVisible();
});

test('an optimistic change is reverted when the service fails', async ({ page, owner }) => {
  const { path } = await newContract(owner);
  await enter(page, owner, path);
  const archived = page.getByText('This schedule is archived and can’t be changed.');
  const shown = Promise.withResolvers<void>();
  await page.route('**/archive', async (route) => {
    await shown.promise;
    await route.fulfill({ status: 500, json: {} });
  });
  await choose(page, 'Options', 'Archive');
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(archived).toBeVisible();
  shown.resolve();
  await expect(archived).toHaveCount(0);
  await expect(page.getByText(/^Something went wrong archiving the schedule/)).toBeVisible();
});

/** Waits until a lazily loaded part of the site has been preloaded. */
async function preloaded(page: Page, part: string): Promise<void> {
  const assets = (): Promise<string[]> =>
    page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`);
  const isPart = (asset: string): boolean => asset.startsWith(`/assets/${part}-`) && asset.endsWith('.js');
  await expect.poll(async () => (await assets()).some(isPart)).toBe(true);
  await page.evaluate(`import('${(await assets()).find(isPart)}').then(() => undefined)`);
}

/** Answers every call as a proxy in front of a failing service; one real answer would end the outage. */
function answerForTheService(page: Page): Promise<unknown> {
  return page.route(EVERY_CALL, (route) => route.fulfill({ status: 503, json: { message: 'Down' } }));
}

test('a posting whose line is cut waits for the connection, and goes on when the user says so', async ({
  page,
  context,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner);
  await postOpening(owner, contract, '2025-01-15');
  await enter(page, owner, contract.path);
  for (const number of [1, 2]) {
    await page.getByRole('switch', { name: `Sync payment ${number}`, exact: true }).click();
  }
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const confirmed = page.getByRole('button', { name: 'Confirm and post 2 payments' });
  await expect(confirmed).toBeEnabled();
  await context.setOffline(true);
  await confirmed.click();
  await expect(page.getByText('The connection was lost. 2 payments wait.')).toBeVisible();
  const goOn = page.getByRole('button', { name: 'Go on with 2' });
  await expect(goOn).toBeDisabled();
  await page.screenshot({ path: test.info().outputPath('cut.png') });
  await context.setOffline(false);
  await goOn.click();
  await expect(page.getByText('2 payments were synced.')).toBeVisible();
  expect((await xeroOrganisation(product, contract.xeroName)).bankTransactions).toHaveLength(2);
});
