import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { nameOf, type Stage } from '../stages.ts';

/**
 * Returns whether a stack is protected from deletion: in a durable stage, once it was deployed. A stack that fails at
 * its first deployment must be deleted before the next attempt. `-c first=data,api` names the stacks of a first
 * deployment.
 */
export function isProtected(scope: Construct, stage: Stage, stack: string): boolean {
  return stage.durable && !isFirst(scope, stack);
}

function isFirst(scope: Construct, stack: string): boolean {
  return String(scope.node.tryGetContext('first') ?? '')
    .split(',')
    .includes(stack);
}

/**
 * Returns the policy for a log of the scope's stack. A nested stack that is complete when a first deployment fails is
 * deleted with its log, whose name would prevent the next attempt; the second pass of the deployment sets retention.
 */
export function logRemovalPolicy(scope: Construct, stage: Stage): RemovalPolicy {
  let stack = Stack.of(scope);
  while (stack.nestedStackParent) stack = stack.nestedStackParent;
  return isFirst(scope, stack.stackName.slice(nameOf(stage, '').length))
    ? RemovalPolicy.DESTROY
    : removalPolicy(stage);
}

/**
 * Returns the policy for resources with data. In a durable stage they outlive their stack, except when its first
 * deployment fails: they are empty then, and their names would prevent the next attempt. A bucket that the deployment
 * itself fills is not empty then.
 */
export function removalPolicy(stage: Stage): RemovalPolicy {
  return stage.durable ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
