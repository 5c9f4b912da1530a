/** Each worker has a product of its own; each test is somebody new in it. */
import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from '@playwright/test';
import { newDataDir, type Product, removeDataDir, startProduct } from '../support/local-product.ts';

export { expect };

export const PASSWORD = 'Correct-Horse-9';

interface Fixtures {
  /** A page on which any error, refused resource or broken policy fails the test. */
  readonly watched: void;
}

export const test = base.extend<Fixtures, { product: Product }>({
  product: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const dataDir = newDataDir();
      const product = await startProduct({ dataDir });
      await use(product);
      await product.stop();
      removeDataDir(dataDir);
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ product }, use) => use(product.origin),
  watched: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
      page.on('console', (message) => {
        const text = message.text();
        // A refusal that the page itself handles is logged by the browser all the same.
        if (message.type() === 'error' && !text.startsWith('Failed to load resource')) problems.push(text);
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

export interface Somebody {
  readonly email: string;
  readonly tenantName: string;
}

/** Fills in the registration page, and is signed in then. */
export async function register(page: Page): Promise<Somebody> {
  const id = randomUUID().slice(0, 8);
  const somebody = { email: `ada-${id}@example.com`, tenantName: `Byron Bookkeeping ${id}` };
  await page.goto('/register');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Byron');
  await page.getByLabel('Organisation name').fill(somebody.tenantName);
  await page.getByLabel('Email').fill(somebody.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
  return somebody;
}

export async function signIn(page: Page, { email }: Somebody): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: /^(Sign|Log) in$/ }).click();
  await expect(page.getByRole('heading', { name: 'All entities' })).toBeVisible();
}

/** What the simulated Xero holds and was asked. */
export async function xeroState(product: Product): Promise<XeroState> {
  const response = await fetch(`${product.xero}/_control/state`);
  return (await response.json()) as XeroState;
}

export interface XeroDocument {
  readonly Reference?: string;
  readonly Narration?: string;
  readonly Total?: number;
  readonly DateString: string;
  readonly LineItems?: readonly { readonly LineAmount: number; readonly Description: string }[];
  readonly JournalLines?: readonly { readonly LineAmount: number; readonly Description: string }[];
}

export interface XeroState {
  readonly organisations: readonly {
    readonly tenantId: string;
    readonly name: string;
    readonly bankTransactions: readonly XeroDocument[];
    readonly manualJournals: readonly XeroDocument[];
  }[];
  readonly requests: readonly { readonly method: string; readonly path: string; readonly status: number }[];
}
