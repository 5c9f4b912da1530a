import { RemovalPolicy } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Stage } from '../stages.ts';

/**
 * Returns whether a stack is protected from deletion: in a durable stage, once it was deployed. A stack that fails at
 * its first deployment must be deleted before the next attempt. `-c first=data,api` names the stacks of a first
 * deployment.
 */
export function isProtected(scope: Construct, stage: Stage, stack: string): boolean {
  const first = String(scope.node.tryGetContext('first') ?? '').split(',');
  return stage.durable && !first.includes(stack);
}

/**
 * Returns the policy for resources with data. In a durable stage they outlive their stack, except when its first
 * deployment fails: they are empty then, and their names would prevent the next attempt. A bucket that the deployment
 * itself fills is not empty then.
 */
export function removalPolicy(stage: Stage): RemovalPolicy {
  return stage.durable ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
}
