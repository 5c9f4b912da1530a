/** The mailbox, and the controls of the simulated Xero and Stripe. */
import { randomUUID } from 'node:crypto';
import { control } from '../../scripts/local/product-client.ts';
import type { Product } from '../support/local-product.ts';
import { withoutOrdinary } from '../support/xero-books.ts';

interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Returns the mails to an address, newest last. */
export async function mailsTo(product: Product, address: string): Promise<readonly Mail[]> {
  const mails = await control<readonly Mail[]>(`${product.console}/messages`);
  return mails.filter(({ to }) => to === address);
}

/** Returns the latest mail to an address. */
export async function mailTo(product: Product, address: string): Promise<Mail> {
  const mail = (await mailsTo(product, address)).at(-1);
  if (!mail) throw new Error(`There is no mail to ${address}`);
  return mail;
}

/** Returns the link of a mail, which is alone on its line. */
export function linkIn({ text }: Mail): URL {
  return new URL(text.split('\n').find((line) => line.startsWith('http')) ?? '');
}

interface XeroDocument {
  readonly BankTransactionID?: string;
  readonly ManualJournalID?: string;
  readonly Reference?: string;
  readonly Status: string;
  /** Of a bank transaction. */
  readonly Type?: string;
  readonly Total?: number;
  readonly DateString: string;
  readonly LineItems?: readonly {
    readonly LineAmount: number;
    readonly Tracking?: readonly { readonly Option: string }[];
  }[];
  readonly LineAmountTypes?: string;
  /** Of a manual journal. */
  readonly Narration?: string;
  readonly JournalLines?: readonly {
    readonly AccountID?: string;
    readonly LineAmount: number;
    readonly TaxType: string;
    readonly Tracking?: readonly { readonly Option: string }[];
  }[];
}

interface XeroOrganisation {
  readonly tenantId: string;
  readonly name: string;
  readonly accounts: readonly { readonly AccountID: string; readonly Code?: string; readonly Name: string }[];
  readonly bankTransactions: readonly XeroDocument[];
  readonly manualJournals: readonly XeroDocument[];
  readonly ordinaryIds: readonly string[];
}

interface XeroState {
  readonly organisations: readonly XeroOrganisation[];
}

/** Returns the current state of a Xero organisation, without its ordinary life. */
export async function xeroOrganisation(product: Product, name: string): Promise<XeroOrganisation> {
  const { organisations } = await control<XeroState>(`${product.xero}/_control/state`);
  const xeroName = organisations.find((each) => each.name === name);
  if (!xeroName) throw new Error(`Xero has no organisation called ${name}`);
  return withoutOrdinary(xeroName);
}

/** Creates a Xero organisation; returns its name. */
export async function newXeroOrganisation(product: Product): Promise<string> {
  const name = `Books ${randomUUID().slice(0, 8)}`;
  await control(`${product.xero}/_control/organisations`, 'POST', { name });
  return name;
}

/** `date` is `YYYY-MM-DD`. */
export async function lockXeroOrganisation(product: Product, name: string, date: string): Promise<void> {
  const { tenantId } = await xeroOrganisation(product, name);
  await control(`${product.xero}/_control/organisations/${tenantId}`, 'PATCH', { periodLockDate: date });
}

/** Acts on the document of a payment, a change (`E1`) or the opening balances as a person in Xero does. */
export async function actInXero(
  product: Product,
  xeroName: string,
  document: number | `E${number}` | 'opening',
  action: 'delete' | 'void' | 'reconcile' | 'edit',
  changes?: object,
): Promise<void> {
  const { tenantId, bankTransactions, manualJournals } = await xeroOrganisation(product, xeroName);
  const found = bankTransactions.findLast(({ Reference = '' }) =>
    new RegExp(`PD-[0-9a-f-]{36}-${document}(?![\\d.])`).test(Reference),
  );
  const documentId =
    document === 'opening' ? manualJournals.at(-1)?.ManualJournalID : found?.BankTransactionID;
  await control(`${product.xero}/_control/documents`, 'POST', {
    tenantId,
    documentId,
    action,
    changes,
  });
}

/** Posts a journal in Xero as a person there does, by the names of accounts. */
export async function journalInXero(
  product: Product,
  xeroName: string,
  date: string,
  amounts: Readonly<Record<string, number>>,
): Promise<void> {
  const { tenantId, accounts } = await xeroOrganisation(product, xeroName);
  const lines = Object.entries(amounts).map(([name, amount]) => ({
    accountId: accounts.find(({ Name }) => Name === name)?.AccountID,
    amount,
  }));
  await control(`${product.xero}/_control/journals`, 'POST', { tenantId, date, lines });
}

/** A bank rule in Xero codes a repayment to an expense account without GST. */
export async function codeInXero(
  product: Product,
  xeroName: string,
  date: string,
  { amount = 1_000, contactName = 'Toyota Finance' } = {},
): Promise<void> {
  const { tenantId, accounts } = await xeroOrganisation(product, xeroName);
  const idOf = (name: string) => accounts.find(({ Name }) => Name === name)?.AccountID;
  await control(`${product.xero}/_control/transactions`, 'POST', {
    tenantId,
    date,
    contactName,
    bankAccountId: idOf('Business Bank Account'),
    lines: [{ accountId: idOf('Interest Expense'), amount, taxType: 'BASEXCLUDED' }],
  });
}

/** A person in Xero codes a receipt to an account; no reference says what it is. */
export async function receiveInXero(
  product: Product,
  xeroName: string,
  date: string,
  {
    account,
    amount,
    contactName,
  }: { readonly account: string; readonly amount: number; readonly contactName: string },
): Promise<void> {
  const { tenantId, accounts } = await xeroOrganisation(product, xeroName);
  const idOf = (name: string) => accounts.find(({ Name }) => Name === name)?.AccountID;
  await control(`${product.xero}/_control/transactions`, 'POST', {
    tenantId,
    type: 'RECEIVE',
    date,
    contactName,
    bankAccountId: idOf('Business Bank Account'),
    lines: [{ accountId: idOf(account), amount, taxType: 'BASEXCLUDED' }],
  });
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

/** Injects faults into calls to Xero; an empty list ends them. */
export async function failXero(product: Product, rules: readonly XeroFault[]): Promise<void> {
  await control(`${product.xero}/_control/faults`, 'POST', { rules });
}

interface StripeState {
  readonly customers: readonly { readonly id: string; readonly name: string | null }[];
  readonly subscriptions: readonly { readonly id: string; readonly customer: string }[];
}

/** Cancels an organisation's subscription at Stripe, which notifies the portal by webhook. */
export async function cancelAtStripe(product: Product, tenantName: string): Promise<void> {
  const { customers, subscriptions } = await control<StripeState>(`${product.stripe}/_control/state`);
  const customer = customers.find(({ name }) => name === tenantName);
  const subscription = subscriptions.find((each) => each.customer === customer?.id);
  if (!subscription) throw new Error(`${tenantName} has no subscription`);
  const address = `${product.stripe}/_control/subscriptions/${subscription.id}`;
  await control(address, 'POST', { status: 'canceled' });
}
