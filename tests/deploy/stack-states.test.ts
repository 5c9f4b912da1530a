import { expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { stackStates } from '../../scripts/deploy/stack-states.ts';
import { inTurn, serviceError, stubbedClient } from './stubbed-client.ts';

it('tells stacks of a first deployment from deployed and from stuck ones', async () => {
  const states: Record<string, string> = {
    'paydown-prod-data': 'UPDATE_COMPLETE',
    'paydown-prod-edge': 'ROLLBACK_COMPLETE',
    'paydown-prod-jobs': 'UPDATE_ROLLBACK_FAILED',
    'paydown-prod-web': 'UPDATE_IN_PROGRESS',
  };
  const regions: string[] = [];
  const { client } = stubbedClient({
    DescribeStacks: ({ StackName }) => {
      const StackStatus = states[StackName as string];
      if (StackStatus) return { Stacks: [{ StackStatus }] };
      throw serviceError('ValidationError', `Stack with id ${String(StackName)} does not exist`);
    },
  });
  const clientOf = (region: string) => {
    regions.push(region);
    return client;
  };
  expect(await stackStates(stageOf('prod'), ['data', 'edge', 'api', 'jobs', 'web'], clientOf)).toEqual({
    first: ['edge', 'api'],
    problems: [
      'The stack paydown-prod-jobs is in UPDATE_ROLLBACK_FAILED. Continue the rollback of the stack, then try again.',
      'The stack paydown-prod-web is being deployed.',
    ],
  });
  const home = 'ap-southeast-2';
  expect(regions).toEqual([home, 'us-east-1', home, home, home]);
});

const failingWith = (name: string, message: string) =>
  stubbedClient({ DescribeStacks: inTurn(serviceError(name, message)) }).client;

it('names the right to read stacks when it is missing', async () => {
  const message = 'User: x is not authorized to perform: cloudformation:DescribeStacks on resource: y';
  const client = failingWith('AccessDenied', message);
  expect(await stackStates(stageOf('dev'), ['data', 'api'], () => client)).toEqual({
    first: [],
    problems: ['The deploying role may not call cloudformation:DescribeStacks.'],
  });
});

it('passes on other errors of the account', async () => {
  const client = failingWith('Throttling', 'Rate exceeded');
  await expect(stackStates(stageOf('dev'), ['data'], () => client)).rejects.toThrow('Rate exceeded');
});
