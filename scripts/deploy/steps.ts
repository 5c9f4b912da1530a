/** A deployment as a list of commands, in the order in which each may rely on those before it. */
import { nameOf, type Stage } from '../../infra/stages.ts';

export interface Step {
  readonly what: string;
  readonly command: readonly string[];
  /** Environment variables of the command: other users of the machine see arguments, and not these. */
  readonly environment?: Readonly<Record<string, string>>;
}

export const STACKS = ['data', 'edge', 'api', 'jobs', 'web', 'edge-logs', 'ops', 'edge-ops'] as const;
export type StackName = (typeof STACKS)[number];

/** The stacks that use the table. */
export const TABLE_STACKS: readonly StackName[] = ['data', 'api', 'jobs', 'ops'];

export interface Chosen {
  /** These stacks only. */
  readonly only?: readonly string[] | undefined;
  readonly isRollback?: boolean;
}

/**
 * Returns the stacks to deploy, in their order. A rollback deploys the site before the API: older pages work with a newer
 * API, and not the other way round.
 */
export function stacksOf(stage: Stage, { only = [], isRollback = false }: Chosen = {}): StackName[] {
  const unknown = only.filter((name) => !(STACKS as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`There is no stack ${unknown.join(', ')}.`);
  const hasEdge = stage.domain !== null || stage.firewall;
  const order: readonly StackName[] = isRollback
    ? ['edge', 'web', 'data', 'api', 'jobs', 'edge-logs', 'ops', 'edge-ops']
    : STACKS;
  return order.filter((name) => (name !== 'edge' || hasEdge) && (only.length === 0 || only.includes(name)));
}

export function checks(): Step[] {
  return [
    { what: 'Every test', command: ['node', 'scripts/run.mjs', 'test'] },
    { what: 'Every function with its role', command: ['node', 'scripts/run.mjs', 'proof', 'permissions'] },
  ];
}

/** Returns the region of a stack: CloudFront has its certificate, firewall and metrics in us-east-1. */
export const regionOf = (stage: Stage, stack: StackName): string =>
  stack.startsWith('edge') ? 'us-east-1' : stage.region;

/** Returns the regions that CDK deploys a stage to. */
export const regionsOf = (stage: Stage): string[] => [...new Set([stage.region, 'us-east-1'])];

export interface Release {
  /** Names this deployment: critical functions get a new version with each. */
  readonly release: string;
  /** The stacks that are not protected from deletion yet, since they were never deployed. */
  readonly first: readonly StackName[];
  /** Replaces critical functions at once instead of gradually. */
  readonly atOnce: boolean;
  /** SES had the identity before the stage. */
  readonly isMailAdopted: boolean;
  /** The data stack's own table: none while the stack lets go of one, before it adopts another. */
  readonly table?: 'none';
}

export function synthesis(
  stage: Stage,
  assembly: string,
  { release, first, atOnce, isMailAdopted, table }: Release,
): Step {
  const context = [
    `stage=${stage.name}`,
    `release=${release}`,
    ...(first.length > 0 ? [`first=${first.join(',')}`] : []),
    ...(atOnce ? ['rollout=at-once'] : []),
    ...(isMailAdopted ? ['mail=adopted'] : []),
    ...(table ? [`table=${table}`] : []),
  ];
  return {
    what: 'Templates',
    command: [
      'cdk',
      'synth',
      '--quiet',
      ...context.flatMap((value) => ['--context', value]),
      '--output',
      assembly,
    ],
  };
}

export function difference(stage: Stage, stacks: readonly StackName[], assembly: string): Step {
  const names = stacks.map((stack) => nameOf(stage, stack));
  return { what: 'What changes', command: ['cdk', 'diff', '--app', assembly, ...names] };
}

/** @param parameters the value of at most one parameter of the stack that no template may contain. */
export function deployment(
  stage: Stage,
  stack: StackName,
  assembly: string,
  parameters: Readonly<Record<string, string>> = {},
): Step {
  const name = nameOf(stage, stack);
  const options = [
    '--exclusively',
    '--require-approval',
    'never',
    '--outputs-file',
    outputsFile(assembly, stack),
  ];
  const [[key, value] = []] = Object.entries(parameters);
  return {
    what: `Stack ${stack}`,
    command: ['cdk', 'deploy', '--app', assembly, ...options, name],
    // CDK reads its options from such variables too.
    ...(key !== undefined && { environment: { CDK_PARAMETERS: `${name}:${key}=${value}` } }),
  };
}

/** The file with the outputs of a deployed stack. */
export function outputsFile(assembly: string, stack: StackName): string {
  return `${assembly}/outputs-${stack}.json`;
}
