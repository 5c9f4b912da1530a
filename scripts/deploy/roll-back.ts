import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Stage } from '../../infra/stages.ts';
import { stacksOf } from './steps.ts';

export interface Rollback {
  /** The tag or commit to deploy. */
  readonly to: string;
  /** These stacks only; by default all except the data stack. */
  readonly only?: readonly string[] | undefined;
}

/**
 * Deploys an earlier commit from a separate checkout, at once: the alarms that ask for a rollback would stop a gradual
 * one.
 * @param run runs a command in a folder, and returns whether it succeeded.
 * @throws Error when the checkout or the deployment fails.
 */
export function rollBack(
  stage: Stage,
  { to, only }: Rollback,
  run: (command: readonly string[], folder?: string) => boolean,
): void {
  const stacks = only ?? stacksOf(stage).filter((stack) => stack !== 'data');
  const folder = mkdtempSync(path.join(tmpdir(), 'paydown-rollback-'));
  const succeed = (command: readonly string[], where?: string): void => {
    if (!run(command, where)) throw new Error(`${command.join(' ')} failed.`);
  };
  try {
    succeed(['git', 'worktree', 'add', '--detach', folder, to]);
    const options = ['--stage', stage.name, '--only', stacks.join(','), '--back', '--at-once', '--checked'];
    succeed(['node', 'scripts/run.mjs', 'deploy', ...options], folder);
  } finally {
    run(['git', 'worktree', 'remove', '--force', folder]);
    rmSync(folder, { recursive: true, force: true });
  }
}
