/**
 * Builds the site: scripts split by route, one stylesheet, a script that runs before the first paint, hashed
 * names. An up-to-date build is kept.
 */
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import { build, type BuildOptions, type BuildResult, type Metafile, type Plugin } from 'esbuild';
import { firstPages } from '../../web/first-pages.ts';
import { replaceFolder } from './replace-folder.ts';
import { withoutUnusedTokens } from './web/design-tokens.ts';
import { withFoundations } from './web/foundation.ts';
import { helpFiles } from './web/help-pages.ts';
import { primerDirect } from './web/primer-direct.ts';
import { iconsAtOneHeight } from './web/octicons.ts';

const root = path.resolve(import.meta.dirname, '../..');
const web = path.join(root, 'web');

/** A development build is readable: neither minified nor shaken, with source maps. */
export type BuildMode = 'production' | 'development';

const FOLDERS = { production: 'dist/web', development: 'dist/web-development' } as const;

/** The folder that holds the built site. */
export const siteFolder = (mode: BuildMode): string => path.join(root, FOLDERS[mode]);

/** The hash of the sources, and the output. Paths in `meta` are relative to the project. */
export interface WebBuild {
  readonly fingerprint: string;
  readonly stylesheet: string;
  readonly boot: string;
  readonly meta: Metafile;
}

/** Builds the site, or returns the last build when its sources have not changed. */
export async function buildWeb(mode: BuildMode = 'production'): Promise<WebBuild> {
  const output = siteFolder(mode);
  const stamp = `${output}-build.json`;
  const fingerprint = await fingerprintOfSources();
  const last = await lastBuild(stamp);
  if (last?.fingerprint === fingerprint) return last;
  const scripts = await buildScripts(mode);
  const files = scripts.outputFiles.filter(({ path: file }) => /\.js(\.map)?$/.test(file));
  const css = await buildStylesheet(mode, scripts);
  const stylesheet = `assets/app-${hash(css).slice(0, 8)}.css`;
  const boot = await buildBoot(mode, scripts.metafile);
  const bootFile = `assets/boot-${hash(boot).slice(0, 8)}.js`;
  const page = await buildPage(scripts.metafile, stylesheet, bootFile);
  const fresh = `${output}-${process.pid}-${threadId}`;
  await mkdir(path.join(fresh, 'assets'), { recursive: true });
  await cp(path.join(web, 'public'), fresh, { recursive: true });
  await mkdir(path.join(fresh, 'help', 'pictures'), { recursive: true });
  await Promise.all([
    ...files.map((file) => writeFile(path.join(fresh, path.relative(output, file.path)), file.contents)),
    ...helpFiles(web).map(({ file, content }) => writeFile(path.join(fresh, file), content)),
    writeFile(path.join(fresh, stylesheet), css),
    writeFile(path.join(fresh, bootFile), boot),
    writeFile(path.join(fresh, 'index.html'), page),
  ]);
  const result = { fingerprint, stylesheet, boot: bootFile, meta: scripts.metafile };
  await rm(stamp, { force: true });
  await replaceFolder(output, fresh);
  await writeFile(stamp, JSON.stringify(result));
  return result;
}

async function lastBuild(stamp: string): Promise<WebBuild | undefined> {
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
    'functions/client/route-client.ts',
    'scripts/build/web/*.ts',
    'scripts/build/web.ts',
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

const sharedOptions = (mode: BuildMode) =>
  ({
    absWorkingDir: root,
    bundle: true,
    minify: mode === 'production',
    write: false,
    target: 'es2023',
    legalComments: 'none',
    logLevel: 'warning',
    define: { 'process.env.NODE_ENV': JSON.stringify(mode) },
  }) as const satisfies BuildOptions;

type Built = BuildResult<{ write: false; metafile: true }>;

export const sitePlugins = (): Plugin[] => [
  withFoundations(root, foundations),
  primerDirect(web),
  iconsAtOneHeight(),
];

/** Bundles the scripts. Other `plugins` serve to measure the effect of each. */
export async function buildScripts(mode: BuildMode, plugins = sitePlugins()): Promise<Built> {
  return build({
    ...sharedOptions(mode),
    entryPoints: { app: path.join(web, 'main.tsx') },
    outdir: path.join(siteFolder(mode), 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    format: 'esm',
    splitting: true,
    sourcemap: mode === 'development' && 'linked',
    jsx: 'automatic',
    loader: { '.svg': 'dataurl' },
    metafile: true,
    plugins,
  });
}

/** The shell, the home page, and the pages before sign-in, which need little of what the other pages share. */
const OUTER =
  /^web\/(shell\/(shell|guard)|entities\/(entity-list|entity-table|first-steps)|users\/(?!account-|add-|change-|delete-|factors|lost-factors|recovery-codes|security|sessions|verify))/;

const foundations = [
  { file: path.join(web, 'foundation.ts'), isUnder: () => true },
  {
    file: path.join(web, 'inner-foundation.ts'),
    isUnder: (file: string) => !OUTER.test(file),
  },
];

const SHELL = 'web/shell/shell.tsx';
const LOGIN_PAGE = 'web/users/login.tsx';

async function buildBoot(mode: BuildMode, meta: Metafile): Promise<Uint8Array> {
  const started = loadedWith(meta, 'web/main.tsx');
  const scriptsOf = (source: string): string[] =>
    [...loadedWith(meta, source).difference(started)].map(addressOf);
  const pageScripts = Object.fromEntries(firstPages.map(({ source }) => [source, scriptsOf(source)]));
  const { outputFiles } = await build({
    ...sharedOptions(mode),
    entryPoints: [path.join(web, 'boot.ts')],
    format: 'iife',
    define: {
      SHELL_SCRIPTS: JSON.stringify(scriptsOf(SHELL)),
      PAGE_SCRIPTS: JSON.stringify(pageScripts),
      LOGIN_SCRIPTS: JSON.stringify(scriptsOf(LOGIN_PAGE)),
    },
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
async function buildStylesheet(mode: BuildMode, { metafile, outputFiles }: Built): Promise<string> {
  const sheets = Object.entries(metafile.outputs).filter(([file]) => file.endsWith('.css'));
  const files = [...new Set(sheets.flatMap(([, sheet]) => Object.keys(sheet.inputs)))];
  const imports = files
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((file) => `@import ${JSON.stringify(path.join(root, file))};`);
  const result = await build({
    ...sharedOptions(mode),
    stdin: { contents: imports.join('\n'), resolveDir: root, loader: 'css' },
  });
  const css = result.outputFiles[0]?.text ?? '';
  if (mode === 'development') return css;
  const texts = outputFiles.filter(({ path: file }) => file.endsWith('.js')).map(({ text }) => text);
  return withoutUnusedTokens(css, texts.join('\n'));
}

/** Libraries, theme, shared parts, features: each may override those before it. */
function rankOf(file: string): number {
  if (file.startsWith('node_modules/')) return 0;
  if (file.startsWith('web/theme/')) return 1;
  return file.startsWith('web/ui/') ? 2 : 3;
}

async function buildPage(meta: Metafile, stylesheet: string, boot: string): Promise<string> {
  const [file = '', ...others] = loadedWith(meta, 'web/main.tsx');
  const preloads = others.map((chunk) => `<link rel="modulepreload" href="${addressOf(chunk)}">`);
  const template = await readFile(path.join(web, 'index.html'), 'utf8');
  return template
    .replace('<!-- boot -->', `<script src="/${boot}"></script>`)
    .replace('<!-- stylesheet -->', `<link rel="stylesheet" href="/${stylesheet}">`)
    .replace(
      '<!-- scripts -->',
      [...preloads, `<script type="module" src="${addressOf(file)}"></script>`].join(''),
    );
}

const addressOf = (file: string): string => file.replace(/^dist\/[^/]+/, '');
