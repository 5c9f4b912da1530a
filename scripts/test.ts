/** `npm test`: every check of the project, and a closing line that counts them. */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { relative } from 'node:path';
import pMap from 'p-map';
import { buildSite } from './build/site.ts';
import { buildFunctions } from './build/functions.ts';
import { findChromium } from './chromium.ts';

interface Outcome {
  readonly passed: number;
  /** Names of the failed checks and tests. */
  readonly failed: readonly string[];
  readonly skipped: number;
}

const RESULTS = 'test-results';
const UNITS = `${RESULTS}/units.json`;
const JOURNEYS = `${RESULTS}/journeys.json`;

/** A check that hangs is ended and has failed, in milliseconds. No machine is that slow. */
const LONGEST_MS = 3 * 60 * 60_000;

/**
 * Runs a command that passes or fails as a whole, and that prints its closing line, if it has one. Its output is shown
 * when it fails.
 */
async function check(name: string, line: string, closing = /^/): Promise<Outcome> {
  const { code, output, seconds } = await run(line.split(' '), 'pipe');
  const isWell = code === 0 && closing.test(output);
  console.log(`${isWell ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`);
  if (!isWell) console.log(output);
  return { passed: isWell ? 1 : 0, failed: isWell ? [] : [name], skipped: 0 };
}

/** Runs a file of Node, or a command or tool that `scripts/run.mjs` knows. */
function run(
  line: readonly string[],
  stream: 'pipe' | 'inherit',
): Promise<{ code: number; output: string; seconds: string }> {
  const args = line[0] === 'node' ? line.slice(1) : ['scripts/run.mjs', ...line];
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', stream, stream], timeout: LONGEST_MS });
    const chunks: Buffer[] = [];
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
    const finish = (code: number): void => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      resolve({ code, output: Buffer.concat(chunks).toString('utf8'), seconds });
    };
    child.on('error', (error) => {
      chunks.push(Buffer.from(String(error)));
      finish(1);
    });
    child.on('exit', (code, signal) => {
      if (signal !== null)
        chunks.push(Buffer.from(`\nEnded by ${signal} after ${LONGEST_MS / 60_000} minutes.`));
      finish(code ?? 1);
    });
  });
}

/** Runs a test runner that reports its own counts. A runner that fails without a failed test counts as one failure. */
async function count(name: string, line: readonly string[], read: () => Outcome): Promise<Outcome> {
  console.log(`\n${name}`);
  const { code } = await run(line, 'inherit');
  try {
    const outcome = read();
    return code !== 0 && outcome.failed.length === 0 ? { ...outcome, failed: [name] } : outcome;
  } catch {
    return { passed: 0, failed: [name], skipped: 0 };
  }
}

interface UnitReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string }[];
  }[];
}

/** A file that failed without a failed test, for example while loading, counts as one failure. */
function units(): Outcome {
  const report = JSON.parse(readFileSync(UNITS, 'utf8')) as UnitReport;
  const failed = report.testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed');
      const file = relative(process.cwd(), name);
      return tests.length === 0 ? [file] : tests.map(({ fullName }) => `${file}: ${fullName}`);
    });
  return { passed: report.numPassedTests, failed, skipped: report.numPendingTests };
}

interface JourneySuite {
  readonly specs: readonly { readonly file: string; readonly title: string; readonly ok: boolean }[];
  readonly suites?: readonly JourneySuite[];
}

function journeys(): Outcome {
  const report = JSON.parse(readFileSync(JOURNEYS, 'utf8')) as {
    readonly stats: Record<string, number>;
    readonly suites: readonly JourneySuite[];
  };
  const specsOf = ({ specs, suites = [] }: JourneySuite): JourneySuite['specs'] => [
    ...specs,
    ...suites.flatMap(specsOf),
  ];
  const failed = report.suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return {
    passed: report.stats['expected'] ?? 0,
    failed: failed.map(({ file, title }) => `${file}: ${title}`),
    skipped: report.stats['skipped'] ?? 0,
  };
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });
process.env['CHROMIUM_PATH'] = findChromium();
// Each of some fifty processes would compile the same modules.
process.env['NODE_COMPILE_CACHE'] ??= `${process.cwd()}/node_modules/.cache/node`;

/** Checks that pass or fail as a whole run two at a time, for the two processors that a machine has at least. */
const AT_ONCE = { concurrency: 2 };

/**
 * The checks of the sources, with their commands; the longest first. oxlint reports the compiler's errors too, by the
 * nearest tsconfig.json of each file. The pages that read documents are compiled a second time, without a browser's types.
 */
const CHECKS = [
  ['lint and types', 'oxlint --type-aware --type-check --deny-warnings'],
  ['nothing unused', 'knip'],
  ['dependency rules', 'node scripts/check/dependencies.ts'],
  ['dependencies: what the product runs on', 'knip --production --strict --dependencies'],
  ['types: domain and extraction, without Node or a browser', 'tsc -p domain'],
  ['format', 'oxfmt --check'],
] as const;
// Built once here, because tests in parallel would each start a build. They report a failed build.
const building = Promise.allSettled([buildSite(), buildFunctions()]);
const outcomes = await pMap(CHECKS, ([name, line]) => check(name, line), AT_ONCE);
await building;
outcomes.push(
  await count(
    'Units, handlers, infrastructure',
    ['vitest', 'run', '--reporter=dot', '--reporter=json', `--outputFile.json=${UNITS}`],
    units,
  ),
);
outcomes.push(await count('Journeys in the browser', ['playwright', 'test'], journeys));

/** The commands of the README, each at its smallest size, with the closing line that it must print. */
const COMMANDS: readonly (readonly [name: string, line: string, closing?: RegExp])[] = [
  smallest('figures', /^\d+ passed, 0 failed/m),
  ['npx cdk synth', `cdk synth --quiet -c stage=dev --output ${RESULTS}/cdk`],
  smallest('pictures 1440', /signed-out-1440-1\.png$/m),
  smallest('seed', /^The practice is ready/m),
  smallest('simulate', /^10 seeds, all well/m),
  smallest('bench lists', /^1 passed, 0 failed/m),
  smallest('proof domain', /^1 passed, 0 failed/m),
  smallest('openapi', /openapi/i),
];
console.log('\nCommands at their smallest size');
outcomes.push(...(await pMap(COMMANDS, (command) => check(...command), AT_ONCE)));

function smallest(command: string, closing: RegExp) {
  return [`npm run ${command}`, `${command} --smallest`, closing] as const;
}

const sum = (counts: readonly number[]): number => counts.reduce((all, each) => all + each, 0);
const passed = sum(outcomes.map((outcome) => outcome.passed));
const skipped = sum(outcomes.map((outcome) => outcome.skipped));
const failed = outcomes.flatMap((outcome) => outcome.failed);
// Named once more at the end, where a long log is read first.
if (failed.length > 0) console.log(`\nFailed\n${failed.join('\n')}`);
console.log(`\n${passed} passed, ${failed.length} failed, ${skipped} skipped`);
process.exit(failed.length > 0 ? 1 : 0);
