import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { rollBack, type Rollback } from '../../scripts/deploy/roll-back.ts';

/** Rolls production back. Returns the commands with their folders, and the folder of the checkout. */
function rolledBack(rollback: Rollback, failing = '') {
  const commands: [command: string, folder: string | undefined][] = [];
  let checkout = '';
  const run = (command: readonly string[], folder?: string): boolean => {
    commands.push([command.join(' '), folder]);
    if (command.includes('add')) checkout = command.at(-2) ?? '';
    expect(existsSync(checkout)).toBe(true);
    return failing === '' || !command.includes(failing);
  };
  const roll = (): void => rollBack(stageOf('prod'), rollback, run);
  return { roll, commands, checkout: () => checkout };
}

const OPTIONS = '--back --at-once --checked';

it('deploys the commit at once from its own checkout, in the order of a rollback, without the data stack', () => {
  const { roll, commands, checkout } = rolledBack({ to: 'deployed/prod/1' });
  roll();
  expect(commands).toEqual([
    [`git worktree add --detach ${checkout()} deployed/prod/1`, undefined],
    [
      `node scripts/run.mjs deploy --stage prod --only edge,api,jobs,web,edge-logs,ops,edge-ops ${OPTIONS}`,
      checkout(),
    ],
    [`git worktree remove --force ${checkout()}`, undefined],
  ]);
  expect(existsSync(checkout())).toBe(false);
});

it('deploys the chosen stacks alone', () => {
  const { roll, commands, checkout } = rolledBack({ to: 'v1', only: ['data', 'api'] });
  roll();
  expect(commands[1]).toEqual([
    `node scripts/run.mjs deploy --stage prod --only data,api ${OPTIONS}`,
    checkout(),
  ]);
});

it.each(['add', 'deploy'])('fails and removes the checkout when “%s” fails', (failing) => {
  const { roll, commands, checkout } = rolledBack({ to: 'v1' }, failing);
  expect(roll).toThrow(/failed\.$/);
  expect(commands.at(-1)?.[0]).toContain('git worktree remove');
  expect(existsSync(checkout())).toBe(false);
});
