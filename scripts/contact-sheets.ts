/**
 * Contact sheets of every screen: a picture per theme and width with all screens side by side, to look at.
 * `npm run contact-sheets`, optionally with widths: `npm run contact-sheets -- 360 1440`. Written to test-results/sheets.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PORTAL_THEMES } from '../domain/portal-theme.ts';
import { enter, newUser, type Person } from '../tests/journeys/portal.ts';
import {
  accountScreens,
  contractScreens,
  furnish,
  type Screen,
  show,
  signedOutScreens,
} from '../tests/journeys/screens.ts';
import { newDataDir, removeDataDir, startProduct } from '../tests/support/local-product.ts';
import { buildWeb } from './build-web.ts';
import { CHROMIUM_FLAGS, findChromium } from './chromium.ts';

const FOLDER = path.resolve(import.meta.dirname, '../test-results/sheets');
const asked = process.argv.slice(2).map(Number).filter(Boolean);
const WIDTHS = asked.length > 0 ? asked : [360, 768, 1440, 1920];
/** Screens on one sheet, and the width that each is shown at. */
const A_SHEET = 12;
const SHOWN_WIDTH = 480;

interface Shot {
  readonly name: string;
  readonly png: Buffer;
}

async function shoot(page: Page, screens: readonly Screen[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  for (const screen of screens) {
    try {
      await show(page, screen);
    } catch (error) {
      console.error(`${screen.name}: ${String(error).split('\n')[0]}`);
    }
    shots.push({ name: screen.name, png: await page.screenshot() });
  }
  return shots;
}

async function writeSheets(browser: Browser, name: string, shots: readonly Shot[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 4 * (SHOWN_WIDTH + 16) + 16, height: 800 } });
  for (let from = 0; from < shots.length; from += A_SHEET) {
    const figures = shots
      .slice(from, from + A_SHEET)
      .map(
        ({ name: caption, png }) =>
          `<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
      );
    await page.setContent(
      `<style>body{display:flex;flex-wrap:wrap;gap:16px;margin:16px;background:#888}figure{margin:0;width:${SHOWN_WIDTH}px;font:14px sans-serif}img{width:100%}</style>${figures.join('')}`,
    );
    const file = path.join(FOLDER, `${name}-${from / A_SHEET + 1}.png`);
    writeFileSync(file, await page.screenshot({ fullPage: true }));
    console.log(file);
  }
  await page.close();
}

mkdirSync(FOLDER, { recursive: true });
await buildWeb();
const dataDir = newDataDir();
const product = await startProduct({ dataDir });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });

async function pageFor(width: number, person: Person | null): Promise<Page> {
  const height = width < 768 ? 780 : Math.round(width * 0.66);
  const viewport = { width, height };
  const context = await browser.newContext({
    baseURL: product.origin,
    viewport,
    locale: 'en-AU',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  if (person) await enter(page, person);
  return page;
}

try {
  for (const theme of PORTAL_THEMES) {
    const owner = await newUser(product);
    await owner.call('PATCH /v1/users/metadata', { body: { portalTheme: theme } });
    const world = await furnish(product, owner);
    for (const width of WIDTHS) {
      const page = await pageFor(width, owner);
      const shots = await shoot(page, contractScreens(world));
      await writeSheets(browser, `${theme}-${width}-contracts`, shots);
      // Cancelling the invitation can be shown at the first width only.
      await writeSheets(browser, `${theme}-${width}-account`, await shoot(page, accountScreens));
      await page.context().close();
    }
  }
  for (const width of WIDTHS) {
    const page = await pageFor(width, null);
    await writeSheets(browser, `signed-out-${width}`, await shoot(page, signedOutScreens));
    await page.context().close();
  }
} finally {
  await browser.close();
  await product.stop();
  removeDataDir(dataDir);
}
