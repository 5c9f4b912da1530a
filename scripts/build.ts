/**
 * Builds every function of the tables of routes and jobs into `dist/functions/<handler>/index.mjs`, each alone and complete.
 * Nothing is built when nothing has changed.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { jobs } from '../functions/jobs.ts';
import { partsOfJob } from '../functions/lib/job.ts';
import { byHandler, partsOf } from '../functions/lib/route.ts';
import { routes } from '../functions/routes.ts';

const root = path.resolve(import.meta.dirname, '..');
const dist = path.join(root, 'dist');
const output = path.join(dist, 'functions');
const stamp = path.join(dist, 'functions-build.json');

/** What the last build was made from, and what it made for each handler. */
export interface FunctionsBuild {
  readonly fingerprint: string;
  readonly bundles: Readonly<Record<string, Bundle>>;
}

export interface Bundle {
  readonly bytes: number;
  /** The npm packages in it with the bytes that each contributes; what was shaken off isn't listed. */
  readonly packages: Readonly<Record<string, number>>;
}

/**
 * Builds the functions unless `dist/functions` is of these sources already.
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

  const fingerprint = await fingerprintOfSources();
  const last = await lastBuild();
  if (last?.fingerprint === fingerprint) return last;

  const fresh = path.join(dist, `functions-${process.pid}`);
  const metafile = await bundle(handlers, fresh);
  const result = { fingerprint, bundles: bundlesOf(metafile, fresh) };
  await mkdir(dist, { recursive: true });
  await rm(stamp, { force: true });
  await rm(output, { recursive: true, force: true });
  await rename(fresh, output);
  await writeFile(stamp, JSON.stringify(result));
  return result;
}

const sourceOf = (handler: string): string => path.join(root, 'functions', `${handler}.ts`);

async function lastBuild(): Promise<FunctionsBuild | undefined> {
  try {
    return JSON.parse(await readFile(stamp, 'utf8')) as FunctionsBuild;
  } catch {
    return undefined;
  }
}

async function fingerprintOfSources(): Promise<string> {
  const patterns = [
    'functions/**/*.ts',
    'domain/**/*.ts',
    'scripts/build.ts',
    'scripts/lambda/*.ts',
    'package-lock.json',
  ];
  const files = (await Array.fromAsync(glob(patterns, { cwd: root }))).toSorted();
  const sum = createHash('sha256');
  for (const file of files) sum.update(file).update(await readFile(path.join(root, file)));
  return sum.digest('hex');
}

/** How a function becomes one file. */
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
  // Some libraries are CommonJS and require Node's own modules, which an ES module has no `require` for.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  alias: {
    '@aws-sdk/credential-provider-node': path.join(root, 'scripts/lambda/environment-credentials.ts'),
    // Of Xero's library one part is used; the whole of it, payrolls of three countries included, starts with it.
    'xero-node': path.join(root, 'node_modules/xero-node/dist/gen/api/accountingApi.js'),
  } as Record<string, string>,
} as const satisfies BuildOptions;

async function bundle(handlers: ReadonlyMap<string, readonly string[]>, outdir: string): Promise<Metafile> {
  const { metafile } = await build({
    ...bundling,
    entryPoints: [...handlers.keys()].map((handler) => ({ in: `entry:${handler}`, out: `${handler}/index` })),
    plugins: [generatedEntries(handlers), bundledFonts],
    outdir,
    outExtension: { '.js': '.mjs' },
    metafile: true,
  });
  return metafile;
}

/** The PDF library requires the metrics of its fonts by a function that the bundler doesn't follow. */
const bundledFonts: Plugin = {
  name: 'bundled-fonts',
  setup: (building) => {
    building.onLoad({ filter: /pdfkit\.node\.mjs$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text.replaceAll("require$1('#standard-fonts/", "require('#standard-fonts/");
      if (contents === text) throw new Error('The PDF library requires its fonts in another way by now.');
      return { contents, loader: 'js' };
    });
  },
};

/** An entry joins a handler, the parts it is composed of, and the start of a function; its text is in no file. */
function generatedEntries(handlers: ReadonlyMap<string, readonly string[]>): Plugin {
  return {
    name: 'generated-entries',
    setup: (building) => {
      building.onResolve({ filter: /^entry:/ }, ({ path: entry }) => ({
        path: entry.replace('entry:', ''),
        namespace: 'entry',
      }));
      building.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path: handler }) => ({
        contents: entryText(handler, handlers.get(handler) ?? []),
        loader: 'ts',
        resolveDir: path.join(root, 'functions'),
      }));
    },
  };
}

function entryText(handler: string, parts: readonly string[]): string {
  return [
    `import { lambdaEntry } from './compose/entry.ts';`,
    `import { handler as endpoint } from './${handler}.ts';`,
    ...parts.map((part) => `import { part as ${part} } from './compose/${part}.ts';`),
    `export const handler = lambdaEntry(endpoint, [${parts.join(', ')}]);`,
  ].join('\n');
}

function bundlesOf({ outputs }: Metafile, outdir: string): Record<string, Bundle> {
  const folder = `${path.relative(root, outdir)}/`;
  const bundles = Object.entries(outputs).map(([file, { bytes, inputs }]) => {
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

if (import.meta.main) {
  const { bundles } = await buildFunctions();
  const sizes = Object.values(bundles).map(({ bytes }) => bytes);
  const kilobytes = Math.round(sizes.reduce((sum, bytes) => sum + bytes, 0) / 1024);
  console.log(`${sizes.length} functions, ${kilobytes} KB together`);
}
