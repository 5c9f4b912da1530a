/** Deploys a template without CDK's resources in the account: an administrator does so before they exist. */
import { setTimeout as delay } from 'node:timers/promises';
import {
  CreateStackCommand,
  DescribeStacksCommand,
  type Parameter,
  type Stack,
  UpdateStackCommand,
} from '@aws-sdk/client-cloudformation';
import type { CloudFormation } from './stack-states.ts';

export interface TemplateStack {
  readonly name: string;
  /** JSON; the parameters of a deployed stack keep their values unless `parameters` names them. */
  readonly template: { readonly Parameters?: Readonly<Record<string, unknown>> };
  readonly parameters?: Readonly<Record<string, string>>;
}

type Wait = (milliseconds: number) => Promise<unknown>;

const LOOK_AGAIN_MS = 5000;

/**
 * Creates or updates the stack, and waits.
 * @throws Error when it fails; a stack that could not be created is deleted by CloudFormation.
 */
export async function deployTemplate(
  client: CloudFormation,
  { name: StackName, template, parameters = {} }: TemplateStack,
  wait: Wait = delay,
): Promise<'created' | 'changed' | 'unchanged'> {
  const isThere = (await find(client, StackName)) !== undefined;
  const Parameters = Object.keys(template.Parameters ?? {}).flatMap((ParameterKey): Parameter[] => {
    const ParameterValue = parameters[ParameterKey];
    if (ParameterValue !== undefined) return [{ ParameterKey, ParameterValue }];
    return isThere ? [{ ParameterKey, UsePreviousValue: true }] : [];
  });
  const input = {
    StackName,
    TemplateBody: JSON.stringify(template),
    Parameters,
    Capabilities: ['CAPABILITY_NAMED_IAM' as const],
  };
  if (!isThere) {
    const protection = { OnFailure: 'DELETE' as const, EnableTerminationProtection: true };
    await client.send(new CreateStackCommand({ ...input, ...protection }));
  } else {
    try {
      await client.send(new UpdateStackCommand(input));
    } catch (error) {
      if (error instanceof Error && error.message.includes('No updates are to be performed'))
        return 'unchanged';
      throw error;
    }
  }
  await settled(client, StackName, wait);
  return isThere ? 'changed' : 'created';
}

async function settled(client: CloudFormation, StackName: string, wait: Wait): Promise<void> {
  for (;;) {
    const { StackStatus = 'DELETE_COMPLETE', StackStatusReason } = (await find(client, StackName)) ?? {};
    if (StackStatus === 'CREATE_COMPLETE' || StackStatus === 'UPDATE_COMPLETE') return;
    if (!StackStatus.endsWith('_IN_PROGRESS')) {
      throw new Error(
        `The stack ${StackName} ended in ${StackStatus}. ${StackStatusReason ?? 'See its events.'}`,
      );
    }
    await wait(LOOK_AGAIN_MS);
  }
}

async function find(client: CloudFormation, StackName: string): Promise<Stack | undefined> {
  try {
    return (await client.send(new DescribeStacksCommand({ StackName }))).Stacks?.[0];
  } catch (error) {
    if (error instanceof Error && /does not exist/.test(error.message)) return undefined;
    throw error;
  }
}
