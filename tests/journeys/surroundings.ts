/** What is around the portal: the mailbox, and the simulated Xero and Stripe with their controls. */
import { randomUUID } from 'node:crypto';
import type { Product } from '../support/local-product.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** The mails to an address, newest last. */
export async function mailsTo(product: Product, address: string): Promise<readonly Mail[]> {
  const mails = await json<readonly Mail[]>(`${product.console}/messages`);
  return mails.filter(({ to }) => to === address);
}

/** The latest mail to an address. */
export async function mailTo(product: Product, address: string): Promise<Mail> {
  const mail = (await mailsTo(product, address)).at(-1);
  if (!mail) throw new Error(`There is no mail to ${address}`);
  return mail;
}

/** A mail's one link, which stands alone on its line. */
export function linkIn({ text }: Mail): URL {
  return new URL(text.split('\n').find((line) => line.startsWith('http')) ?? '');
}

interface XeroDocument {
  readonly Status: string;
  readonly Total?: number;
  readonly DateString: string;
  readonly LineItems?: readonly { readonly LineAmount: number }[];
  readonly LineAmountTypes?: string;
  readonly JournalLines?: readonly { readonly LineAmount: number; readonly TaxType: string }[];
}

interface XeroBooks {
  readonly tenantId: string;
  readonly name: string;
  readonly accounts: readonly { readonly Code?: string; readonly Name: string }[];
  readonly bankTransactions: readonly XeroDocument[];
  readonly manualJournals: readonly XeroDocument[];
}

interface XeroState {
  readonly organisations: readonly XeroBooks[];
}

/** The books of a Xero organisation as they are now. */
export async function booksOf(product: Product, name: string): Promise<XeroBooks> {
  const { organisations } = await json<XeroState>(`${product.xero}/_control/state`);
  const books = organisations.find((each) => each.name === name);
  if (!books) throw new Error(`Xero has no organisation called ${name}`);
  return books;
}

/** A Xero organisation that nobody else uses; answers its name. */
export async function newBooks(product: Product): Promise<string> {
  const name = `Books ${randomUUID().slice(0, 8)}`;
  await json(`${product.xero}/_control/organisations`, 'POST', { name });
  return name;
}

/** `date` is `YYYY-MM-DD`. */
export async function lockBooks(product: Product, name: string, date: string): Promise<void> {
  const { tenantId } = await booksOf(product, name);
  await json(`${product.xero}/_control/organisations/${tenantId}`, 'PATCH', { periodLockDate: date });
}

export interface XeroFault {
  readonly method?: 'GET' | 'PUT' | 'POST';
  /** A prefix of the path. */
  readonly path?: string;
  readonly kind: 'status' | 'drop-before' | 'drop-after' | 'revoke' | 'delay';
  readonly status?: number;
  readonly delayMs?: number;
  readonly times?: number;
}

/** Has calls to Xero go wrong from now on; no rules end that. */
export async function failXero(product: Product, rules: readonly XeroFault[]): Promise<void> {
  await json(`${product.xero}/_control/faults`, 'POST', { rules });
}

/** Presses "Allow access" on Xero's consent page. Answers where it leads. */
export async function consentAtXero(
  product: Product,
  authoriseUrl: string,
  organisation: string,
): Promise<URL> {
  const asked = { authoriseUrl, decision: 'allow', organisations: [organisation] };
  const { location } = await json<{ location: string }>(`${product.xero}/_control/consent`, 'POST', asked);
  return new URL(location);
}

/** Pays at a checkout page without opening it. */
export async function payAtStripe(product: Product, checkoutUrl: string): Promise<string> {
  const sessionId = /cs_\w+/.exec(checkoutUrl)?.[0] ?? '';
  await json(`${product.stripe}/_control/checkout`, 'POST', { sessionId, outcome: 'pay' });
  return sessionId;
}

interface StripeState {
  readonly customers: readonly { readonly id: string; readonly name: string | null }[];
  readonly subscriptions: readonly { readonly id: string; readonly customer: string }[];
}

/** Ends an organisation's subscription at Stripe, which tells the portal by its webhook. */
export async function cancelAtStripe(product: Product, tenantName: string): Promise<void> {
  const { customers, subscriptions } = await json<StripeState>(`${product.stripe}/_control/state`);
  const customer = customers.find(({ name }) => name === tenantName);
  const subscription = subscriptions.find((each) => each.customer === customer?.id);
  if (!subscription) throw new Error(`${tenantName} has no subscription`);
  const address = `${product.stripe}/_control/subscriptions/${subscription.id}`;
  await json(address, 'POST', { status: 'canceled' });
}

async function json<Answer>(address: string, method = 'GET', body?: object): Promise<Answer> {
  const response = await fetch(address, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}
