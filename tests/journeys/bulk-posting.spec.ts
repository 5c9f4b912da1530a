import { addContract, chooseAccounts, enable, linkEntity, newEntity, newReadyContract } from './contracts.ts';
import { expect, holdRequests, test } from './fixtures.ts';
import { enter } from './portal.ts';
import { actInXero, codeInXero, xeroOrganisation } from './simulators.ts';

/** The terms of a loan whose three payments are due. */
const SHORT = {
  startDate: '2025-01-15',
  schedulePaymentPlans: [{ number: 1, qty: 3, amount: 18_000 }],
};

test('many payments of a work list are reviewed, posted and taken back, with what Xero keeps', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner, {
    description: 'Isuzu NPR',
    ...SHORT,
  });
  await addContract(owner, contract.entityId, { description: 'Hino 300' });
  await enter(page, owner, '/?view=work&show=to-post');
  await page.getByRole('checkbox', { name: 'Select all entities' }).check();
  await page.getByRole('button', { name: 'Sync', exact: true }).click();

  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review.getByRole('textbox', { name: 'Payments up to' })).toBeFocused();
  await expect(review).toContainText('3 payments of 1 loan, 15th Feb 2025 – 15th Apr 2025, $54,000.00');
  await expect(review).toContainText('3 payments would be posted before anything opens');
  await expect(review).toContainText('Not included: Hino 300.');
  await review.getByText('Bank account and lines').click();
  await expect(review).toContainText('From 090 Business Bank Account to');
  await expect(review.getByRole('region', { name: 'Document of payment 1' })).toContainText('$18,000.00');
  await page.screenshot({ path: test.info().outputPath('review.png') });
  await review.getByRole('checkbox', { name: 'Post Isuzu NPR' }).uncheck();
  await expect(review).toContainText('All payments are left out.');
  await expect(review.getByRole('button', { name: 'Nothing to post' })).toBeDisabled();
  await review.getByRole('checkbox', { name: 'Post Isuzu NPR' }).check();
  await review.getByRole('button', { name: 'Post 3 payments' }).click();

  // The list no longer has the entity; its result stays.
  await expect(page.getByText('Nothing matches.')).toBeVisible();
  const posted = page.getByRole('dialog', { name: 'Posted to Xero' });
  await expect(posted).toContainText('3 of 3 posted');
  await page.screenshot({ path: test.info().outputPath('posted.png') });
  await actInXero(product, contract.xeroName, 2, 'reconcile');
  await posted.getByRole('button', { name: 'Undo this batch' }).click();
  const held = await holdRequests(page, '**/reversal');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(posted).toContainText('Undoing 0 of 3…');
  // It stays until it can show what Xero keeps.
  await page.keyboard.press('Escape');
  await posted.getByRole('button', { name: 'Close' }).first().click();
  await expect(posted.getByRole('button', { name: 'Close' }).last()).toBeDisabled();
  await held.release();
  const undone = page.getByRole('dialog', { name: 'Undone: 2 payments are out of Xero again' });
  await expect(undone).toContainText('Undone: 2 payments are out of Xero again. 1 payment kept:');
  await expect(undone).toContainText('Payment 2: Unreconcile it in Xero first.');
  await page.screenshot({ path: test.info().outputPath('undone.png') });
});

test('the month end of several clients is posted and checked after five actions', async ({
  page,
  product,
  owner,
}) => {
  await newReadyContract(product, owner, { description: 'Isuzu NPR', ...SHORT });
  const another = await newEntity(owner, 'Coastline Transport');
  await linkEntity(product, owner, another);
  const contract = await addContract(owner, another, { description: 'Hino 300', ...SHORT });
  await enable(owner, contract);
  await chooseAccounts(owner.call, contract);
  await enter(page, owner);
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  const posted = page.getByRole('dialog', { name: 'Posted to Xero' });
  await page.getByRole('link', { name: /^Attention/ }).click();
  await page.getByLabel('Select all issues').check();
  await page.getByRole('button', { name: 'Review and post 2' }).click();
  await review.getByRole('button', { name: 'Post 6 payments' }).click();
  await page.screenshot({ path: test.info().outputPath('posted.png') });
  await posted.getByRole('button', { name: 'Check all ledgers' }).click();
  await expect(page.getByRole('heading', { name: 'Ledger check of all entities' })).toBeVisible();
  // Neither has its opening balances yet.
  await expect(page.getByText('2 of 2 entities differ.')).toBeVisible();
});

test('payments that are coded in Xero already are answered in the review of one loan and of several', async ({
  page,
  product,
  owner,
}) => {
  const contract = await newReadyContract(product, owner, {
    description: 'Isuzu NPR',
    startDate: '2025-01-15',
    schedulePaymentPlans: [{ number: 1, qty: 6, amount: 10_000 }],
  });
  const { xeroName } = contract;
  const code = async (date: string, contactName: string) =>
    codeInXero(product, xeroName, date, { amount: 10_000, contactName });
  for (const month of ['02', '03', '04']) await code(`2025-${month}-16`, 'Isuzu Finance');
  await code('2025-04-17', 'Isuzu Parts');
  const standing = async () => {
    const { bankTransactions } = await xeroOrganisation(product, xeroName);
    return bankTransactions.filter(({ Status }) => Status === 'AUTHORISED').length;
  };

  await enter(page, owner, `/entity/${contract.entityId}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const preview = /posting\/preview$/;
  await page.route(preview, async (route) =>
    route.request().postData()?.includes('searchXero') ? route.abort() : route.continue(),
  );
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  const bulk = page.getByRole('dialog', { name: 'Review before posting' });
  // The list stays in view when only the search fails.
  await expect(bulk.getByRole('alert')).toBeVisible();
  await expect(bulk).toContainText('6 payments of 1 loan');
  await expect(bulk.getByRole('button', { name: 'Post 6 payments' })).toBeDisabled();
  await page.screenshot({ path: test.info().outputPath('search-failed.png') });
  await page.unroute(preview);
  await bulk.getByRole('button', { name: 'Retry' }).click();
  await expect(bulk).toContainText('3 payments are in Xero already. Please choose what happens below.');
  await expect(bulk.getByRole('button', { name: 'Post 6 payments' })).toBeDisabled();
  await bulk.getByRole('button', { name: 'Move the coding of all' }).click();
  await page.screenshot({ path: test.info().outputPath('answered.png') });
  await bulk.getByRole('group', { name: 'Payment 3' }).getByLabel('Leave out').check();
  await bulk.getByRole('group', { name: 'Payment 2' }).getByLabel('Post anyway').check();
  await expect(bulk).toContainText(/5 payments of 1 loan, .*, \$50,000\.00, 1 of them by correcting/);
  await bulk.getByRole('button', { name: 'Post 5 payments' }).click();
  const posted = page.getByRole('dialog', { name: 'Posted to Xero' });
  await expect(posted).toContainText('5 of 5 posted, 1 left out');
  await page.screenshot({ path: test.info().outputPath('corrected.png') });
  await posted.getByRole('button', { name: 'Close', exact: true }).last().click();
  expect(await standing()).toBe(8);

  await page.goto(`${new URL(page.url()).origin}${contract.path}`);
  await page.getByRole('switch', { name: 'Sync payment 3', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const single = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(single).toContainText(
    '$10,000.00 from 090 Business Bank Account on 16th Apr 2025 to Isuzu Finance',
  );
  await expect(single.getByRole('button', { name: 'Confirm and post' })).toBeDisabled();
  await single.getByLabel('Move its coding by a journal').check();
  await single
    .getByRole('combobox', { name: 'Transaction' })
    .selectOption({ label: '17th Apr 2025, Isuzu Parts' });
  await expect(single).toContainText('on 17th Apr 2025 to Isuzu Parts is in Xero already.');
  await page.screenshot({ path: test.info().outputPath('chosen.png') });
  await single.getByRole('button', { name: 'Confirm and post' }).click();
  await expect(page.getByText('1 payment was synced.')).toBeVisible();
  expect(await standing()).toBe(8);
});

test('a posting that is left by a link follows the person, is stopped, and is undone when it ends', async ({
  page,
  product,
  owner,
  failXero,
}) => {
  const contract = await newReadyContract(product, owner, {
    description: 'Isuzu NPR',
    ...SHORT,
  });
  await enter(page, owner, `/entity/${contract.entityId}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  const post = review.getByRole('button', { name: 'Post 3 payments' });
  await expect(post).toBeEnabled();
  await failXero({ path: '/api.xro/2.0/BankTransactions', kind: 'delay', delayMs: 6000, times: 1 });
  await post.click();
  const dialog = page.getByRole('dialog', { name: 'Posting to Xero' });
  await dialog.getByRole('link', { name: 'Isuzu NPR' }).click();
  await expect(page.getByRole('heading', { name: 'Isuzu NPR', level: 1 })).toBeVisible();
  await expect(page.getByText('Posting 0 of 3')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('follows.png') });
  await page.getByRole('link', { name: 'All entities', exact: true }).first().click();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Stopping after this batch…')).toBeVisible();

  await expect(page.getByText('3 payments were synced.')).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('result.png') });
  await page.getByRole('button', { name: 'Undo this batch' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.getByText('Undone: 3 payments are out of Xero again.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Undone: 3 payments')).toHaveCount(0);
});

test('the posting of a loan goes on while its page is left, and its result has the focus', async ({
  page,
  product,
  owner,
  failXero,
}) => {
  const { path, xeroName } = await newReadyContract(product, owner);
  await enter(page, owner, path);
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  const confirm = page.getByRole('button', { name: 'Confirm and post' });
  await expect(confirm).toBeEnabled();
  await failXero({ path: '/api.xro/2.0/BankTransactions', kind: 'delay', delayMs: 6000, times: 1 });
  await confirm.press('Enter');
  await expect(page.getByText('Syncing 1 payment…')).toBeVisible();
  await page.getByRole('link', { name: 'All entities', exact: true }).first().click();
  await expect(page.getByText('Posting 0 of 1')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Syncing 1 payment…')).toBeVisible();
  await expect(page.getByText('Posting 0 of 1')).toHaveCount(0);
  await expect(page.getByText('1 payment was synced.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('switch', { name: 'Sync payment 2', exact: true }).click();
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  await expect(confirm).toBeEnabled();
  await confirm.press('Enter');
  await expect(page.getByRole('group', { name: 'Result' })).toBeFocused();

  await actInXero(product, xeroName, 2, 'reconcile');
  await page.getByRole('button', { name: 'Undo this batch' }).click();
  const held = await holdRequests(page, '**/reversal');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undoing 0 of 1…')).toBeVisible();
  await page.getByRole('link', { name: 'All entities', exact: true }).first().click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await held.release();
  await expect(page.getByRole('alert').getByText('Payment 2: Unreconcile it in Xero first.')).toBeVisible();
});

test('a search that Xero’s limit stops goes on by itself', async ({ page, product, owner }) => {
  const { entityId } = await newReadyContract(product, owner, { startDate: '2026-06-15' });
  await page.clock.install();
  await enter(page, owner, `/entity/${entityId}`);
  await page.getByRole('checkbox', { name: 'Select all' }).check();
  const preview = /posting\/preview$/;
  const isSearch = (body: string | null): boolean => body?.includes('searchXero') === true;
  const unsearched = [{ from: '2026-07-01', to: '2026-08-31', why: 'unanswered' }];
  await page.route(preview, async (route) => {
    if (!isSearch(route.request().postData())) return route.continue();
    const response = await route.fetch();
    const answer = (await response.json()) as { inXero: object };
    return route.fulfill({ response, json: { ...answer, inXero: { ...answer.inXero, unsearched } } });
  });
  await page.getByRole('button', { name: 'Sync', exact: true }).click();
  const review = page.getByRole('dialog', { name: 'Review before posting' });
  await expect(review).toContainText(/Xero allows 60 calls a minute. The search goes on in \d+ s\./);
  await page.screenshot({ path: test.info().outputPath('search-goes-on.png') });
  await page.unroute(preview);
  await page.clock.runFor(40_000);
  await expect(review.getByText('Xero allows 60 calls a minute.')).toHaveCount(0);
  await expect(review.getByRole('button', { name: /^Post \d+ payments?$/ })).toBeEnabled();
});
