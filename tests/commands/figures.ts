/**
 * `npm run figures`: runs every benchmark and proof at its full size, and rewrites the table of measured figures in
 * docs/figures.md with the date. Those that measure run alone and first, the others two at a time.
 * With `--smallest` nothing is measured or rewritten, so that all run beside each other.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isSmallest } from '../support/command.ts';
import { FIGURES, figuresPage, measurementTable } from '../support/figures.ts';
import { type Folder, runScripts, scriptsOf } from './run-each.ts';

const PAGE = path.resolve(import.meta.dirname, '../../docs/figures.md');

const measuring = new Set(Object.values(FIGURES).map(({ command }) => command.replace(' -- ', '/')));
const folders: readonly Folder[] = ['bench', 'proof'];
const scripts = folders.flatMap((folder) => scriptsOf(folder).map((script) => `${folder}/${script}`));
const options = isSmallest ? ['--smallest'] : [];

const began = Date.now();
const run = (isMeasuring: boolean, atOnce: number) =>
  runScripts(
    scripts.filter((script) => measuring.has(script) === isMeasuring),
    options,
    atOnce,
  );
const measured = run(true, isSmallest ? 2 : 1);
if (!isSmallest) {
  const { measurements } = await measured;
  writeFileSync(PAGE, figuresPage(readFileSync(PAGE, 'utf8'), measurements, new Date(began)));
}
const ran = await Promise.all([measured, run(false, 2)]);
const failed = ran.flatMap((one) => one.failed);
for (const line of ['', ...measurementTable(ran[0].measurements)]) console.log(line);
for (const script of failed) console.log(`FAILED ${script}`);
const minutes = ((Date.now() - began) / 60_000).toFixed(0);
console.log(`\n${scripts.length - failed.length} passed, ${failed.length} failed, in ${minutes} minutes`);
process.exit(failed.length > 0 ? 1 : 0);
