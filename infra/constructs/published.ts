import { CfnOutput, Fn, type Stack } from 'aws-cdk-lib';

/**
 * Publishes a value of a stack under a fixed name, and returns a reference for other stacks. An earlier release that is
 * deployed again then finds it, even if today's code reads it nowhere.
 */
export function published(stack: Stack, name: string, value: string): string {
  new CfnOutput(stack, name, { value });
  return Fn.getStackOutput(stack.stackName, name, stack.region);
}
