/** The states of a stage's stacks before a deployment. */
import {
  type CloudFormationClient,
  DescribeStackResourcesCommand,
  DescribeStacksCommand,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import { nameOf, type Stage } from '../../infra/stages.ts';
import { deniedCall } from './service-errors.ts';
import { regionOf, type StackName } from './steps.ts';

export type CloudFormation = Pick<CloudFormationClient, 'send'>;

export interface StackStates {
  /** The stacks that have never been deployed successfully. */
  readonly first: readonly StackName[];
  /** Why stacks can't be deployed, one sentence each. */
  readonly problems: readonly string[];
}

/** States of a stack without resources. The CDK deletes a stack whose creation was rolled back. */
const UNDEPLOYED: ReadonlySet<StackStatus> = new Set([
  'REVIEW_IN_PROGRESS',
  'ROLLBACK_COMPLETE',
  'DELETE_COMPLETE',
]);

/** States that a person must end. */
const STUCK: Readonly<Partial<Record<StackStatus, string>>> = {
  CREATE_FAILED: 'Delete the stack',
  ROLLBACK_FAILED: 'Delete the stack with the resources that its events name',
  DELETE_FAILED: 'Delete the stack again, and keep the resources that its events name',
  UPDATE_ROLLBACK_FAILED: 'Continue the rollback of the stack',
};

/**
 * @param clientOf returns the client of a region.
 * @returns no state when the role may not ask, but this problem.
 */
export async function stackStates(
  stage: Stage,
  stacks: readonly StackName[],
  clientOf: (region: string) => CloudFormation,
): Promise<StackStates> {
  try {
    return await statesOf(stage, stacks, clientOf);
  } catch (error) {
    const denied = deniedCall(error);
    if (denied === null) throw error;
    return { first: [], problems: [denied] };
  }
}

async function statesOf(
  stage: Stage,
  stacks: readonly StackName[],
  clientOf: (region: string) => CloudFormation,
): Promise<StackStates> {
  const first: StackName[] = [];
  const problems: string[] = [];
  for (const stack of stacks) {
    const name = nameOf(stage, stack);
    const status = await statusOf(clientOf(regionOf(stage, stack)), name);
    if (status === null || UNDEPLOYED.has(status)) first.push(stack);
    else if (STUCK[status])
      problems.push(`The stack ${name} is in ${status}. ${STUCK[status]}, then try again.`);
    else if (status.endsWith('_IN_PROGRESS')) problems.push(`The stack ${name} is being deployed.`);
  }
  return { first, problems };
}

/** Returns whether a deployed stack has a resource of this type. */
export const stackHas = async (client: CloudFormation, stack: string, type: string): Promise<boolean> =>
  (await resourcesOf(client, stack, type)).length > 0;

/** Returns the names of a stack's resources of this type, those included that a failed creation left. */
export async function resourcesOf(
  client: CloudFormation,
  StackName: string,
  type: string,
): Promise<readonly string[]> {
  const found = client.send(new DescribeStackResourcesCommand({ StackName }));
  const { StackResources = [] } = await found.catch(emptyIfMissing);
  return StackResources.filter(({ ResourceType }) => ResourceType === type).map(
    ({ PhysicalResourceId = '' }) => PhysicalResourceId,
  );
}

/** Returns whether a stack was deployed successfully. */
export async function isDeployed(client: CloudFormation, StackName: string): Promise<boolean> {
  const status = await statusOf(client, StackName);
  return status !== null && !UNDEPLOYED.has(status);
}

function emptyIfMissing(error: unknown): Record<string, never> {
  if (error instanceof Error && /does not exist/.test(error.message)) return {};
  throw error;
}

async function statusOf(client: CloudFormation, StackName: string): Promise<StackStatus | null> {
  const found = client.send(new DescribeStacksCommand({ StackName }));
  const { Stacks: [stack] = [] } = await found.catch(emptyIfMissing);
  return stack?.StackStatus ?? null;
}
