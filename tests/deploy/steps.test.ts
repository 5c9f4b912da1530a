import { expect, test } from 'vitest';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { deployment, difference, stacksOf } from '../../scripts/deploy/steps.ts';
import { synthesise } from '../infra/synthesised.ts';

test.each([...stageNames])(
  'A deployment of %s takes every stack there is, each after those it needs',
  (name) => {
    const stage = stageOf(name);
    const { order } = synthesise(stage);
    const steps = stacksOf(stage).map((stack) => `paydown-${name}-${stack}`);
    expect(steps.toSorted()).toEqual([...order].toSorted());
    const data = steps.indexOf(`paydown-${name}-data`);
    const api = steps.indexOf(`paydown-${name}-api`);
    const web = steps.indexOf(`paydown-${name}-web`);
    expect([data, api, web]).toEqual([data, api, web].toSorted((a, b) => a - b));
  },
);

test('Some stacks alone are taken in the usual order, and a name that is none is refused', () => {
  expect(stacksOf(stageOf('prod'), ['web', 'api'])).toEqual(['api', 'web']);
  expect(() => stacksOf(stageOf('prod'), ['database'])).toThrow('There is no stack database.');
});

test('What is deployed is what was shown: the same assembly, and no stack but those', () => {
  const stage = stageOf('dev');
  const shown = difference(stage, ['api'], 'cdk.out/dev').command;
  const deployed = deployment(stage, 'api', 'cdk.out/dev').command;
  expect(shown.slice(2)).toEqual(['--app', 'cdk.out/dev', 'paydown-dev-api']);
  expect(deployed.slice(2, 5)).toEqual(['--app', 'cdk.out/dev', '--exclusively']);
  expect(deployed.at(-1)).toBe('paydown-dev-api');
});
