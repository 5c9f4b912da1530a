/** Contact sheets of every screen: the screens of a theme and width side by side, and each screen as a picture of its own. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { PORTAL_THEMES } from '../../../domain/portal-theme.ts';
import { enter, newUser, type Person } from '../../journeys/portal.ts';
import {
  accountScreens,
  entityScreens,
  registerScreens,
  furnish,
  newUserScreens,
  scheduleScreens,
  type Screen,
  show,
  signedOutScreens,
} from '../../journeys/screens.ts';
import type { Product } from '../../support/local-product.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../../test-results/sheets');
/** Height of the screen that people have at a width. */
const HEIGHTS: Readonly<Record<number, number>> = { 360: 780, 768: 1024, 1440: 900, 1920: 1080 };
/** Pixels: a sheet this wide stays readable without being scaled down. */
const SHEET_WIDTH = 1_520;
/** The fewest pixels that a screen is shown at. */
const SHOWN_WIDTH = 750;
const ROWS = 2;
const GAP = 8;

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

async function writeSheets(
  browser: Browser,
  name: string,
  width: number,
  shots: readonly Shot[],
): Promise<void> {
  mkdirSync(path.join(FOLDER, name), { recursive: true });
  for (const { name: screen, png } of shots)
    writeFileSync(path.join(FOLDER, name, `${screen.replaceAll(/[^a-z]+/gi, '-')}.png`), png);
  const columns = Math.floor(SHEET_WIDTH / Math.min(width, SHOWN_WIDTH));
  const shown = Math.floor(SHEET_WIDTH / columns) - GAP;
  const perSheet = columns * ROWS;
  const page = await browser.newPage({ viewport: { width: SHEET_WIDTH + GAP, height: 800 } });
  for (let from = 0; from < shots.length; from += perSheet) {
    const figures = shots
      .slice(from, from + perSheet)
      .map(
        ({ name: caption, png }) =>
          `<figure><figcaption>${caption}</figcaption><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
      );
    await page.setContent(
      `<style>body{display:flex;flex-wrap:wrap;gap:${GAP}px;margin:${GAP}px;background:#888}figure{margin:0;width:${shown}px;font:14px sans-serif}img{width:100%}</style>${figures.join('')}`,
    );
    const file = path.join(FOLDER, `${name}-${from / perSheet + 1}.png`);
    writeFileSync(file, await page.screenshot({ fullPage: true }));
    console.log(file);
  }
  await page.close();
}

export interface Looks {
  readonly widths: readonly number[];
  readonly themes: readonly (typeof PORTAL_THEMES)[number][];
}

/** Every width and theme. */
export const ALL_LOOKS: Looks = { widths: Object.keys(HEIGHTS).map(Number), themes: PORTAL_THEMES };

/** Writes the sheets to test-results/sheets. */
export async function writeContactSheets(
  product: Product,
  browser: Browser,
  { widths, themes }: Looks,
): Promise<void> {
  mkdirSync(FOLDER, { recursive: true });

  async function pageFor(width: number, person: Person | null): Promise<Page> {
    const context = await browser.newContext({
      baseURL: product.origin,
      viewport: { width, height: HEIGHTS[width] ?? 900 },
      locale: 'en-AU',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    page.on('dialog', (dialog) => void dialog.accept());
    if (person) await enter(page, person);
    return page;
  }

  async function eachWidth(name: string, person: Person | null, screens: readonly Screen[]): Promise<void> {
    for (const width of widths) {
      const page = await pageFor(width, person);
      await writeSheets(browser, `${name}-${width}`, width, await shoot(page, screens));
      await page.context().close();
    }
  }

  for (const theme of themes) {
    const owner = await newUser(product);
    await owner.call('PATCH /v1/users/metadata', { body: { portalTheme: theme } });
    await eachWidth(`${theme}-new`, owner, newUserScreens);
    const world = await furnish(product, owner);
    await eachWidth(`${theme}-entities`, owner, entityScreens(world));
    await eachWidth(`${theme}-registers`, owner, registerScreens(world));
    await eachWidth(`${theme}-schedules`, owner, scheduleScreens(world));
    await eachWidth(`${theme}-account`, owner, accountScreens);
  }
  await eachWidth('signed-out', null, signedOutScreens);
}
