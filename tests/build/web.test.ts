import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { build, type Rolldown } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
const KB = 1024;
const files = new Map<string, Rolldown.OutputChunk | Rolldown.OutputAsset>();

beforeAll(async () => {
  // Vite builds for the NODE_ENV of its process; the next file of this worker renders with React for tests.
  vi.stubEnv('NODE_ENV', 'production');
  const configFile = path.join(root, 'vite.config.ts');
  const built = await build({ configFile, logLevel: 'warn', build: { write: false } });
  for (const file of (built as Rolldown.RolldownOutput).output) files.set(file.fileName, file);
});

afterAll(() => void vi.unstubAllEnvs());

function contentOf(name: string): string {
  const file = files.get(name);
  return file?.type === 'chunk' ? file.code : String(file?.source);
}

const chunks = (): Rolldown.OutputChunk[] => [...files.values()].filter((file) => file.type === 'chunk');
const sizeOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(contentOf(name), { level: 9 }).length, 0) / KB;

/** The files that the application's page names. The log-in page and the home page load no others. */
const loaded = (pattern: RegExp): string[] =>
  [...contentOf('index.html').matchAll(pattern)].map(([, name = '']) => name);
const SCRIPT = /(?:src|modulepreload"[^>]* href)="\/(assets\/[^"]+\.js)"/g;
const STYLESHEET = /href="\/(assets\/[^"]+\.css)"/g;

describe('the log-in page', () => {
  test('loads at most 115 KB of scripts, compressed by gzip', () => {
    const scripts = loaded(SCRIPT);
    const modules = scripts.flatMap((name) => chunks().find(({ fileName }) => fileName === name)?.moduleIds);
    expect(modules).toContain(path.join(root, 'web/users/login.tsx'));
    expect(modules).toContain(path.join(root, 'web/entities/entity-list.tsx'));
    expect(sizeOf(scripts)).toBeLessThanOrEqual(115);
  });

  test('loads at most 32 KB of styles, compressed by gzip', () => {
    expect(loaded(STYLESHEET)).toHaveLength(1);
    expect(sizeOf(loaded(STYLESHEET))).toBeLessThanOrEqual(32);
  });
});

/** A chunk and all that it imports at once. */
function withImports(name: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(name)) return found;
  found.add(name);
  const chunk = chunks().find(({ fileName }) => fileName === name);
  for (const imported of chunk?.imports ?? []) withImports(imported, found);
  return found;
}

/** The modules that load with the pages of `web` whose files the pattern names. */
function modulesOf(page: RegExp): string[] {
  const pages = chunks().filter(({ moduleIds }) => moduleIds.some((id) => page.test(id)));
  const names = new Set(pages.flatMap(({ fileName }) => [...withImports(fileName)]));
  return chunks()
    .filter(({ fileName }) => names.has(fileName))
    .flatMap(({ moduleIds }) => moduleIds);
}

describe.each(['schedules/schedule', 'entities/entity', 'reports/reports'])('the page %s', (name) => {
  test('loads no decimal arithmetic and no reader of documents before it is shown', () => {
    const modules = modulesOf(new RegExp(`/web/${name}-page\\.tsx$`));
    expect(modules).toContain(path.join(root, `web/${name}-page.tsx`));
    expect(modules.filter((id) => /\/(decimal\.js|domain\/import)\//.test(id))).toEqual([]);
  });
});

describe('the reader of lenders’ documents', () => {
  const isReader = (id: string): boolean => /node_modules\/(pdfjs-dist|papaparse|fflate)\//.test(id);

  test('does not load with a page, but when a file is chosen', () => {
    const modules = modulesOf(/\/web\/(main|schedules\/new-schedule|imports\/import-page)\.tsx$/);
    expect(modules).toContain(path.join(root, 'web/imports/import-page.tsx'));
    expect(modules.filter(isReader)).toEqual([]);
  });

  test('publishes the licence of its parser, with those of the other packages', () => {
    const licences = contentOf('licences.txt');
    expect(licences).toContain('pdfjs-dist 6.5.438 (Apache-2.0)');
    expect(licences).toContain('TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION');
    expect(licences).toMatch(/^react \d/m);
  });

  test('has its parser as a script that storage knows as one', () => {
    expect([...files.keys()].filter((name) => name.endsWith('.mjs'))).toEqual([]);
    expect([...files.keys()].filter((name) => /pdf\.worker.*\.js$/.test(name))).toHaveLength(1);
  });
});

describe('the built site', () => {
  test('has every chunk that another one imports', () => {
    const imported = chunks().flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports]);
    expect(imported.filter((name) => !files.has(name))).toEqual([]);
  });

  test('loads at most 15 chunks for a page', () => {
    const heavy = chunks().filter(({ imports }) => imports.length >= 15);
    expect(heavy.map(({ name }) => name)).toEqual([]);
  });

  test('contains nothing of the service', () => {
    const modules = chunks().flatMap(({ moduleIds }) => moduleIds);
    const ofService = modules.filter((id) => /node_modules\/(zod|@aws-sdk)\/|\/functions\//.test(id));
    expect(ofService).toEqual([path.join(root, 'functions/client/route-client.ts')]);
  });

  // Evidence for ASVS 3.2
  test('runs under a policy without inline scripts or styles', () => {
    const pages = [...files.keys()].filter((name) => name.endsWith('.html'));
    expect(pages).toContain('index.html');
    expect(pages.map(contentOf).join('\n')).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|style=/);
  });

  test('sets the theme before the main script', () => {
    expect(contentOf('index.html')).toMatch(/<script src="\/theme.js"><\/script>[^]*<script type="module"/);
  });

  // Evidence for ASVS 3.7
  test('warns old browsers by a script that they can read', async () => {
    expect(contentOf('index.html')).toContain('<script src="/browser-check.js" defer></script>');
    const script = await readFile(path.join(root, 'web/public/browser-check.js'), 'utf8');
    const { code } = await transform(script, { target: 'esnext' });
    expect((await transform(script, { target: 'es5' })).code).toBe(code);
  });

  test('keeps the tokens of all three themes that something reads, and drops the others', () => {
    const css = contentOf(loaded(STYLESHEET)[0] ?? '');
    const declared = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    expect(declared).toContain('--button-primary-bgColor-rest');
    expect(declared).toContain('--app-menu-bgColor');
    expect(declared).not.toContain('--ansi-cyan');
    expect(css).toMatch(/\[data-dark-theme="?dark"?\]/);
  });
});

/** Features newer than the build's target: how a build shows that it uses one, and the part of the check for it. */
const FEATURES: readonly (readonly [use: RegExp, check: string])[] = [
  [/\.(?:toSorted|toReversed|toSpliced)\(/, "'toSorted' in Array.prototype"],
  [/\bMap\.groupBy\(/, "'groupBy' in Map"],
  [/\bObject\.groupBy\(/, "'groupBy' in Object"],
  [
    /\.(?:union|intersection|difference|symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(/,
    "'union' in Set.prototype",
  ],
  [/\.(?:values|keys|entries)\(\)\.(?:map|filter|some|every|find|reduce|toArray)\(/, "'Iterator' in window"],
  [/\bPromise\.withResolvers\(/, "'withResolvers' in Promise"],
  [/\bPromise\.try\(/, "'try' in Promise"],
  [/\bArray\.fromAsync\(/, "'fromAsync' in Array"],
  [/\bURL\.parse\(/, "'parse' in URL"],
  [/\.randomUUID\(/, "'randomUUID' in crypto"],
  [/\bnavigator\.locks\b/, "'locks' in navigator"],
  [/popoverTarget/, "'popover' in HTMLElement.prototype"],
  [/:has\(/, "CSS.supports('selector(:has(a))')"],
  [/light-dark\(/, "CSS.supports('color', 'light-dark(red, red)')"],
];

test('the check of the browser asks for what the site uses, and for no more', async () => {
  const check = await readFile(path.join(root, 'web/public/browser-check.js'), 'utf8');
  // The reader of PDFs brings along what an older browser lacks.
  const own = [...files.keys()].filter((name) => /\.(?:js|css)$/.test(name) && !name.includes('pdf'));
  const site = own.map(contentOf);
  const used = FEATURES.filter(([use]) => site.some((code) => use.test(code)));
  const asked = FEATURES.filter(([, text]) => check.includes(text));
  expect(asked.map(([, text]) => text)).toEqual(used.map(([, text]) => text));
});
