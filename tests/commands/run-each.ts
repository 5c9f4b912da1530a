/** Runs the scripts of a folder of the tests, each in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pMap from 'p-map';
import { isSmallest } from '../support/command.ts';
import { FIGURES_FILE, type Measurement, readMeasurements, measurementTable } from '../support/figures.ts';

export type Folder = 'bench' | 'proof';

/** The smallest sizes measure nothing, so that others may run beside them. */
const AT_ONCE = isSmallest ? 2 : 1;

/** A script that hangs is ended, in milliseconds. The others still run. */
const LONGEST_MS = 60 * 60_000;

/** Returns the names of the scripts of a folder, in the order of the alphabet. */
export function scriptsOf(folder: Folder): string[] {
  const files = readdirSync(join(import.meta.dirname, '..', folder));
  return files.flatMap((file) => /^(.*)(?<!\.test)\.ts$/.exec(file)?.[1] ?? []).toSorted();
}

export interface Ran {
  readonly failed: readonly string[];
  readonly measurements: readonly Measurement[];
}

/** Runs scripts, `bench/domain` for example, and collects their figures. */
export async function runScripts(
  scripts: readonly string[],
  options: readonly string[],
  atOnce = AT_ONCE,
): Promise<Ran> {
  const results = mkdtempSync(join(tmpdir(), 'paydown-figures-'));
  const figures = join(results, 'figures.jsonl');
  writeFileSync(figures, '');
  const failed: string[] = [];
  const run = async (script: string): Promise<void> => {
    console.log(`\n── ${script}`);
    const began = Date.now();
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', `${script}.ts`), ...options], {
      stdio: 'inherit',
      env: { ...process.env, [FIGURES_FILE]: figures },
      timeout: LONGEST_MS,
      killSignal: 'SIGKILL',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) failed.push(script);
    const seconds = ((Date.now() - began) / 1000).toFixed(0);
    console.log(`── ${script} ${code === 0 ? 'ended well' : 'FAILED'} after ${seconds} s`);
  };
  await pMap(scripts, run, { concurrency: atOnce });
  const measurements = readMeasurements(figures);
  rmSync(results, { recursive: true });
  return { failed, measurements };
}

/**
 * Runs each script of a folder, or those whose names contain one of the words. Arguments from the first option on go to
 * the scripts. Prints one table of the figures that they measured. Exits with 1 when one failed.
 */
export async function runEach(folder: Folder, args: readonly string[]): Promise<never> {
  // npm removes the separator, a direct call keeps it.
  const given = args.filter((arg) => arg !== '--');
  const firstOption = given.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption === -1 ? given : given.slice(0, firstOption);
  const options = firstOption === -1 ? [] : given.slice(firstOption);
  const chosen = scriptsOf(folder).filter(
    (script) => words.length === 0 || words.some((word) => script.includes(word)),
  );
  const { failed, measurements } = await runScripts(
    chosen.map((script) => `${folder}/${script}`),
    options,
  );
  for (const line of ['', ...measurementTable(measurements)]) console.log(line);
  for (const script of failed) console.log(`FAILED ${script}`);
  console.log(`\n${chosen.length - failed.length} passed, ${failed.length} failed`);
  process.exit(failed.length > 0 || chosen.length === 0 ? 1 : 0);
}
