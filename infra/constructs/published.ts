import { CfnOutput, Fn, type Stack } from 'aws-cdk-lib';
import { accountStack } from '../names.ts';
import type { Stage } from '../stages.ts';

/**
 * Publishes a value of a stack under a fixed name, and returns a reference for other stacks. An earlier release that is
 * deployed again then finds it, even if today's code reads it nowhere.
 */
export function published(stack: Stack, name: string, value: string): string {
  new CfnOutput(stack, name, { value });
  return Fn.getStackOutput(stack.stackName, name, stack.region);
}

/** The output of the stack `account`, which belongs to no app of CDK: the ARN of the key of the stage's secrets. */
export const SECRETS_KEY_ARN = 'SecretsKeyArn';

export const secretsKeyArn = (stage: Stage): string =>
  Fn.getStackOutput(accountStack(stage), SECRETS_KEY_ARN, stage.region);
