/**
 * Builds the site into `dist/web`: scripts split by route, one stylesheet, `/boot.js` for the theme before
 * the first paint, hashed names. Nothing is built when nothing has changed.
 */
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type BuildOptions, type BuildResult, type Metafile } from 'esbuild';
import { shakeTokens } from './web/css-shake.ts';
import { withFoundations } from './web/foundation.ts';
import { primerDirect } from './web/primer-direct.ts';
import { iconsAtOneHeight, withoutPopoverPolyfill } from './web/slim.ts';

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'web');
const output = path.join(root, 'dist/web');
const stamp = path.join(root, 'dist/web-build.json');

/** What the last build was made from and what it consists of; `meta` has paths relative to the project. */
export interface WebBuild {
  readonly fingerprint: string;
  readonly stylesheet: string;
  readonly meta: Metafile;
}

/** Builds the site unless `dist/web` is of these sources already. */
export async function buildWeb(): Promise<WebBuild> {
  const fingerprint = await fingerprintOfSources();
  const last = await lastBuild();
  if (last?.fingerprint === fingerprint) return last;
  const scripts = await buildScripts();
  const text = scripts.outputFiles
    .filter(isScript)
    .map((file) => file.text)
    .join('\n');
  const css = await buildStylesheet(scripts.metafile, text);
  const stylesheet = `assets/app-${hash(css).slice(0, 8)}.css`;
  await rm(stamp, { force: true });
  await rm(output, { recursive: true, force: true });
  await mkdir(path.join(output, 'assets'), { recursive: true });
  await cp(path.join(web, 'public'), output, { recursive: true });
  await Promise.all([
    ...scripts.outputFiles.filter(isScript).map((file) => writeFile(file.path, file.contents)),
    writeFile(path.join(output, stylesheet), css),
    writeFile(path.join(output, 'boot.js'), await buildBoot(scripts.metafile)),
    writeFile(path.join(output, 'index.html'), await buildPage(scripts.metafile, stylesheet)),
  ]);
  const result = { fingerprint, stylesheet, meta: scripts.metafile };
  await writeFile(stamp, JSON.stringify(result));
  return result;
}

async function lastBuild(): Promise<WebBuild | undefined> {
  try {
    return JSON.parse(await readFile(stamp, 'utf8')) as WebBuild;
  } catch {
    return undefined;
  }
}

async function fingerprintOfSources(): Promise<string> {
  const patterns = [
    'web/**/*.*',
    'domain/**/*.ts',
    'functions/route-client.ts',
    'scripts/web/*.ts',
    'scripts/build-web.ts',
    'package-lock.json',
  ];
  const files = (await Array.fromAsync(glob(patterns, { cwd: root }))).toSorted();
  const contents = await Promise.all(files.map((file) => readFile(path.join(root, file))));
  return hash(...files, ...contents);
}

function hash(...parts: (string | Uint8Array)[]): string {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex');
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  minify: true,
  write: false,
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
} as const satisfies BuildOptions;

type Built = BuildResult<{ write: false; metafile: true }>;

async function buildScripts(): Promise<Built> {
  return build({
    ...shared,
    entryPoints: { app: path.join(web, 'main.tsx') },
    outdir: path.join(output, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    jsx: 'automatic',
    metafile: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      withFoundations(root, foundations),
      primerDirect(web),
      iconsAtOneHeight(),
      withoutPopoverPolyfill(),
    ],
  });
}

const foundations = [
  { file: path.join(web, 'foundation.ts'), isUnder: () => true },
  {
    file: path.join(web, 'schedules/foundation.ts'),
    isUnder: (file: string) => /^web\/(schedules\/|xero\/(?!authorise)|entities\/entity-page)/.test(file),
  },
];

const isScript = ({ path: file }: { readonly path: string }): boolean => file.endsWith('.js');

/** Pages that are opened first most often, by the pattern of their address, and the shell around them all. */
const FIRST_PAGES = {
  '.': 'web/shell/shell.tsx',
  '^/$': 'web/entities/entity-list.tsx',
  '^/entity/[^/]+$': 'web/entities/entity-page.tsx',
  '^/entity/[^/]+/[^/]{36}$': 'web/schedules/schedule-page.tsx',
};

async function buildBoot(meta: Metafile): Promise<Uint8Array> {
  const started = loadedWith(meta, 'web/main.tsx');
  const pageScripts = Object.entries(FIRST_PAGES).map(([address, source]) => [
    address,
    [...loadedWith(meta, source).difference(started)].map(addressOf),
  ]);
  const { outputFiles } = await build({
    ...shared,
    entryPoints: [path.join(web, 'theme/boot.ts')],
    format: 'iife',
    define: { PAGE_SCRIPTS: JSON.stringify(pageScripts) },
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** The script that a source file is the entry of, and all that it imports at once. */
export function loadedWith({ outputs }: Metafile, source: string): Set<string> {
  const isEntry = ([, { entryPoint }]: [string, Metafile['outputs'][string]]): boolean =>
    entryPoint?.replace('lazy:', '') === source;
  const [entry] = Object.entries(outputs).find(isEntry) ?? [];
  if (entry === undefined) throw new Error(`${source} has no script of its own`);
  const files = new Set([entry]);
  for (const file of files) {
    for (const { path: imported, kind } of outputs[file]?.imports ?? []) {
      if (kind === 'import-statement') files.add(imported);
    }
  }
  return files;
}

/** esbuild doesn't load the styles of lazy chunks, so all go into one sheet: the libraries' first, then ours. */
async function buildStylesheet(meta: Metafile, scripts: string): Promise<string> {
  const sheets = Object.entries(meta.outputs).filter(([file]) => file.endsWith('.css'));
  const files = [...new Set(sheets.flatMap(([, sheet]) => Object.keys(sheet.inputs)))];
  const imports = files
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((file) => `@import ${JSON.stringify(path.join(root, file))};`);
  const { outputFiles } = await build({
    ...shared,
    stdin: { contents: imports.join('\n'), resolveDir: root, loader: 'css' },
  });
  const tokens = await primerTokens();
  return shakeTokens(outputFiles[0]?.text ?? '', scripts, (name) => tokens.has(name));
}

/** Libraries, theme, shared parts, features: each may override those before it. */
function rankOf(file: string): number {
  if (file.startsWith('node_modules/')) return 0;
  if (file.startsWith('web/theme/')) return 1;
  return file.startsWith('web/ui/') ? 2 : 3;
}

/** Every design token that Primer declares. */
async function primerTokens(): Promise<Set<string>> {
  const sheets = await Array.fromAsync(
    glob('node_modules/@primer/primitives/dist/css/**/*.css', { cwd: root }),
  );
  const texts = await Promise.all(sheets.map((sheet) => readFile(path.join(root, sheet), 'utf8')));
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^\s*(--[\w-]+):/gm)].map(([, name = '']) => name)),
  );
}

async function buildPage(meta: Metafile, stylesheet: string): Promise<string> {
  const [file = '', ...others] = loadedWith(meta, 'web/main.tsx');
  const preloads = others.map((chunk) => `<link rel="modulepreload" href="${addressOf(chunk)}">`);
  const template = await readFile(path.join(web, 'index.html'), 'utf8');
  return template
    .replace('<!-- stylesheet -->', `<link rel="stylesheet" href="/${stylesheet}">`)
    .replace(
      '<!-- scripts -->',
      [...preloads, `<script type="module" src="${addressOf(file)}"></script>`].join(''),
    );
}

const addressOf = (file: string): string => file.replace(/^dist\/web/, '');
