import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURES_FILE, measurementTable } from '../support/figures.ts';

/**
 * Runs each script of a folder of the tests, or those whose names contain one of the words. Arguments from the first option on go to
 * the scripts. Prints one table of the figures that they measured. Exits with 1 when one failed.
 */
export function runEach(folder: string, args: readonly string[]): never {
  // npm removes the separator, a direct call keeps it.
  const given = args.filter((arg) => arg !== '--');
  const firstOption = given.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption === -1 ? given : given.slice(0, firstOption);
  const options = firstOption === -1 ? [] : given.slice(firstOption);
  const path = join(import.meta.dirname, '..', folder);
  const files = readdirSync(path).filter((file) => /(?<!\.test)\.ts$/.test(file));
  const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const failed: string[] = [];
  const results = mkdtempSync(join(tmpdir(), 'paydown-figures-'));
  const figures = join(results, 'figures.jsonl');
  writeFileSync(figures, '');
  const env = { ...process.env, [FIGURES_FILE]: figures };
  for (const file of chosen.toSorted()) {
    console.log(`\n── ${folder}/${file}`);
    const { status } = spawnSync(process.execPath, [join(path, file), ...options], { stdio: 'inherit', env });
    if (status !== 0) failed.push(file);
  }
  for (const line of ['', ...measurementTable(figures)]) console.log(line);
  rmSync(results, { recursive: true });
  console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`);
  process.exit(failed.length > 0 ? 1 : 0);
}
