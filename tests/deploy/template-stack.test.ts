import { expect, it } from 'vitest';
import { accountTemplate } from '../../infra/account-templates.ts';
import { bootstrapAccount } from '../../scripts/deploy/bootstrap-account.ts';
import { deployTemplate } from '../../scripts/deploy/template-stack.ts';
import { realStage } from './account-with.ts';
import { inTurn, serviceError, stubbedClient } from './stubbed-client.ts';

const wait = async (): Promise<void> => {};
const missing = serviceError('ValidationError', 'Stack with id x does not exist');
const state = (StackStatus: string): object => ({ Stacks: [{ StackStatus, StackStatusReason: 'because' }] });
const stack = { name: 'x', template: { Parameters: { Lock: {} } } };

it('creates a stack that is not there, protected, and deletes it when that fails', async () => {
  const { client, sent } = stubbedClient({
    DescribeStacks: inTurn(missing, state('CREATE_IN_PROGRESS'), state('CREATE_COMPLETE')),
    CreateStack: () => ({}),
  });
  expect(await deployTemplate(client, stack, wait)).toBe('created');
  const [, input] = sent.find(([name]) => name === 'CreateStack') ?? [];
  expect(input).toMatchObject({ OnFailure: 'DELETE', EnableTerminationProtection: true, Parameters: [] });
});

it('keeps the values of parameters that it is not given', async () => {
  const update = async (parameters?: Record<string, string>) => {
    const { client, sent } = stubbedClient({
      DescribeStacks: () => state('UPDATE_COMPLETE'),
      UpdateStack: () => ({}),
    });
    expect(await deployTemplate(client, { ...stack, ...(parameters && { parameters }) }, wait)).toBe(
      'changed',
    );
    return sent.find(([name]) => name === 'UpdateStack')?.[1]['Parameters'];
  };
  expect(await update()).toEqual([{ ParameterKey: 'Lock', UsePreviousValue: true }]);
  expect(await update({ Lock: 'yes' })).toEqual([{ ParameterKey: 'Lock', ParameterValue: 'yes' }]);
});

it('says that nothing changed, or why a stack failed', async () => {
  const unchanged = serviceError('ValidationError', 'No updates are to be performed.');
  const same = stubbedClient({
    DescribeStacks: () => state('CREATE_COMPLETE'),
    UpdateStack: inTurn(unchanged),
  });
  expect(await deployTemplate(same.client, stack, wait)).toBe('unchanged');
  const failed = stubbedClient({
    DescribeStacks: inTurn(state('CREATE_COMPLETE'), state('UPDATE_ROLLBACK_COMPLETE')),
    UpdateStack: () => ({}),
  });
  await expect(deployTemplate(failed.client, stack, wait)).rejects.toThrow(
    'UPDATE_ROLLBACK_COMPLETE. because',
  );
});

it('prepares an account: its stack first, whose policy bounds CDK in both regions, without the app', async () => {
  const done: string[] = [];
  const recorded = (answers: Record<string, (input: Readonly<Record<string, unknown>>) => unknown>) =>
    stubbedClient(
      Object.fromEntries(
        Object.entries(answers).map(([name, answer]) => [name, (input) => (done.push(name), answer(input))]),
      ),
    ).client;
  const template = accountTemplate(realStage);
  await bootstrapAccount(realStage, {
    template,
    cloudFormation: recorded({
      DescribeStacks: inTurn(missing, state('CREATE_COMPLETE')),
      CreateStack: () => ({}),
    }),
    s3Control: recorded({
      PutPublicAccessBlock: ({ PublicAccessBlockConfiguration }) =>
        expect(Object.values(PublicAccessBlockConfiguration as object)).toEqual([true, true, true, true]),
    }),
    backup: recorded({ UpdateRegionSettings: () => ({}) }),
    run: (command) => {
      done.push(command.join(' '));
      return true;
    },
    log: () => undefined,
    wait,
  });
  const account = realStage.account;
  expect(done).toEqual([
    'DescribeStacks',
    'CreateStack',
    'DescribeStacks',
    'PutPublicAccessBlock',
    'UpdateRegionSettings',
    `cdk bootstrap --app  --cloudformation-execution-policies arn:aws:iam::${account}:policy/paydown-prod-deployment ` +
      `aws://${account}/ap-southeast-2 aws://${account}/us-east-1`,
  ]);
  const policies = JSON.stringify(template.template);
  expect(policies).toContain('"ManagedPolicyName":"paydown-prod-deployment"');
});
