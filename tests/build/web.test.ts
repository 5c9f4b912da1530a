import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { transform } from 'esbuild';
import { beforeAll, describe, expect, test } from 'vitest';
import { buildWeb, loadedWith, type WebBuild } from '../../scripts/build/web.ts';

const root = path.resolve(import.meta.dirname, '../..');
const KB = 1024;

let web: WebBuild;
const sizes = new Map<string, number>();

beforeAll(async () => {
  web = await buildWeb();
  for (const file of [...scripts(), `dist/web/${web.stylesheet}`]) {
    sizes.set(file, gzipSync(await readFile(path.join(root, file)), { level: 9 }).length);
  }
});

const scripts = (): string[] => Object.keys(web.meta.outputs).filter((file) => file.endsWith('.js'));

const gz = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + (sizes.get(file) ?? NaN), 0);

/** The code loaded with a page that is opened first; most pages are in the shell. */
const first = (page: string, ...around: readonly string[]): Set<string> =>
  ['web/main.tsx', page, ...around]
    .map((source) => loadedWith(web.meta, source))
    .reduce((all, files) => all.union(files));

const SHELL = 'web/shell/shell.tsx';

/** The pages' own sources, as the table of pages imports them. */
async function pageSources(): Promise<string[]> {
  const table = await readFile(path.join(root, 'web/pages.tsx'), 'utf8');
  return [...table.matchAll(/import\('\.\/(.+?)'\)/g)].map(([, file = '']) => `web/${file}`);
}

describe('the size of the site, gzipped', () => {
  test.each([['web/users/login.tsx'], ['web/users/register.tsx'], ['web/entities/entity-list.tsx', SHELL]])(
    'is at most 105 KB of scripts when %s is opened first',
    (page, ...around) => {
      expect(gz(first(page, ...around)) / KB).toBeLessThanOrEqual(105);
    },
  );

  test('is at most 30 KB of styles', () => {
    expect(gz([`dist/web/${web.stylesheet}`]) / KB).toBeLessThanOrEqual(30);
  });

  test('is at most 30 KB more for every other page', async () => {
    const sources = await pageSources();
    expect(sources.length).toBeGreaterThan(20);
    const home = first('web/entities/entity-list.tsx', SHELL);
    const heavy = sources
      .map((source) => [source, gz(loadedWith(web.meta, source).difference(home)) / KB] as const)
      .filter(([, size]) => !(size <= 30));
    expect(heavy).toEqual([]);
  });
});

describe('the built site', () => {
  test('holds nothing of the service’s schemas', () => {
    const sources = Object.values(web.meta.outputs).flatMap(({ inputs }) => Object.keys(inputs));
    expect(sources.filter((source) => /node_modules\/zod|^functions\//.test(source))).toEqual([
      'functions/client/route-client.ts',
    ]);
    expect(sources).toContain('domain/amortisation/amortise.ts');
  });

  test('names in the boot script what the first page takes, and nothing that was not built', async () => {
    const boot = await readFile(path.join(root, 'dist/web', web.boot), 'utf8');
    const named = [...boot.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => `dist/web${file}`);
    const page = loadedWith(web.meta, 'web/schedules/schedule-page.tsx');
    expect([...page.difference(loadedWith(web.meta, 'web/main.tsx')).difference(new Set(named))]).toEqual([]);
    expect(named.filter((file) => !sizes.has(file))).toEqual([]);
  });

  test('runs under a policy without inline scripts or styles', async () => {
    const page = await readFile(path.join(root, 'dist/web/index.html'), 'utf8');
    expect(page).not.toMatch(/<style|<script(?![^>]*\bsrc=)|\son\w+=|style=/);
    expect(page).toContain(`<script src="/${web.boot}"></script>`);
    expect(page).toContain(`href="/${web.stylesheet}"`);
  });

  test('warns old browsers by a script that they can read', async () => {
    const page = await readFile(path.join(root, 'dist/web/index.html'), 'utf8');
    expect(page).toContain('<script src="/browser-check.js" defer></script>');
    const script = await readFile(path.join(root, 'dist/web/browser-check.js'), 'utf8');
    const { code } = await transform(script, { target: 'esnext' });
    expect((await transform(script, { target: 'es5' })).code).toBe(code);
  });

  test('keeps the tokens of all three themes that something reads, and drops the others', async () => {
    const css = await readFile(path.join(root, 'dist/web', web.stylesheet), 'utf8');
    const declared = new Set([...css.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    expect(declared).toContain('--button-primary-bgColor-rest');
    expect(declared).toContain('--app-menu-bgColor');
    expect(declared).not.toContain('--ansi-cyan');
    expect(css).toMatch(/\[data-dark-theme="?dark"?\]/);
  });
});

test('a second build of the same sources does nothing', async () => {
  const written = () => stat(path.join(root, 'dist/web/index.html'), { bigint: true });
  const before = await written();
  expect(await buildWeb()).toEqual(web);
  expect(await written()).toEqual(before);
});
