import { expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { newestDeployed } from '../../scripts/deploy/deployed-tags.ts';

const prod = stageOf('prod');

it('finds the newest deployment among the tags of the remote repository', () => {
  const commands: string[] = [];
  const newest = newestDeployed(prod, (...command) => {
    commands.push(command.join(' '));
    return command[1] === 'tag' ? 'deployed/prod/2026-11-20\ndeployed/prod/2026-11-19' : '';
  });
  expect(newest).toBe('deployed/prod/2026-11-20');
  expect(commands).toEqual([
    'git fetch --quiet --tags origin',
    'git tag --list --sort=-refname deployed/prod/*',
  ]);
});

it('names no deployment where there is none, or where the remote repository does not answer', () => {
  expect(newestDeployed(prod, () => '')).toBeNull();
  const failing = (): string => {
    throw new Error('git fetch failed.');
  };
  expect(newestDeployed(prod, failing)).toBeNull();
});
