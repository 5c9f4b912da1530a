/**
 * Takes the pictures of the knowledge base from the local product with sample data, as small WebP files.
 * `npm run pictures`
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { furnish } from '../tests/journeys/screens.ts';
import { enter, newUser } from '../tests/journeys/portal.ts';
import { newDataDir, removeDataDir, startProduct } from '../tests/support/local-product.ts';
import { buildWeb } from './build-web.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

const FOLDER = path.resolve(import.meta.dirname, '../web/help/pictures');
const VIEW = { width: 1180, height: 720 };
const QUALITY = 62;

interface Picture {
  readonly name: string;
  readonly path: string;
  /** Text that the loaded page shows. */
  readonly shows: string;
  readonly open?: (page: Page) => Promise<void>;
}

const picturesOf = (contract: string, entityId: string): readonly Picture[] => [
  { name: 'schedule', path: contract, shows: 'Sync payment 3' },
  {
    name: 'opening-journal',
    path: `${contract}/opening_balances_journal`,
    shows: 'Opening balances journal',
    open: async (page) => {
      await page.getByLabel('Description, line 1').fill('Toyota HiLux at cost');
    },
  },
  {
    name: 'account-settings',
    path: `${contract}/account_settings`,
    shows: 'Account settings',
    open: (page) => page.getByLabel('Auto sync').click(),
  },
  {
    name: 'change',
    path: `${contract}/change/extra-repayment`,
    shows: 'Extra repayment',
    open: async (page) => {
      await page.getByLabel('Date', { exact: true }).fill('2025-03-25');
      await page.getByLabel('Amount repaid').fill('500');
      await page.getByText('Document to post').waitFor();
    },
  },
  { name: 'year-end', path: `/reports?date=2025-06-30&entityId=${entityId}`, shows: 'Closing balance' },
  {
    name: 'plans',
    path: '/settings/billing_subscription?plans=1',
    shows: 'AUD incl. GST',
    open: (page) => page.getByLabel('Yearly').check(),
  },
  { name: 'users', path: '/organisations/users', shows: 'Invited users' },
];

async function take(page: Page, session: CDPSession, picture: Picture): Promise<void> {
  await page.goto(picture.path);
  await page.getByText(picture.shows).or(page.getByLabel(picture.shows)).first().waitFor();
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  await picture.open?.(page);
  await page.evaluate('document.activeElement.blur()');
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
  const bytes = Buffer.from(data, 'base64');
  writeFileSync(path.join(FOLDER, `${picture.name}.webp`), bytes);
  console.log(`${picture.name}.webp: ${Math.round(bytes.length / 1024)} KB`);
}

mkdirSync(FOLDER, { recursive: true });
await buildWeb();
const dataDir = newDataDir();
const product = await startProduct({ dataDir });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const owner = await newUser(product);
  const { contract } = await furnish(product, owner);
  const page = await browser.newPage({
    baseURL: product.origin,
    viewport: VIEW,
    locale: 'en-AU',
    reducedMotion: 'reduce',
  });
  page.on('dialog', (dialog) => void dialog.accept());
  const session = await page.context().newCDPSession(page);
  await enter(page, owner);
  for (const picture of picturesOf(contract.path, contract.entityId)) await take(page, session, picture);
} finally {
  await browser.close();
  await product.stop();
  removeDataDir(dataDir);
}
