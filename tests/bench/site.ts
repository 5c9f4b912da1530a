/**
 * The size of the site, and the bytes that each step of its build saves. Every plugin of `scripts/build/web` must save more
 * than 5 KB, or it is not worth its code. Run by `npm run bench -- site`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildScripts, buildWeb, loadedWith, siteFolder, sitePlugins } from '../../scripts/build/web.ts';
import { measured } from '../support/figures.ts';

const LEAST_SAVED_KB = 5;
const root = path.resolve(import.meta.dirname, '../..');
const FIRST_PAGE = ['web/main.tsx', 'web/shell/shell.tsx', 'web/entities/entity-list.tsx'];

interface Sizes {
  readonly firstPage: number;
  readonly wholeSite: number;
}

const gzipped = (bytes: Uint8Array): number => gzipSync(bytes, { level: 9 }).length / 1024;
const sum = (sizes: Iterable<number>): number =>
  Iterator.from(sizes).reduce((total, size) => total + size, 0);
const kilobytes = (size: number): string => `${size.toFixed(1).padStart(7)} KB`;

async function sizesWithout(plugin?: string): Promise<Sizes> {
  const plugins = sitePlugins().filter(({ name }) => name !== plugin);
  const { outputFiles, metafile } = await buildScripts('production', plugins);
  const scripts = outputFiles.filter(({ path: file }) => file.endsWith('.js'));
  const sizes = new Map(scripts.map((file) => [path.relative(root, file.path), gzipped(file.contents)]));
  const first = new Set(FIRST_PAGE.flatMap((source) => [...loadedWith(metafile, source)]));
  return { firstPage: sum([...first].map((file) => sizes.get(file) ?? 0)), wholeSite: sum(sizes.values()) };
}

const { stylesheet } = await buildWeb();
const styles = gzipped(readFileSync(path.join(siteFolder('production'), stylesheet)));
const { firstPage, wholeSite } = await sizesWithout();
console.log('gzip                         first page   whole site');
console.log(`scripts                      ${kilobytes(firstPage)}   ${kilobytes(wholeSite)}`);
console.log(`styles                       ${kilobytes(styles)}   ${kilobytes(styles)}`);
measured('firstPageScripts', firstPage);
measured('firstPageStyles', styles);
let isWorthwhile = true;
for (const { name } of sitePlugins()) {
  const without = await sizesWithout(name);
  const saved = [without.firstPage - firstPage, without.wholeSite - wholeSite] as const;
  console.log(`saved by ${name.padEnd(20)}${saved.map(kilobytes).join('   ')}`);
  isWorthwhile &&= Math.max(...saved) > LEAST_SAVED_KB;
}
if (!isWorthwhile) {
  console.error(`A plugin saves less than ${LEAST_SAVED_KB} KB.`);
  process.exitCode = 1;
}
