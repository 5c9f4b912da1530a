import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { stageNames } from '../../infra/stages.ts';

const root = path.join(import.meta.dirname, '../..');
const textOf = (name: string): string =>
  readFileSync(path.join(root, `.github/workflows/${name}.yml`), 'utf8');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the deploying workflow', () => {
  const workflow = parse(textOf('deploy'));

  it('offers the existing stages', () => {
    expect(workflow.on.workflow_dispatch.inputs.stage.options).toEqual(stageNames);
  });

  it('deploys only after the tests', () => {
    expect(workflow.jobs.deploy.needs).toBe('test');
    expect(workflow.jobs.test.uses).toBe('./.github/workflows/test.yml');
  });

  it('stores no account keys and uses OpenID Connect for its job alone', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.jobs.deploy.permissions['id-token']).toBe('write');
    expect(textOf('deploy')).not.toMatch(/secrets\.|AKIA|aws-access-key/i);
  });
});

describe.each(['test', 'deploy'])('the workflow %s', (name) => {
  it('runs commands that exist', () => {
    const commands = [...textOf(name).matchAll(/npm (?:run )?([\w:]+)/g)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(0);
    for (const command of commands) expect(Object.keys(scripts)).toContain(command);
  });

  it('passes typed input through the environment, never through the command line', () => {
    const { jobs } = parse(textOf(name)) as { jobs: Record<string, { steps?: { run?: string }[] }> };
    const commands = Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run = '' }) => run));
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });
});
