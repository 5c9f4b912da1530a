import { expect, test } from 'vitest';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { deployment, difference, stacksOf, synthesis, TABLE_STACKS } from '../../scripts/deploy/steps.ts';
import { synthesised } from '../infra/synthesised.ts';

test.each([...stageNames])('a deployment of %s includes every stack after its dependencies', async (name) => {
  const stage = stageOf(name);
  const { order } = await synthesised(stage);
  const steps = stacksOf(stage).map((stack) => `paydown-${name}-${stack}`);
  expect(steps.toSorted()).toEqual([...order].toSorted());
  const data = steps.indexOf(`paydown-${name}-data`);
  const api = steps.indexOf(`paydown-${name}-api`);
  const web = steps.indexOf(`paydown-${name}-web`);
  expect([data, api, web]).toEqual([data, api, web].toSorted((a, b) => a - b));
});

test('selected stacks deploy in the usual order, and an unknown name is refused', () => {
  const prod = stageOf('prod');
  expect(stacksOf(prod, { only: ['web', 'api'] })).toEqual(['api', 'web']);
  expect(() => stacksOf(prod, { only: ['database'] })).toThrow('There is no stack database.');
});

test('a rollback deploys the site before the API, and as many stacks', () => {
  const prod = stageOf('prod');
  expect(stacksOf(prod, { only: ['web', 'api'], isRollback: true })).toEqual(['web', 'api']);
  expect(stacksOf(prod, { isRollback: true }).toSorted()).toEqual(stacksOf(prod).toSorted());
});

test('the synthesis names the release, the unprotected stacks and the rollout', () => {
  const { command } = synthesis(stageOf('prod'), 'out', {
    release: 'r',
    first: ['data', 'api'],
    atOnce: true,
    isMailAdopted: true,
    table: 'none',
  });
  const context = command.filter((_word, index) => command[index - 1] === '--context');
  expect(context).toEqual([
    'stage=prod',
    'release=r',
    'first=data,api',
    'rollout=at-once',
    'mail=adopted',
    'table=none',
  ]);
});

test('a deployment applies the reviewed assembly and only its stacks', () => {
  const stage = stageOf('dev');
  const shown = difference(stage, ['api'], 'cdk.out/dev').command;
  const deployed = deployment(stage, 'api', 'cdk.out/dev').command;
  expect(shown.slice(2)).toEqual(['--app', 'cdk.out/dev', 'paydown-dev-api']);
  expect(deployed.slice(2, 5)).toEqual(['--app', 'cdk.out/dev', '--exclusively']);
  expect(deployed.at(-1)).toBe('paydown-dev-api');
});

test('a deployment passes a value that no template may contain out of sight of the machine’s other users', () => {
  const { command, environment } = deployment(stageOf('dev'), 'web', 'cdk.out/dev', { OriginSecret: 's3' });
  expect(command.join(' ')).not.toContain('s3');
  expect(environment).toEqual({ CDK_PARAMETERS: 'paydown-dev-web:OriginSecret=s3' });
});

test('the stacks of a restore are those that use the table', async () => {
  const { templates } = await synthesised(stageOf('prod'));
  const users = [...templates].flatMap(([file, { Parameters = {} }]) =>
    Object.values(Parameters).some(({ Default }) => Default === '/paydown/prod/table') ? [file] : [],
  );
  expect(users.toSorted()).toEqual(
    TABLE_STACKS.map((stack) => `paydown-prod-${stack}.template.json`).toSorted(),
  );
});
