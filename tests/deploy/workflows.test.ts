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

  it('has credentials for longer than its longest run', () => {
    const { steps, 'timeout-minutes': minutes } = workflow.jobs.deploy;
    const { with: given } = steps.find(({ uses }: { uses?: string }) => uses?.includes('aws-credentials'));
    expect(given['role-duration-seconds']).toBeGreaterThan(minutes * 60);
  });

  it('stores no account keys and uses OpenID Connect for its job alone', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' });
    expect(workflow.jobs.deploy.permissions['id-token']).toBe('write');
    expect(textOf('deploy')).not.toMatch(/secrets\.|AKIA|aws-access-key/i);
  });
});

/** Commands of npm itself. */
const OWN_COMMANDS = ['audit', 'sbom'];

describe('The testing workflow', () => {
  it('synthesises the templates as the documents say, under the oldest Node', () => {
    const { steps } = parse(textOf('test')).jobs.newcomer as { steps: { run?: string; with?: object }[] };
    expect(steps.find(({ run }) => run?.includes('npx cdk synth'))?.run).toContain('--context stage=dev');
    expect(steps).toContainEqual(expect.objectContaining({ with: { 'node-version': 20 } }));
  });

  it('builds once for each synthesis, and not for commands on an assembly', () => {
    const cdk = JSON.parse(readFileSync(path.join(root, 'cdk.json'), 'utf8')) as object;
    expect(cdk).toMatchObject({ app: 'node scripts/run.mjs synth' });
    expect(cdk).not.toHaveProperty('build');
  });

  // Evidence for ASVS 15.1
  it('audits the deployed dependencies and keeps their bill of materials', () => {
    expect(textOf('test')).toContain('npm audit --omit=dev --audit-level=high');
    expect(textOf('test')).toContain(
      'npm sbom --package-lock-only --omit dev --sbom-format cyclonedx > sbom.json',
    );
  });
});

describe.each(['test', 'deploy'])('the workflow %s', (name) => {
  // Evidence for ASVS 15.1
  it('pins actions by hash', () => {
    const actions = [...textOf(name).matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
    const others = actions.filter((action) => !action.startsWith('./'));
    expect(others.length).toBeGreaterThan(0);
    for (const action of others) expect(action).toMatch(/@[0-9a-f]{40}$/);
  });

  it('runs commands that exist', () => {
    const commands = [...textOf(name).matchAll(/npm (?:run )?([\w:]+)/g)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(0);
    const known = [...Object.keys(scripts), ...OWN_COMMANDS];
    for (const command of commands) expect(known).toContain(command);
  });

  it('passes typed input through the environment, never through the command line', () => {
    const { jobs } = parse(textOf(name)) as { jobs: Record<string, { steps?: { run?: string }[] }> };
    const commands = Object.values(jobs).flatMap(({ steps = [] }) => steps.map(({ run = '' }) => run));
    expect(commands.filter((command) => command.includes('${{'))).toEqual([]);
  });
});
