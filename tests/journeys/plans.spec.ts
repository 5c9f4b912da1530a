import { addContract, enable, linkEntity, newContract, newReadyContract } from './contracts.ts';
import { expect, holdRequests, logIn, syncSelected, test } from './fixtures.ts';
import { enter, newMember, PASSWORD } from './portal.ts';
import { cancelAtStripe } from './simulators.ts';

const BILLING = '/settings/billing_subscription';
const UPDATED = 'Your subscription was successfully updated.';

test('a plan ends at Stripe, is bought again yearly and is changed', async ({ page, product, owner }) => {
  const { path } = await newReadyContract(product, owner);
  await cancelAtStripe(product, owner.tenantName);
  const plan = () => owner.call('GET /v1/tenants/subscription');
  await expect.poll(async () => (await plan()).maxConnections).toBe(0);
  await enter(page, owner, path);
  await expect(page.getByText('1/0 connections')).toBeVisible();
  await page.getByRole('switch', { name: 'Sync payment 1', exact: true }).click();
  await syncSelected(page);
  await expect(page.getByText('Please upgrade your plan to integrate schedules to Xero.')).toBeVisible();

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Billing & Subscription' }).click();
  await expect(page.getByRole('button', { name: 'Current plan: Free' })).toBeDisabled();
  const starter = page.getByRole('region', { name: 'Starter' });
  await expect(starter).toContainText('a month');
  await expect(starter).toContainText('AUD incl. GST');
  await expect(page.getByText('2 months free')).toBeVisible();
  await page.getByLabel('Yearly').check();
  await expect(starter).toContainText('a year');
  await starter.getByRole('button', { name: 'Upgrade' }).click();
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await expect(page).toHaveURL(BILLING);
  await expect(starter).toContainText('a month');
  await page.getByLabel('Yearly').check();
  await starter.getByRole('button', { name: 'Upgrade' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByText('1/5 connections')).toBeVisible();

  await page.goto('/settings/account_details');
  await page.getByRole('link', { name: 'Change plan' }).click();
  await page.route('**/session/subscription', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Upgrade: Practice' }).click();
  await expect(page.getByRole('alert').getByText('Something went wrong.')).toBeVisible();
  await page.unroute('**/session/subscription');
  await page.getByRole('button', { name: 'Upgrade: Practice' }).click();
  await expect(page.getByRole('heading', { name: 'Confirm your update' })).toBeVisible();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(page.getByText('1/25 connections')).toBeVisible();
  await expect(page).toHaveURL('/');

  const opening = await holdRequests(page, '**/Session/Billing');
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Billing & Subscription' }).click();
  await expect(page.getByText('Opening Stripe…')).toBeVisible();
  await expect(page.getByText('Practice: 1 of 25 connections in use.')).toBeVisible();
  await opening.release();
  await expect(page.getByRole('heading', { name: owner.tenantName })).toBeVisible();
  await page.getByRole('link', { name: 'Return to Paydown' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  await expect(page.getByText('1/25 connections')).toBeVisible();
  await expect(page.getByText(UPDATED)).toHaveCount(0);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Billing & Subscription' }).click();
  await page.getByRole('link', { name: 'Switch to Starter' }).first().click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByRole('link', { name: 'Return to Paydown' }).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(page.getByText('1/5 connections')).toBeVisible();
});

test('a plan limits the connected schedules, and only its Owner is led to billing', async ({
  page,
  product,
  owner,
}) => {
  const first = await newContract(owner);
  await linkEntity(product, owner, first.entityId);
  const upgrade = page.getByRole('link', { name: 'Upgrade', exact: true });
  for (const person of [await newMember(product, owner, 'Member'), owner]) {
    await enter(page, person, first.path);
    await expect(page.getByText('0/0 connections')).toBeVisible();
    await page.getByRole('link', { name: 'Set up in Xero' }).click();
    await expect(page.getByText('Please upgrade your plan to integrate schedules to Xero.')).toBeVisible();
    await expect(upgrade).toHaveCount(person === owner ? 1 : 0);
  }
  const address = page.url();

  await upgrade.click();
  await page.getByRole('button', { name: 'Upgrade: Starter' }).click();
  await page.getByRole('button', { name: /^Pay / }).click();
  await expect(page.getByText(UPDATED)).toBeVisible();
  await expect(page).toHaveURL(address);
  await expect(page.getByText('1 loan takes 1 connection; 5 of your plan’s 5 are free.')).toBeVisible();

  await enable(owner, first);
  for (const number of [2, 3, 4, 5]) {
    await enable(owner, await addContract(owner, first.entityId, { description: `Contract ${number}` }));
  }
  const sixth = await addContract(owner, first.entityId, { description: 'Contract 6' });
  await page.goto(sixth.path);
  await expect(page.getByText('5/5 connections')).toBeVisible();
  await page.getByRole('link', { name: 'Set up in Xero' }).click();
  await expect(page.getByText('You have exceeded your limit for connected schedules.')).toBeVisible();
});

test('a link to a plan opens its checkout after log-in', async ({ page, owner }) => {
  const plans = await owner.call('GET /v1/subscriptionplans');
  const plan = plans.find(({ name }) => name === 'Practice');
  const price = plan?.prices.find(({ interval }) => interval === 'year');
  const change = '/settings/manage_subscription/change_plan';
  await page.goto(`${change}?planId=${plan?.id}&priceId=${price?.id}`);
  await expect(page).toHaveURL('/login');
  await logIn(page, owner.email, PASSWORD);
  await expect(page.getByRole('heading', { name: 'Subscribe to Practice' })).toBeVisible();
  await page.route('**/session/subscription', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto(`${change}?planId=${plan?.id}&priceId=${price?.id}`);
  await expect(page.getByRole('alert').getByText('Something went wrong.')).toBeVisible();
  await page.goto(change);
  await expect(page.getByRole('heading', { name: 'Billing & Subscription' })).toBeVisible();
  await page.goto('/event?code=SOMETHING_ELSE');
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
});
