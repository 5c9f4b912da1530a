import { expect, test } from 'vitest';
import { stageNames, stageOf } from '../../infra/stages.ts';
import { stacksOf, TABLE_STACKS } from '../../scripts/deploy/steps.ts';
import { synthesised } from '../infra/synthesised.ts';

test.each([...stageNames])('a deployment of %s includes every stack after its dependencies', async (name) => {
  const stage = stageOf(name);
  const { order } = await synthesised(stage);
  const steps = stacksOf(stage).map((stack) => `paydown-${name}-${stack}`);
  expect(steps.toSorted()).toEqual([...order].toSorted());
  const inOrder = ['data', 'api', 'web'].map((stack) => `paydown-${name}-${stack}`);
  for (const stacks of [steps, order]) {
    expect(stacks.filter((stack) => inOrder.includes(stack))).toEqual(inOrder);
  }
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

test('the stacks of a restore are those that use the table', async () => {
  const { templates } = await synthesised(stageOf('prod'));
  const users = [...templates].flatMap(([file, { Parameters = {} }]) =>
    Object.values(Parameters).some(({ Default }) => Default === '/paydown/prod/table') ? [file] : [],
  );
  expect(users.toSorted()).toEqual(
    TABLE_STACKS.map((stack) => `paydown-prod-${stack}.template.json`).toSorted(),
  );
});
