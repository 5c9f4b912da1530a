/** Each worker has a product of its own; each test is somebody new in it. */
import { test as base, expect, type Page, type Route } from '@playwright/test';
import { newDataDir, type Product, removeDataDir, startProduct } from '../support/local-product.ts';
import { newcomer, type Person } from './portal.ts';
import { failXero, type XeroFault } from './surroundings.ts';

export { expect };

interface Fixtures {
  /** On any page of the test, an error or a broken policy fails it, and messages stay. */
  readonly watched: void;
  /** A page in another browser, with a session of its own. */
  readonly elsewhere: Page;
  /** Somebody new, the owner of an organisation, signed in by the API. */
  readonly owner: Person;
  /** Has calls to Xero go wrong until the test ends. */
  readonly failXero: (...rules: readonly XeroFault[]) => Promise<void>;
}

/** A pointer that rests on every short message: it stays, however late somebody looks. */
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
  owner: async ({ product }, use) => use(await newcomer(product)),
  failXero: async ({ product }, use) => {
    await use((...rules) => failXero(product, rules));
    await failXero(product, []);
  },
  watched: [
    async ({ context }, use) => {
      await context.addInitScript(KEEP_MESSAGES);
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(`error: ${error.error().message}`));
      context.on('console', (message) => {
        const text = message.text();
        // A refusal that the page itself handles is logged by the browser all the same.
        if (message.type() === 'error' && !text.startsWith('Failed to load resource')) problems.push(text);
      });
      await use();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  elsewhere: async ({ browser, product }, use) => {
    const context = await browser.newContext({ baseURL: product.origin });
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

/** Opens a menu and chooses from it. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

/** Holds answers to an address back until they are let go. */
export async function holdBack(page: Page, address: string): Promise<{ letGo: () => Promise<void> }> {
  const held: Route[] = [];
  let isHeld = true;
  await page.route(address, async (route) => {
    if (isHeld) held.push(route);
    else await route.continue();
  });
  return {
    letGo: async () => {
      isHeld = false;
      for (const route of held) await route.continue();
    },
  };
}

/** Waits for what moves or changes its colour: half-way nothing is where it belongs, and no text can be read. */
export async function atRest(page: Page): Promise<void> {
  // What goes with the scrolling, not the time, is never over.
  const isAtRest = `new Promise((painted) => requestAnimationFrame(painted)).then(() =>
    document.getAnimations().every(({ playState, timeline, effect }) =>
      playState !== 'running' || timeline !== document.timeline || effect.getComputedTiming().endTime === Infinity))`;
  // Asked from outside: the site's policy refuses what the page would evaluate by itself.
  await expect.poll(() => page.evaluate<boolean>(isAtRest)).toBe(true);
}
