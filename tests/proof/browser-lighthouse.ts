/**
 * Lighthouse's mobile audit of the built site: the login page, and pages of a signed-in user, beside a floor page in
 * the same run. Each is the median of five, every time in a new browser that has nothing of the site yet.
 * With `--plant slow` the pages, unlike the floor page, are audited as on a processor eight times slower, which the
 * proof finds. `node tests/proof/browser-lighthouse.ts`
 */
import { rmSync } from 'node:fs';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { newContract } from '../journeys/contracts.ts';
import { enter, newUser, type Person } from '../journeys/portal.ts';
import { fivePorts, newDataDir, removeDataDir, startProduct } from '../support/local-product.ts';
import { buildSite } from '../../scripts/build/site.ts';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.ts';
import { measured } from '../support/figures.ts';
import { startFloorSite } from '../support/floor-site.ts';
import { isSmallest, readOptions, sized } from '../support/command.ts';

const { plant } = readOptions();

const RUNS = sized(5, 1);
const LEAST = { accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof LEAST | 'performance';
const CATEGORIES: readonly Category[] = ['performance', 'accessibility', 'best-practices'];

/** The audits that may be repeated, of all. */
let repeatsLeft = 5;

/** How much slower than this machine the simulated processor is; 4 is Lighthouse's own. */
let slowdown = 4;

/** Repeats an audit whose trace lacks the navigation: a fault of the recording, which has no figures. */
async function audit(origin: string, path: string, person: Person | null): Promise<Result> {
  const result = await auditOnce(origin, path, person);
  if (result.runtimeError?.code !== 'NO_NAVSTART' || repeatsLeft === 0) return result;
  repeatsLeft -= 1;
  return audit(origin, path, person);
}

async function auditOnce(origin: string, path: string, person: Person | null): Promise<Result> {
  const profile = newDataDir();
  const port = await fivePorts();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${port}`],
    baseURL: origin,
  });
  try {
    if (person) await enter(await browser.newPage(), person, '/favicon.svg');
    // The session is in the browser's storage, which would be emptied first; nothing else is there.
    const outcome = await lighthouse(origin + path, {
      port,
      onlyCategories: [...CATEGORIES],
      disableStorageReset: true,
      throttling: { cpuSlowdownMultiplier: slowdown },
      logLevel: 'error',
    });
    if (!outcome) throw new Error(`Lighthouse had nothing to say about ${path}`);
    const { lhr } = outcome;
    if (lhr.finalDisplayedUrl !== origin + path) throw new Error(`${path} led to ${lhr.finalDisplayedUrl}`);
    return lhr;
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;

const scoreOf = (result: Result, category: Category): number =>
  Math.round(100 * (result.categories[category]?.score ?? 0));

/** Returns the audits that lowered a category's score. */
function faults(result: Result, category: Category): string[] {
  const refs = result.categories[category]?.auditRefs ?? [];
  return refs
    .filter(({ weight }) => weight > 0)
    .map(({ id }) => result.audits[id])
    .filter((found) => found?.score !== null && (found?.score ?? 1) < 0.9)
    .map((found) => `${found?.id}: ${found?.title} ${found?.displayValue ?? ''}`);
}

/** The speed of the machine during the audit, by Lighthouse's benchmark: about 1,500 for an idle one. */
const power = (results: readonly Result[]): number =>
  Math.round(median(results.map(({ environment }) => environment.benchmarkIndex)));

const performanceOf = (results: readonly Result[]): number =>
  median(results.map((result) => scoreOf(result, 'performance')));

const blockedMs = (results: readonly Result[]): number =>
  median(results.map((result) => result.audits['total-blocking-time']?.numericValue ?? NaN));

/**
 * Prints the medians of a page; answers whether they are good enough.
 * @param leastPerformance the floor page's score less the points that the page may lose.
 */
function report(name: string, results: readonly Result[], leastPerformance: number): boolean {
  let isGood = true;
  for (const category of CATEGORIES) {
    const scores = results.map((result) => scoreOf(result, category));
    const score = median(scores);
    const least = category === 'performance' ? leastPerformance : LEAST[category];
    const isEnough = score >= least;
    console.log(
      `${isEnough ? 'ok    ' : 'FAILED'} ${name}, ${category}: ${score}, at least ${least} (${scores.join(' ')})`,
    );
    if (isEnough) continue;
    isGood = false;
    for (const fault of new Set(results.flatMap((result) => faults(result, category)))) {
      console.log(`         ${fault}`);
    }
  }
  const metric = (id: string): number =>
    Math.round(median(results.map((result) => result.audits[id]?.numericValue ?? NaN)));
  console.log(
    `       first paint ${metric('first-contentful-paint')} ms, largest ${metric('largest-contentful-paint')} ms, ` +
      `blocked ${metric('total-blocking-time')} ms, on a machine of index ${power(results)}`,
  );
  return isGood;
}

/** The points that a page may lose against the floor page. */
const ALLOWED = { login: 3, entities: 5, schedule: 5, reports: 5 } as const;

async function auditFloor(): Promise<number> {
  const floor = await startFloorSite();
  try {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run++) results.push(await audit(floor.origin, '/', null));
    const score = performanceOf(results);
    console.log(
      `       floor, performance: ${score}, blocked ${Math.round(blockedMs(results))} ms, on a machine of index ${power(results)}`,
    );
    return score;
  } finally {
    await floor.stop();
  }
}

await buildSite();
const floorScore = await auditFloor();
if (plant === 'slow') slowdown = 32;
const dataDir = newDataDir();
const product = await startProduct({ dataDir });
try {
  const owner = await newUser(product);
  const { path } = await newContract(owner);
  const pages = [
    { name: 'login', path: '/login', person: null },
    { name: 'entities', path: '/', person: owner },
    { name: 'schedule', path, person: owner },
    { name: 'reports', path: '/reports?date=2025-06-30', person: owner },
  ] as const;
  for (const page of isSmallest ? pages.slice(0, 1) : pages) {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run++) results.push(await audit(product.origin, page.path, page.person));
    if (!report(page.name, results, sized(floorScore - ALLOWED[page.name], 0))) process.exitCode = 1;
    measured('pageScoreLost', Math.max(0, floorScore - performanceOf(results)));
    measured('pageBlocked', blockedMs(results));
  }
} finally {
  await product.stop();
  removeDataDir(dataDir);
}
