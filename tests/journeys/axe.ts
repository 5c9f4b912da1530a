import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { Result, RunOptions } from 'axe-core';
import { animationsEnded, expect } from './fixtures.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const OPTIONS: RunOptions = {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  // Menus are outside all landmarks: the library appends them to the body.
  rules: { region: { enabled: false } },
  // The assertion reads violations only, and describing each node that passes takes time.
  resultTypes: ['violations'],
};

/** Expects no accessibility violations on the page; a soft assertion. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await expect(page.locator('h1').first(), `${name} has its heading`).toBeAttached();
  await animationsEnded(page);
  // Once for a document: the source is long. Evaluated from outside, since the site's policy refuses it in the page.
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(AXE);
  const violations = await page.evaluate<Result[]>(
    `axe.run(document, ${JSON.stringify(OPTIONS)}).then(({ violations }) => violations)`,
  );
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
  expect.soft(found, name).toEqual([]);
}

/** Expects no horizontal overflow. */
export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const [content, screen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, innerWidth]',
  );
  expect.soft(content, `${name} is as wide as the screen`).toBeLessThanOrEqual(screen);
}

/** Reports violations of the security policy as errors of the page, which fail the test. */
export async function watchPolicy(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) => {
    console.error(event.violatedDirective + ' refused ' + event.blockedURI + ' on ' + location.pathname);
  })`);
}

/** Expects both at the narrowest and a wide screen, and leaves the wide one. */
export async function expectAtWidths(page: Page, name: string): Promise<void> {
  for (const size of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessible(page, `${name} at ${size.width} px`);
    await expectNoOverflow(page, `${name} at ${size.width} px`);
  }
}
