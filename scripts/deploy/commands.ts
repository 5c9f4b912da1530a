/** Commands of this machine. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);

/** The packages of tools. */
const PACKAGES: Readonly<Record<string, string>> = { cdk: 'aws-cdk' };

/**
 * Returns a command in the form in which every system starts it: `node` is this one, and a package's tool its file, since
 * npm makes a script of its name that Windows runs in a shell only. Others, as `git`, are programs.
 */
export function startable([program = '', ...rest]: readonly string[]): readonly string[] {
  if (program === 'node') return [process.execPath, ...rest];
  const name = PACKAGES[program];
  if (name === undefined) return [program, ...rest];
  const manifest = require.resolve(`${name}/package.json`);
  const { bin } = require(manifest) as { readonly bin: Readonly<Record<string, string>> };
  return [process.execPath, path.join(path.dirname(manifest), bin[program] ?? ''), ...rest];
}

/** Runs a command with the terminal of this process. Returns whether it succeeded. */
export function runCommand(
  command: readonly string[],
  cwd = '.',
  environment: Readonly<Record<string, string>> = {},
): boolean {
  const [program = '', ...rest] = startable(command);
  const env = { ...process.env, ...environment };
  return spawnSync(program, rest, { cwd, env, stdio: 'inherit' }).status === 0;
}

/**
 * Returns the output of a command.
 * @throws Error when it fails.
 */
export function outputOf(...command: readonly string[]): string {
  const [program = '', ...rest] = startable(command);
  const { status, stdout } = spawnSync(program, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed.`);
  return stdout.trimEnd();
}
