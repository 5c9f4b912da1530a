import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { atRest, expect } from './fixtures.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Expects nothing on the page that people with a disability would stumble over; the test goes on if there is. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await atRest(page);
  // Menus float outside of all landmarks: the library puts them at the end of the page.
  const { violations } = await new AxeBuilder({ page })
    .withTags(RULES)
    .disableRules('region')
    .setLegacyMode()
    .analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
  expect.soft(found, name).toEqual([]);
}

/** Expects that nothing sticks out sideways, so that nobody has to scroll to and fro to read. */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const [content, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  expect.soft(content, `${name} is as wide as the screen`).toBeLessThanOrEqual(screen);
}

/** Has what the site's security policy refuses appear among the page's errors, which fail the test. */
export async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error(event.violatedDirective + ' refused ' + event.blockedURI + ' on ' + location.pathname);
  })`);
}
