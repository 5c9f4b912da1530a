import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Runs each script of a folder, or those whose names contain one of the words. Arguments from the first option on go to
 * the scripts. Exits with 1 when one failed.
 */
export function runEach(folder: string, args: readonly string[]): never {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption === -1 ? args : args.slice(0, firstOption);
  const options = firstOption === -1 ? [] : args.slice(firstOption);
  const path = join(import.meta.dirname, folder);
  const files = readdirSync(path).filter((file) => file.endsWith('.ts'));
  const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)));
  const failed: string[] = [];
  for (const file of chosen.toSorted()) {
    console.log(`\n── ${folder}/${file}`);
    const { status } = spawnSync(process.execPath, [join(path, file), ...options], { stdio: 'inherit' });
    if (status !== 0) failed.push(file);
  }
  console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`);
  process.exit(failed.length > 0 ? 1 : 0);
}
