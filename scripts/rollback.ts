/**
 * `npm run rollback -- --stage prod --to deployed/prod/…`: deploys an earlier commit from a separate checkout. The
 * data stack is not changed: newer data and the table in use remain, and older code must be able to read them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { stageOf } from '../infra/stages.ts';
import { stacksOf } from './deploy/steps.ts';

const { values } = parseArgs({ options: { stage: { type: 'string' }, to: { type: 'string' } } });
const stage = stageOf(values.stage);
const { to } = values;
if (to === undefined) throw new Error('Say where to go back to: --to <tag or commit>.');

const stacks = stacksOf(stage).filter((stack) => stack !== 'data');
const folder = mkdtempSync(path.join(tmpdir(), 'paydown-rollback-'));
try {
  run('.', 'git', 'worktree', 'add', '--detach', folder, to);
  const options = ['--stage', stage.name, '--only', stacks.join(','), '--back', '--checked'];
  run(folder, 'npm', 'run', 'deploy', '--', ...options);
} finally {
  spawnSync('git', ['worktree', 'remove', '--force', folder], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
}

function run(cwd: string, program: string, ...rest: string[]): void {
  const { status } = spawnSync(program, rest, { cwd, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${program} ${rest.join(' ')} failed.`);
}
