/** Commands of this machine. */
import { spawnSync } from 'node:child_process';

/** Runs a command with the terminal of this process. Returns whether it succeeded. */
export function runCommand(
  [program = '', ...rest]: readonly string[],
  cwd = '.',
  environment: Readonly<Record<string, string>> = {},
): boolean {
  const env = { ...process.env, ...environment };
  return spawnSync(program, rest, { cwd, env, stdio: 'inherit' }).status === 0;
}

/**
 * Returns the output of a command.
 * @throws Error when it fails.
 */
export function outputOf(...command: readonly string[]): string {
  const [program = '', ...rest] = command;
  const { status, stdout } = spawnSync(program, rest, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} failed.`);
  return stdout.trimEnd();
}
