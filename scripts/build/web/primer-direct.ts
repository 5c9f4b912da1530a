/**
 * Rewrites the site's named imports of Primer and Octicons so that each imports the component's own file. esbuild splits
 * by module, and a barrel is one module that reaches all others: through it, every component used anywhere would be in
 * the first chunk. Saves 44 KB gzip before the first page and costs 6 KB on the whole site (`npm run bench -- site`).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Loader, Plugin } from 'esbuild';

interface Origin {
  readonly file: string;
  readonly name: string;
}

const modules = path.resolve(import.meta.dirname, '../../../node_modules');
const NAMED_IMPORT =
  /import \{([^}]*)\} from ['"](@primer\/react|@primer\/react\/experimental|@primer\/octicons-react)['"];/g;
/** Primer's own components import icons through the barrel too. */
const SOURCES = /\.tsx?$|@primer\/react\/dist\/.*\.js$/;

/** Rewrites named imports of the barrels in the files below `sources`, and of icons in Primer's components. */
export function primerDirect(sources: string): Plugin {
  const barrels: Readonly<Record<string, ReadonlyMap<string, Origin>>> = {
    '@primer/react': readBarrel('@primer/react/dist/index.js'),
    '@primer/react/experimental': readBarrel('@primer/react/dist/experimental/index.js'),
    '@primer/octicons-react': readIcons('@primer/octicons-react/dist/icons'),
  };
  const direct = (all: string, names: string, barrel: string): string =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => importOf(name, barrel, barrels[barrel]?.get(originalName(name))))
      .join('') || all;
  return {
    name: 'primer-direct',
    setup(build) {
      build.onLoad({ filter: SOURCES }, ({ path: file }) => {
        const isPrimer = file.endsWith('.js');
        if (!isPrimer && !file.startsWith(sources)) return null;
        const source = readFileSync(file, 'utf8');
        if (!source.includes(isPrimer ? '@primer/octicons-react' : '@primer/')) return null;
        return { contents: source.replace(NAMED_IMPORT, direct), loader: loaderOf(file) };
      });
    },
  };
}

function loaderOf(file: string): Loader {
  if (file.endsWith('.js')) return 'js';
  return file.endsWith('x') ? 'tsx' : 'ts';
}

const originalName = (name: string): string => name.split(' as ')[0] ?? name;

function importOf(name: string, barrel: string, origin: Origin | undefined): string {
  if (!origin) throw new Error(`${barrel} has no ${originalName(name)}`);
  const local = name.split(' as ')[1] ?? name;
  const file = JSON.stringify(origin.file);
  return origin.name === 'default'
    ? `import ${local} from ${file};`
    : `import { ${origin.name} as ${local} } from ${file};`;
}

/** Which file each export of a generated barrel comes from, and its name there. */
function readBarrel(barrel: string): Map<string, Origin> {
  const file = path.join(modules, barrel);
  const source = readFileSync(file, 'utf8');
  const locals = new Map<string, Origin>();
  for (const [, whole, named, from = ''] of source.matchAll(
    /^import (?:([\w$]+)(?:, | ))?(?:\{([^}]*)\} )?from "([^"]+)";/gm,
  )) {
    const target = path.resolve(path.dirname(file), from);
    if (whole) locals.set(whole, { file: target, name: 'default' });
    for (const [name, local] of pairs(named)) locals.set(local, { file: target, name });
  }
  const exported = new Map<string, Origin>();
  for (const [local, name] of pairs(/^export \{([^}]*)\};/m.exec(source)?.[1])) {
    const origin = locals.get(local);
    if (origin) exported.set(name, origin);
  }
  return exported;
}

/** `a, b as c` as [a, a], [b, c]. */
function pairs(list = ''): [string, string][] {
  return list
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
    .map((item) => {
      const [name = item, alias = name] = item.split(' as ');
      return [name, alias];
    });
}

function readIcons(folder: string): Map<string, Origin> {
  const directory = path.join(modules, folder);
  const files = readdirSync(directory).filter((file) => file.endsWith('.mjs'));
  return new Map(
    files.map((file) => {
      const name = file.replace(/\.mjs$/, '');
      return [name, { file: path.join(directory, file), name }];
    }),
  );
}
