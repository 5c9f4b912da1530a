/** Fixtures: each worker has its own product, each test a new user in it. */
import { test as base, expect, type Locator, type Page, type Route } from '@playwright/test';
import { newDataDir, type Product, removeDataDir, startProduct } from '../support/local-product.ts';
import { newUser, type Person } from './portal.ts';
import { failXero, type XeroFault } from './simulators.ts';
import { slowDown } from './slow-browser.ts';

export { expect };

interface Fixtures {
  /** Fails the test for errors and policy violations on any page, and keeps toasts visible. */
  readonly watched: void;
  /** A page in another browser context with its own session. */
  readonly otherPage: Page;
  /** A new user, the owner of an organisation, signed in by the API. */
  readonly owner: Person;
  /** Injects faults into calls to Xero until the test ends. */
  readonly failXero: (...rules: readonly XeroFault[]) => Promise<void>;
}

/** Simulates a pointer over every toast, so it stays until the assertion. */
const KEEP_MESSAGES = `
  new MutationObserver(() => {
    for (const message of document.querySelectorAll('.toast:not([data-kept])')) {
      message.setAttribute('data-kept', '');
      message.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    }
  }).observe(document, { childList: true, subtree: true });
  addEventListener('pointerout', (event) => {
    if (event.target.closest('.toast')) event.stopPropagation();
  }, true);`;

/** Counts the calls of a document that have no answer yet. */
const COUNT_CALLS = `
  globalThis.openCalls = 0;
  const send = fetch;
  globalThis.fetch = (...call) => {
    openCalls++;
    return send(...call).finally(() => openCalls--);
  };`;

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
  owner: async ({ product }, use) => use(await newUser(product)),
  failXero: async ({ product }, use) => {
    await use((...rules) => failXero(product, rules));
    await failXero(product, []);
  },
  watched: [
    async ({ context }, use) => {
      await slowDown(context);
      await context.addInitScript(KEEP_MESSAGES);
      await context.addInitScript(COUNT_CALLS);
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(`error: ${error.error().message}`));
      context.on('console', (message) => {
        const text = message.text();
        // The browser logs a refusal even if the page handles it.
        if (message.type() === 'error' && !text.startsWith('Failed to load resource')) problems.push(text);
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  otherPage: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext(baseURL === undefined ? {} : { baseURL });
    await slowDown(context);
    await context.addInitScript(KEEP_MESSAGES);
    await use(await context.newPage());
    await context.close();
  },
});

/** Fills in the login page. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
}

/** Allows access to these organisations only on Xero's page, which suggests the demo company. */
export async function allowAtXero(page: Page, ...names: readonly string[]): Promise<void> {
  await page.getByLabel('Demo Company (AU)').uncheck();
  for (const name of names) await page.getByLabel(name).check();
  await page.getByRole('button', { name: 'Allow access' }).click();
}

export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await chooseItem(page, item);
}

/** Clicks an item of the open menu once it keeps its place: Playwright scrolls to one that moves, and clicks beside it. */
export async function chooseItem(page: Page, name: string): Promise<void> {
  const item = page.getByRole('menuitem', { name, exact: true });
  let place = '';
  await expect(async () => {
    const before = place;
    place = JSON.stringify(await item.boundingBox());
    expect(place).toBe(before);
  }).toPass({ intervals: [50] });
  await item.click();
}

/** Changes a preference and waits until it is saved: it shows before, and a navigation in between would cut it off. */
export async function savePreference(page: Page, change: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH' && answer.ok());
  await change();
  await saved;
}

/** Posts the selected payments, and confirms the review of their documents. */
export async function syncSelected(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sync selected' }).first().click();
  await page.getByRole('button', { name: /^Confirm and post/ }).click();
}

/** Checks the ledger until a part of the result shows, again while Xero's limit of calls a minute is used up. */
export async function checkLedger(page: Page, part: Locator): Promise<void> {
  const busy = page.getByText('Xero is busy').first();
  await expect(async () => {
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect(part.or(busy).first()).toBeVisible();
    expect(await part.isVisible()).toBe(true);
  }).toPass({ intervals: [15_000] });
}

/** Holds requests to an address until they are released. */
export async function holdRequests(page: Page, address: string): Promise<{ release: () => Promise<void> }> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(address, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return {
    release: async () => {
      isHeld = false;
      for (const route of held) await route.continue();
    },
  };
}

/**
 * Waits until the page's calls are answered, and no other one has followed. Playwright's own `networkidle` holds for ever once
 * it was reached, and at times never comes after calls that a navigation cut off.
 */
export async function answered(page: Page): Promise<void> {
  let quiet = 0;
  await expect(async () => {
    const before = quiet;
    quiet = 0;
    if ((await page.evaluate<number>('openCalls')) === 0) quiet = before + 1;
    expect(quiet).toBeGreaterThan(2);
  }).toPass({ intervals: [200] });
}

/** Waits until all animations and transitions have ended. */
export async function animationsEnded(page: Page): Promise<void> {
  // Animations driven by scrolling never end.
  const isAtRest = `new Promise((painted) => requestAnimationFrame(painted)).then(() =>
    document.getAnimations().every(({ playState, timeline, effect }) =>
      playState !== 'running' || timeline !== document.timeline || effect.getComputedTiming().endTime === Infinity))`;
  // Polled from outside, since the site's policy refuses evaluation by string in the page.
  await expect.poll(() => page.evaluate<boolean>(isAtRest)).toBe(true);
}
