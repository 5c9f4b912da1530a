/**
 * A schedule of 3,200 weekly payments in Chromium, from the site as it is built for production: how long it takes to
 * open, how it scrolls, what a keystroke in its form costs. The median of several times.
 * `node tests/bench/browser.ts`
 */
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { build } from 'esbuild';
import { newReadyContract } from '../journeys/contracts.ts';
import { enter, newUser } from '../journeys/portal.ts';
import { newDataDir, RAISED_LIMITS, removeDataDir, startProduct } from '../support/local-product.ts';
import { buildSite } from '../../scripts/build/site.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts';
import { sized } from '../support/command.ts';

const PAYMENTS = sized(3200, 320);
const RUNS = sized(7, 1);
const NAME = 'Weekly for sixty years';
const TERMS = {
  description: NAME,
  paymentFrequency: 'weekly',
  loanAmount: sized(100_000, 10_000),
  schedulePaymentPlans: [{ number: 1, qty: PAYMENTS, amount: 120 }],
} satisfies Parameters<typeof newReadyContract>[2];
const FRAME_MS = 1000 / 60;
/** Pixels, and pixels a second: a fling through 350 rows. */
const SCROLL = { distance: 12_000, speed: 6_000 };

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

function print(what: string, values: readonly number[], unit = 'ms'): void {
  const digits = unit === 'ms' && median(values) < 10 ? 2 : 0;
  const all = values.map((value) => value.toFixed(digits)).join(' ');
  console.log(`  ${what}: ${median(values).toFixed(digits)} ${unit} (${all})`);
}

/** Runs in the page. Collects tasks longer than 50 ms, and the frames while a page opens or scrolls. */
const WATCH = `
  const watch = (window.watch = { tasks: [], opening: null, frames: [] });
  new PerformanceObserver((list) => watch.tasks.push(...list.getEntries().map((task) => task.duration)))
    .observe({ type: 'longtask' });
  const hasRow = (number) => document.querySelector('.payments [aria-rowindex="' + (number + 1) + '"]') !== null;
  watch.open = (link) => {
    const opening = { firstRow: null, lastRow: null };
    const look = (clicked) => {
      const [first, last] = [hasRow(1), hasRow(${PAYMENTS})];
      // A frame is on the screen when the next task runs.
      setTimeout(() => {
        const passed = performance.now() - clicked;
        if (first) opening.firstRow ??= passed;
        if (last) watch.opening = { ...opening, lastRow: passed };
      });
      if (!last) requestAnimationFrame(() => look(clicked));
    };
    link.addEventListener('click', (event) => look(event.timeStamp));
  };
  watch.countFrames = () => requestAnimationFrame(function next(now) {
    watch.frames.push(now);
    requestAnimationFrame(next);
  });
`;

interface InPage {
  readonly watch: { readonly opening: object | null; readonly open: (link: object) => void };
}

interface Opening {
  /** From the click until the first row is on the screen, and until the last is in the page, in milliseconds. */
  readonly firstRow: number;
  readonly lastRow: number;
  readonly longestTask: number;
}

/** Opens the schedule by a click in the list of its entity. */
async function open(page: Page, entityPath: string): Promise<Opening> {
  await page.goto(entityPath);
  const link = page.getByRole('link', { name: NAME });
  await link.waitFor();
  await page.evaluate('watch.tasks.length = 0');
  await link.evaluate((element) => (globalThis as unknown as InPage).watch.open(element));
  await link.click();
  // A string would have to be evaluated, which the site's policy forbids.
  await page.waitForFunction(() => (globalThis as unknown as InPage).watch.opening !== null);
  return page.evaluate<Opening>('({ ...watch.opening, longestTask: Math.max(0, ...watch.tasks) })');
}

interface Scrolling {
  readonly frames: number;
  readonly dropped: number;
  /** The longest time between two frames, in milliseconds. */
  readonly longestFrame: number;
}

async function scroll(page: Page, session: CDPSession): Promise<Scrolling> {
  await page.evaluate('scrollTo({ top: 600 }); watch.countFrames()');
  await session.send('Input.synthesizeScrollGesture', {
    x: 400,
    y: 400,
    yDistance: -SCROLL.distance,
    speed: SCROLL.speed,
    gestureSourceType: 'mouse',
  });
  const times = await page.evaluate<number[]>('watch.frames');
  const frames = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return {
    frames: frames.length,
    dropped: frames.reduce((sum, frame) => sum + Math.max(0, Math.round(frame / FRAME_MS) - 1), 0),
    longestFrame: Math.max(...frames),
  };
}

/** Types another payment amount, a key at a time. Answers the longest task of over 50 ms, 0 if there is none. */
async function type(page: Page, editPath: string): Promise<number> {
  await page.goto(editPath);
  const amount = page.getByLabel('Payment amount').first();
  await amount.click();
  await page.getByRole('region', { name: 'Payments' }).waitFor();
  await page.evaluate('watch.tasks.length = 0');
  await amount.press('End');
  for (const key of ['Backspace', 'Backspace', '5', '0', 'Backspace', '1', 'Backspace', '2']) {
    await amount.press(key, { delay: 20 });
  }
  return page.evaluate<number>('Math.max(0, ...watch.tasks)');
}

/** The domain's own part of a keystroke: every payment of the schedule, from its terms, in milliseconds. */
async function workOut(page: Page): Promise<number[]> {
  const { outputFiles } = await build({
    stdin: {
      contents: `
        import { amortise } from './domain/amortisation/amortise.ts';
        window.workOut = (index) => {
          const started = performance.now();
          for (let run = 0; run < 50; run++) {
            amortise({
              loanAmount: ${sized(10_000_000, 1_000_000)} + 50 * index + run, frequency: 'weekly', startDate: '2025-01-15',
              firstPaymentOnStartDate: false, administrationFee: 0, rows: [{ qty: ${PAYMENTS}, amount: 12000 }],
            }).payments.length;
          }
          return (performance.now() - started) / 50;
        };`,
      resolveDir: process.cwd(),
    },
    bundle: true,
    minify: true,
    write: false,
  });
  await page.evaluate(outputFiles[0]?.text ?? '');
  const runs = Array.from({ length: RUNS }, (_, index) => index);
  const figures = await page.evaluate<number[]>(
    `${JSON.stringify([...runs, ...runs])}.map((index) => workOut(index))`,
  );
  return figures.slice(RUNS);
}

await buildSite();
const dataDir = newDataDir();
const product = await startProduct({ dataDir, environment: RAISED_LIMITS });
const browser = await chromium.launch({ executablePath: findChromium(), args: CHROMIUM_FLAGS });
try {
  const owner = await newUser(product);
  const { entityId, path } = await newReadyContract(product, owner, TERMS);
  const page = await browser.newPage({ baseURL: product.origin, viewport: { width: 1280, height: 900 } });
  await page.addInitScript(WATCH);
  const session = await page.context().newCDPSession(page);
  await enter(page, owner);
  const openings: Opening[] = [];
  const scrollings: Scrolling[] = [];
  const keystrokes: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    openings.push(await open(page, `/entity/${entityId}`));
    scrollings.push(await scroll(page, session));
    keystrokes.push(await type(page, `${path}/edit`));
  }
  console.log(`\nA schedule of ${PAYMENTS} payments, median of ${RUNS}`);
  print(
    'from the click to the first row',
    openings.map(({ firstRow }) => firstRow),
  );
  print(
    'from the click to the last row',
    openings.map(({ lastRow }) => lastRow),
  );
  print(
    'longest task while it opens, if over 50 ms',
    openings.map(({ longestTask }) => longestTask),
  );
  print(
    `frames of a scroll over ${SCROLL.distance} pixels`,
    scrollings.map(({ frames }) => frames),
    '',
  );
  print(
    'of them dropped',
    scrollings.map(({ dropped }) => dropped),
    '',
  );
  print(
    'longest frame',
    scrollings.map(({ longestFrame }) => longestFrame),
  );
  print('longest task while typing, if over 50 ms', keystrokes);
  print('rate and every payment worked out, in the browser', await workOut(page));
} finally {
  await browser.close();
  await product.stop();
  removeDataDir(dataDir);
}
