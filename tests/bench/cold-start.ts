import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { buildFunctions, bundling } from '../../scripts/build/functions.ts';
import { measured } from '../support/figures.ts';
import { isSmallest, sized } from '../support/command.ts';

/*
 * Measures the load time of each built function in its own process, against an empty function and against the bare
 * DynamoDB client in the same run. The measure is processor time, the minimum of several starts, since other load on the
 * machine disturbs it least. Run by `node tests/bench/cold-start.ts`.
 */

const STARTS = sized(5, 1);
const SOME = new Set(['entities/list-entities', 'auto-sync/sync-worker']);

const root = path.resolve(import.meta.dirname, '../..');
const CLIENT = `
  import { DynamoDBClient, GetItemCommand, QueryCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
  export const handler = [new DynamoDBClient(), GetItemCommand, QueryCommand, TransactWriteItemsCommand];`;

interface Candidate {
  readonly name: string;
  readonly file: string;
  readonly bytes: number;
  readonly hasVendor: boolean;
}

const { bundles } = await buildFunctions();
const functions: Candidate[] = Object.entries(bundles)
  .filter(([name]) => !isSmallest || SOME.has(name))
  .map(([name, { bytes, packages }]) => ({
    name,
    file: path.join(root, 'dist/functions', name, 'index.mjs'),
    bytes,
    hasVendor: 'xero-node' in packages || 'stripe' in packages,
  }));

const folder = mkdtempSync(path.join(tmpdir(), 'cold-start-'));
try {
  const baselines = [
    await baseline('empty handler', 'export const handler = async () => ({});', bundling),
    await baseline('bare DynamoDB client', CLIENT, { ...bundling, alias: {} }),
    await baseline('… with lean credentials', CLIENT, bundling),
  ];
  report(baselines, measure([...baselines, ...functions]));
} finally {
  rmSync(folder, { recursive: true });
}

async function baseline(name: string, contents: string, options: typeof bundling): Promise<Candidate> {
  const { outputFiles } = await build({
    ...options,
    stdin: { contents, resolveDir: root },
    write: false,
  });
  const file = path.join(folder, `${name.replaceAll(/\W/g, '-')}.mjs`);
  const [output] = outputFiles;
  writeFileSync(file, output?.contents ?? '');
  return { name, file, bytes: output?.contents.length ?? 0, hasVendor: false };
}

/** Milliseconds by name. Everything is started once before anything is started again. */
function measure(candidates: readonly Candidate[]): ReadonlyMap<string, number> {
  const least = new Map<string, number>();
  for (let start = 0; start < STARTS; start++) {
    for (const { name, file } of candidates) {
      least.set(name, Math.min(load(file), least.get(name) ?? Number.POSITIVE_INFINITY));
    }
  }
  return least;
}

function load(file: string): number {
  const script = `
    const before = process.cpuUsage();
    await import(${JSON.stringify(pathToFileURL(file).href)});
    const { user, system } = process.cpuUsage(before);
    console.log((user + system) / 1000);`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { AWS_REGION: 'ap-southeast-2' },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file}: ${stderr}`);
  return Number(stdout);
}

function report(baselines: readonly Candidate[], milliseconds: ReadonlyMap<string, number>): void {
  const time = ({ name }: Candidate): number => milliseconds.get(name) ?? Number.NaN;
  const byTime = functions.toSorted((a, b) => time(a) - time(b));
  const bare = time(baselines[1] as Candidate);
  for (const candidate of [...baselines, ...byTime]) {
    const columns = [
      time(candidate).toFixed(0).padStart(5),
      `${(time(candidate) / bare).toFixed(2)} ×`.padStart(8),
      `${Math.round(candidate.bytes / 1024)} KB`.padStart(9),
    ];
    console.log(`${columns.join(' ')}  ${candidate.name}`);
  }
  const middle = time(byTime[Math.floor(byTime.length / 2)] as Candidate) / bare;
  const vendor = Math.max(...byTime.filter(({ hasVendor }) => hasVendor).map(time)) / bare;
  console.log('milliseconds of processor time, beside the bare client');
  measured('middleColdStart', middle);
  measured('vendorColdStart', vendor);
}
