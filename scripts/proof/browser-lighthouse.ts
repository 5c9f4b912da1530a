/**
 * Lighthouse's mobile audit of the built site: the login page, and pages of a signed-in user. Each is the median of
 * five, every time in a new browser that has nothing of the site yet. `node scripts/proof/browser-lighthouse.ts`
 */
import { rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse, { type Result } from 'lighthouse';
import { newContract } from '../../tests/journeys/contracts.ts';
import { enter, newUser, type Person } from '../../tests/journeys/portal.ts';
import { newDataDir, removeDataDir, startProduct } from '../../tests/support/local-product.ts';
import { buildWeb } from '../build-web.ts';
import { CHROMIUM_FLAGS, findChromium } from '../chromium.ts';

const RUNS = 5;
const LEAST = { performance: 96, accessibility: 100, 'best-practices': 100 } as const;
type Category = keyof typeof LEAST;
const CATEGORIES = Object.keys(LEAST) as Category[];

async function audit(origin: string, path: string, person: Person | null): Promise<Result> {
  const profile = newDataDir();
  const port = await freePort();
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
      onlyCategories: CATEGORIES,
      disableStorageReset: true,
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

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((done) => void probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => void probe.close(done));
  return port;
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;

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

/** Prints the medians of a page; answers whether they are good enough. */
function report(name: string, results: readonly Result[]): boolean {
  let isGood = true;
  for (const category of CATEGORIES) {
    const scores = results.map((result) => scoreOf(result, category));
    const score = median(scores);
    const isEnough = score >= LEAST[category];
    console.log(
      `${isEnough ? 'ok    ' : 'FAILED'} ${name}, ${category}: ${score}, at least ${LEAST[category]} (${scores.join(' ')})`,
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

await buildWeb();
const dataDir = newDataDir();
const product = await startProduct({ dataDir });
try {
  const owner = await newUser(product);
  const { path } = await newContract(owner);
  const pages = [
    { name: 'login', path: '/login', person: null },
    { name: 'entities', path: '/', person: owner },
    { name: 'schedule', path, person: owner },
  ];
  for (const page of pages) {
    const results: Result[] = [];
    for (let run = 0; run < RUNS; run++) results.push(await audit(product.origin, page.path, page.person));
    if (!report(page.name, results)) process.exitCode = 1;
  }
} finally {
  await product.stop();
  removeDataDir(dataDir);
}
