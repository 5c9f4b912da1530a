import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Expects nothing on the page that people with a disability would stumble over; the test goes on if there is. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  // Menus float outside of all landmarks: the library puts them at the end of the page.
  const { violations } = await new AxeBuilder({ page }).disableRules('region').setLegacyMode().analyze();
  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}\n${failureSummary}`),
  );
  expect.soft(found, name).toEqual([]);
}
