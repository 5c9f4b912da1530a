/**
 * Takes pictures of the local product.
 *
 *   npm run pictures                   those of the help pages and the README, as small WebP files with the digests of
 *                                      the pages that they show
 *   npm run pictures -- 360 1440 dark  contact sheets of every screen in these widths and themes, in test-results/sheets;
 *                                      with widths or themes alone, in all of the other
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { PORTAL_THEMES } from '../../domain/portal-theme.ts';
import { furnishUnchanged, type World } from '../journeys/screens.ts';
import { enter, moveTo, newUser, PASSWORD, type Person } from '../journeys/portal.ts';
import { linkIn, mailTo } from '../journeys/simulators.ts';
import { type PictureName, pictureDigests } from '../support/pictures.ts';
import { newDataDir, type Product, removeDataDir, startProduct } from '../support/local-product.ts';
import { buildSite } from '../../scripts/build/site.ts';
import { productClient } from '../../scripts/local/product-client.ts';
import { sized } from '../support/command.ts';
import { ALL_LOOKS, type Looks, writeContactSheets } from './pictures/contact-sheets.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../web/help/pictures');
const VIEW = { width: 1280, height: 780 };
const QUALITY = 62;

interface Picture {
  readonly name: PictureName;
  readonly path: string;
  /** Text that the loaded page shows. */
  readonly shows: string;
  readonly open?: (page: Page) => Promise<void>;
}

const picturesOf = (
  { path: contract, entityId }: World['contract'],
  { spread, loan }: Pick<World, 'spread' | 'loan'>,
): readonly Picture[] => [
  {
    name: 'schedule',
    path: contract,
    shows: 'Sync payment 3',
    open: (page) => page.getByText('Extra repayment:').waitFor(),
  },
  {
    name: 'opening-journal',
    path: `${contract}/opening_balances_journal`,
    shows: 'Opening balances journal',
    open: async (page) => {
      await page.getByLabel('Description, line 1').fill('HiLux at cost');
      await page.getByRole('button', { name: 'Post to Xero', disabled: false }).waitFor();
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
  { name: 'spread', path: spread.path, shows: 'Post entry 2' },
  { name: 'division-7a', path: loan.path, shows: 'Record a repayment' },
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

/** Gives the people and the organisation of the pictures names of their own. */
async function nameEverything(product: Product, owner: Person): Promise<void> {
  const { call } = owner;
  const { id } = await call('GET /v1/tenants/current');
  await call('PUT /v1/tenants/{tenantId}', { params: { tenantId: id }, body: { name: 'Byron Bookkeeping' } });
  await moveTo(product, owner, 'ada@byron.example');
  const { tenantUsers, invitedUsers } = await call('GET /v1/tenants/users');
  for (const user of tenantUsers.filter(({ role }) => role !== 'Owner'))
    await call('DELETE /v1/tenants/users/{userId}', { params: { userId: user.id } });
  for (const { email } of invitedUsers)
    await call('POST /v1/tenants/users/invite/cancel', { body: { email } });
  const email = 'grace@byron.example';
  await call('POST /v1/tenants/users/invite', { body: { email, role: 'Member' } });
  const inviteToken = linkIn(await mailTo(product, email)).searchParams.get('token') ?? '';
  await productClient(product.origin)('POST /v1/users', {
    body: { email, inviteToken, givenName: 'Grace', surname: 'Hopper', tenantName: '', password: PASSWORD },
  });
  await call('POST /v1/tenants/users/invite', { body: { email: 'edith@byron.example', role: 'Guest' } });
}

const words = process.argv.slice(2);
const widths = words.map(Number).filter(Boolean);
const themes = PORTAL_THEMES.filter((theme) => words.includes(theme));
const looks = sized<Looks>(
  {
    widths: widths.length > 0 ? widths : ALL_LOOKS.widths,
    themes: themes.length > 0 ? themes : ALL_LOOKS.themes,
  },
  { widths: [1440], themes: [] },
);

async function takeHelpPictures(): Promise<void> {
  const owner = await newUser(product);
  const { contract, ...registers } = await furnishUnchanged(product, owner);
  await nameEverything(product, owner);
  const page = await browser.newPage({
    baseURL: product.origin,
    viewport: VIEW,
    locale: 'en-AU',
    reducedMotion: 'reduce',
  });
  page.on('dialog', (dialog) => void dialog.accept());
  const session = await page.context().newCDPSession(page);
  await enter(page, owner);
  for (const picture of picturesOf(contract, registers)) await take(page, session, picture);
  const digests = pictureDigests();
  writeFileSync(digests.file, digests.content);
}

mkdirSync(FOLDER, { recursive: true });
await buildSite();
const dataDir = newDataDir();
const product = await startProduct({ dataDir });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  await (words.length === 0 ? takeHelpPictures() : writeContactSheets(product, browser, looks));
} finally {
  await browser.close();
  await product.stop();
  removeDataDir(dataDir);
}
