/** Prepares a Stripe account: products, prices, GST, the billing portal and the webhook. */
import type { Stripe } from 'stripe';
import { invoiceSettingsOf } from '../../functions/vendors/stripe/checkout.ts';
import {
  catalogue,
  gst,
  type CataloguePlan,
  intervals,
  lookupKey,
  planMetadata,
  portalFeatures,
  portalMetadata,
  webhookEvents,
  webhookPath,
} from './catalogue.ts';

/** Receives a line for each object that was created or changed. */
type Report = (line: string) => void;

/**
 * Creates or updates what differs from the catalogue. A price with another amount is replaced; existing subscriptions
 * keep the old one.
 * @param site origin of the portal; without it, no webhook is created.
 * @throws Error in live mode without the account's ABN, before anything is changed.
 */
export async function bootstrap(
  stripe: Stripe,
  { site, isLive }: { readonly site?: string | undefined; readonly isLive: boolean },
  report: Report,
): Promise<void> {
  const accountTaxIds = await readAbn(stripe);
  if (accountTaxIds.length === 0 && isLive) throw new Error(ABN_MISSING);
  const offered: { product: string; prices: string[] }[] = [];
  const known = await stripe.products.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  for (const plan of catalogue) {
    const product = await ensureProduct(stripe, plan, known, report);
    const prices: string[] = [];
    for (const interval of intervals) prices.push(await ensurePrice(stripe, plan, product, interval, report));
    offered.push({ product, prices });
  }
  const tax = { taxRateId: await ensureTaxRate(stripe, report), accountTaxIds };
  await ensureTax(stripe, tax, offered, report);
  await ensurePortal(stripe, offered, site, report);
  if (site !== undefined) await ensureWebhook(stripe, new URL(webhookPath, site).href, report);
}

const ABN_MISSING =
  'The Stripe account has no ABN. Add it in the Dashboard under Settings, Tax, as a tax ID of the type au_abn.';

/** Returns the ids of the account's own ABN, which tax invoices show; none without it. */
export async function readAbn(stripe: Stripe): Promise<string[]> {
  const { data } = await stripe.taxIds.list({ owner: { type: 'self' }, limit: 100 });
  return data.flatMap(({ id, type, verification }) =>
    type === 'au_abn' && verification?.status !== 'unverified' ? [id] : [],
  );
}

async function ensureProduct(
  stripe: Stripe,
  plan: CataloguePlan,
  known: readonly Stripe.Product[],
  report: Report,
): Promise<string> {
  const metadata = planMetadata(plan);
  const found = known.find((product) => product.metadata['planId'] === plan.planId);
  if (!found) {
    const created = await stripe.products.create({ name: plan.name, metadata });
    report(`product ${plan.name}: created (${created.id})`);
    return created.id;
  }
  const isSame =
    found.active &&
    found.name === plan.name &&
    found.metadata['maxConnections'] === metadata['maxConnections'];
  if (!isSame) {
    await stripe.products.update(found.id, { name: plan.name, active: true, metadata });
    report(`product ${plan.name}: updated (${found.id})`);
  }
  return found.id;
}

async function ensurePrice(
  stripe: Stripe,
  plan: CataloguePlan,
  product: string,
  interval: 'month' | 'year',
  report: Report,
): Promise<string> {
  const key = lookupKey(plan, interval);
  const amount = plan.prices[interval];
  const { data } = await stripe.prices.list({ lookup_keys: [key], active: true });
  const [found] = data;
  if (found?.unit_amount === amount && found.product === product) return found.id;

  const created = await stripe.prices.create({
    product,
    currency: 'aud',
    unit_amount: amount,
    recurring: { interval },
    tax_behavior: 'inclusive',
    lookup_key: key,
    transfer_lookup_key: true,
  });
  report(`price ${key}: created (${created.id})`);
  if (found) {
    await stripe.prices.update(found.id, { active: false });
    report(`price ${key}: the old one is no longer sold (${found.id})`);
  }
  return created.id;
}

/** A rate's percentage can't be changed at Stripe, so a rate that differs is archived and replaced. */
async function ensureTaxRate(stripe: Stripe, report: Report): Promise<string> {
  const active = await stripe.taxRates
    .list({ active: true, limit: 100 })
    .autoPagingToArray({ limit: 10_000 });
  const known = active.filter(({ metadata }) => metadata?.['paydown'] === gst.metadata.paydown);
  const found = known.find((rate) => rate.inclusive && rate.percentage === gst.percentage);
  const { id } = found ?? (await stripe.taxRates.create(gst));
  if (!found) report(`tax rate GST ${gst.percentage} %, inclusive: created (${id})`);
  for (const other of known.filter((rate) => rate.id !== id)) {
    await stripe.taxRates.update(other.id, { active: false });
    report(`tax rate GST: the old one is no longer used (${other.id})`);
  }
  return id;
}

/** Sets tax rate and ABN on subscriptions to plans that lack one. Their next invoices show both; amounts stay. */
async function ensureTax(
  stripe: Stripe,
  { taxRateId, accountTaxIds }: { readonly taxRateId: string; readonly accountTaxIds: readonly string[] },
  plans: readonly { product: string }[],
  report: Report,
): Promise<void> {
  const products = new Set(plans.map(({ product }) => product));
  const all = await stripe.subscriptions.list({ limit: 100 }).autoPagingToArray({ limit: 10_000 });
  for (const { id, items, status, default_tax_rates: rates, invoice_settings: settings } of all) {
    const isPlan = items.data.some(({ price: { product } }) =>
      products.has(typeof product === 'string' ? product : product.id),
    );
    const isOver = status === 'incomplete_expired' || status === 'canceled';
    const hasGst = rates?.some((rate) => rate.id === taxRateId) === true;
    const hasAbn = accountTaxIds.length === 0 || (settings.account_tax_ids ?? []).length > 0;
    if (!isPlan || isOver || (hasGst && hasAbn)) continue;
    await stripe.subscriptions.update(id, {
      default_tax_rates: [taxRateId],
      ...(accountTaxIds.length > 0 && { invoice_settings: invoiceSettingsOf({ accountTaxIds }) }),
    });
    report(`subscription ${id}: GST and ABN added`);
  }
}

async function ensurePortal(
  stripe: Stripe,
  products: readonly { product: string; prices: string[] }[],
  site: string | undefined,
  report: Report,
): Promise<void> {
  const configuration = {
    features: portalFeatures(products),
    metadata: portalMetadata,
    ...(site !== undefined && { default_return_url: new URL('/settings/billing_subscription', site).href }),
  } satisfies Stripe.BillingPortal.ConfigurationCreateParams;

  const known = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = known.data.find(({ metadata }) => metadata?.['paydown'] === portalMetadata.paydown);
  if (!found) {
    const { id } = await stripe.billingPortal.configurations.create(configuration);
    report(`billing portal: configured (${id})`);
  } else if (
    !offersThe(products, found) ||
    lacksReturnUrl(found, configuration) ||
    endsTrials(found) ||
    lacksDetails(found, configuration)
  ) {
    await stripe.billingPortal.configurations.update(found.id, configuration);
    report(`billing portal: updated (${found.id})`);
  }
}

function offersThe(
  products: readonly { prices: string[] }[],
  { features }: Stripe.BillingPortal.Configuration,
): boolean {
  const offered = (features.subscription_update.products ?? []).flatMap(({ prices }) => prices);
  const wanted = products.flatMap(({ prices }) => prices);
  return offered.toSorted().join() === wanted.toSorted().join();
}

function lacksReturnUrl(
  { default_return_url: known }: Stripe.BillingPortal.Configuration,
  { default_return_url: wanted }: Stripe.BillingPortal.ConfigurationCreateParams,
): boolean {
  return wanted !== undefined && known !== wanted;
}

/** Whether a change of plan during the trial ends it and charges at once, which is Stripe's default. */
const endsTrials = ({ features }: Stripe.BillingPortal.Configuration): boolean =>
  features.subscription_update.trial_update_behavior !== 'continue_trial';

/** Whether customers can't correct the details of their tax invoices. */
function lacksDetails(
  { features }: Stripe.BillingPortal.Configuration,
  { features: wanted }: { features: { customer_update: { allowed_updates: readonly string[] } } },
): boolean {
  const known: readonly string[] = features.customer_update.allowed_updates;
  return wanted.customer_update.allowed_updates.some((update) => !known.includes(update));
}

async function ensureWebhook(stripe: Stripe, url: string, report: Report): Promise<void> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
  const found = data.find((endpoint) => endpoint.url === url);
  if (!found) {
    const { id, secret } = await stripe.webhookEndpoints.create({ url, enabled_events: [...webhookEvents] });
    report(`webhook ${url}: created (${id}); keep its secret, it is shown only now: ${secret}`);
    return;
  }
  const missing = webhookEvents.filter((event) => !found.enabled_events.includes(event));
  if (missing.length > 0 || found.status !== 'enabled') {
    await stripe.webhookEndpoints.update(found.id, { enabled_events: [...webhookEvents], disabled: false });
    report(`webhook ${url}: updated (${found.id})`);
  }
}
