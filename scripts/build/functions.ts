/**
 * Builds every function of the tables of routes and jobs: its entry as `dist/entries/<handler>/index.ts`, and its complete
 * bundle as `dist/functions/<handler>/index.mjs`. An up-to-date build is kept.
 */
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { SourceMapPayload } from 'node:module';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { build, stop, type BuildOptions, type Metafile } from 'esbuild';
import { jobs } from '../../functions/api/jobs.ts';
import { partsOfJob } from '../../functions/api/job.ts';
import { byHandler, partsOf } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { inChunks } from '../../functions/lib/in-chunks.ts';
import { fingerprintOf } from './fingerprint.ts';
import { replaceFolder } from './replace-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const dist = path.join(root, 'dist');
const output = path.join(dist, 'functions');
const entries = path.join(dist, 'entries');
const stamp = path.join(dist, 'functions-build.json');
const FONTS = path.join(root, 'node_modules/pdfkit/js/standard-fonts');
const SOURCES = [
  'functions/**/*.ts',
  'domain/**/*.ts',
  'scripts/build/functions.ts',
  'scripts/build/*.ts',
  'package-lock.json',
];

/** The hash of the sources, and the bundle of each handler. */
export interface FunctionsBuild {
  readonly fingerprint: string;
  readonly bundles: Readonly<Record<string, Bundle>>;
}

export interface Bundle {
  readonly bytes: number;
  /** Bytes of each npm package in the bundle. A package without a byte in it is not listed. */
  readonly packages: Readonly<Record<string, number>>;
}

/**
 * Builds the functions, or returns the last build when its sources have not changed.
 * @throws Error that names the handlers that have a row but no file.
 */
export async function buildFunctions(): Promise<FunctionsBuild> {
  const ofRoutes = [...byHandler(routes)].map(([handler, rows]) => {
    const parts = new Set(rows.flatMap(([, row]) => partsOf(row)));
    return [handler, [...parts].toSorted()] as const;
  });
  const ofJobs = Object.values(jobs).map((row) => [row.handler, partsOfJob(row)] as const);
  const handlers = new Map([...ofRoutes, ...ofJobs]);
  const missing = [...handlers.keys()].filter((handler) => !existsSync(sourceOf(handler)));
  if (missing.length > 0) throw new Error(`These handlers have a row but no file: ${missing.join(', ')}.`);

  const fingerprint = await fingerprintOf(root, SOURCES);
  const last = await lastBuild();
  if (last?.fingerprint === fingerprint) return last;

  const fresh = path.join(dist, `functions-${process.pid}-${threadId}`);
  await emitEntries(handlers);
  const outputs = await bundle([...handlers.keys()], fresh);
  const result = { fingerprint, bundles: bundlesOf(outputs, fresh) };
  await addFonts(fresh, result.bundles);
  await publish(fresh, result);
  return result;
}

/** Replaces `dist/functions`, unless another process has finished the same build by now. */
async function publish(fresh: string, result: FunctionsBuild): Promise<void> {
  if ((await lastBuild())?.fingerprint === result.fingerprint) {
    await rm(fresh, { recursive: true });
    return;
  }
  await rm(stamp, { force: true });
  await replaceFolder(output, fresh);
  await writeFile(stamp, JSON.stringify(result));
}

const sourceOf = (handler: string): string => path.join(root, 'functions', `${handler}.ts`);

async function lastBuild(): Promise<FunctionsBuild | undefined> {
  try {
    return JSON.parse(await readFile(stamp, 'utf8')) as FunctionsBuild;
  } catch {
    return undefined;
  }
}

/** The options that bundle a function into one file. */
export const bundling = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  format: 'esm',
  platform: 'node',
  target: 'node24',
  mainFields: ['module', 'main'],
  legalComments: 'none',
  logLevel: 'warning',
  // CommonJS libraries call `require` for Node's own modules, which an ES module does not have.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  alias: {
    '@aws-sdk/credential-provider-node': path.join(root, 'scripts/build/environment-credentials.ts'),
    'xero-node': path.join(root, 'scripts/build/xero-accounting.ts'),
  } as Record<string, string>,
} as const satisfies BuildOptions;

/** The linker holds a copy of all modules for each entry of a call. This many keep it near 2 GB. */
const AT_ONCE = 40;

/** Bundles the entries, and ends esbuild, which would keep its memory for the rest of the process. */
async function bundle(handlers: readonly string[], outdir: string): Promise<Metafile['outputs']> {
  const outputs: Metafile['outputs'] = {};
  for (const chunk of inChunks(handlers, AT_ONCE)) {
    const { metafile } = await build({
      ...bundling,
      entryPoints: chunk.map(entryPointOf),
      outdir,
      outExtension: { '.js': '.mjs' },
      metafile: true,
    });
    Object.assign(outputs, metafile.outputs);
  }
  await stop();
  return outputs;
}

/**
 * Bundles one function of the last build again, and returns the map from its bundle to the sources. Maps of all functions
 * would take a third of the build's time.
 */
export async function sourceMapOf(handler: string): Promise<SourceMapPayload> {
  const { outputFiles } = await build({
    ...bundling,
    entryPoints: [entryPointOf(handler)],
    outdir: root,
    sourcemap: 'external',
    sourcesContent: false,
    write: false,
  });
  const map = outputFiles.find(({ path: file }) => file.endsWith('.map'));
  if (!map) throw new Error(`esbuild has written no map of ${handler}.`);
  const payload = JSON.parse(map.text) as SourceMapPayload;
  const sources = payload.sources.map((source) =>
    path.relative(root, path.resolve(path.dirname(map.path), source)),
  );
  return { ...payload, sources };
}

/**
 * Puts the PDF library's font metrics beside the bundles that contain it. The library requires them at run time by the
 * import name `#standard-fonts/*`, which Node looks up in the nearest package.json.
 */
async function addFonts(outdir: string, bundles: FunctionsBuild['bundles']): Promise<void> {
  const withPdf = Object.entries(bundles).filter(([, { packages }]) => 'pdfkit' in packages);
  for (const [handler] of withPdf) {
    const folder = path.join(outdir, handler);
    await cp(FONTS, path.join(folder, 'standard-fonts'), {
      recursive: true,
      filter: (file) => !file.endsWith('.mjs'),
    });
    const manifest = { imports: { '#standard-fonts/*': './standard-fonts/*.cjs' } };
    await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  }
}

const entryOf = (handler: string): string => path.join(entries, handler, 'index.ts');

const entryPointOf = (handler: string) => ({ in: entryOf(handler), out: `${handler}/index` });

async function emitEntries(handlers: ReadonlyMap<string, readonly string[]>): Promise<void> {
  for (const [handler, parts] of handlers) {
    const file = entryOf(handler);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, entryText(path.dirname(file), handler, parts));
  }
}

/** An entry connects a handler with the services that its row uses. */
function entryText(folder: string, handler: string, parts: readonly string[]): string {
  const source = (file: string): string => path.posix.join(toFunctions, `${file}.ts`);
  const toFunctions = path.relative(folder, path.join(root, 'functions')).replaceAll(path.sep, '/');
  return [
    `import { lambdaEntry } from '${source('compose/entry')}';`,
    `import { handler as endpoint } from '${source(handler)}';`,
    ...parts.map((part) => `import { part as ${part} } from '${source(`compose/${part}`)}';`),
    `export const handler = lambdaEntry(endpoint, [${parts.join(', ')}]);`,
    '',
  ].join('\n');
}

function bundlesOf(outputs: Metafile['outputs'], outdir: string): Record<string, Bundle> {
  const folder = `${path.relative(root, outdir)}/`;
  const files = Object.entries(outputs).filter(([file]) => file.endsWith('.mjs'));
  const bundles = files.map(([file, { bytes, inputs }]) => {
    const handler = file.replace(folder, '').replace('/index.mjs', '');
    return [handler, { bytes, packages: packagesOf(inputs) }] as const;
  });
  return Object.fromEntries(bundles);
}

function packagesOf(inputs: Metafile['outputs'][string]['inputs']): Record<string, number> {
  const packages: Record<string, number> = {};
  for (const [file, { bytesInOutput }] of Object.entries(inputs)) {
    const [, name] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
    if (name !== undefined && bytesInOutput > 0) packages[name] = (packages[name] ?? 0) + bytesInOutput;
  }
  return packages;
}
