/** A deployment as a list of commands, in the order in which each may rely on those before it. */
import { nameOf, type Stage } from '../../infra/stages.ts';

export interface Step {
  readonly what: string;
  readonly command: readonly string[];
}

export const STACKS = ['data', 'edge', 'api', 'jobs', 'web', 'edge-logs', 'ops'] as const;
export type StackName = (typeof STACKS)[number];

/** The stacks that a stage has, those named in `only` if any are; the order is always the same. */
export function stacksOf(stage: Stage, only: readonly string[] = []): StackName[] {
  const unknown = only.filter((name) => !(STACKS as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`There is no stack ${unknown.join(', ')}.`);
  const hasEdge = stage.domain !== null || stage.firewall;
  return STACKS.filter((name) => (name !== 'edge' || hasEdge) && (only.length === 0 || only.includes(name)));
}

export function checks(): Step[] {
  return [
    { what: 'Every test', command: ['node', 'scripts/run.mjs', 'test'] },
    { what: 'Every function alone', command: ['node', 'scripts/run.mjs', 'proof', 'lambda-check'] },
  ];
}

export function synthesis(stage: Stage, assembly: string): Step {
  return {
    what: 'Templates',
    command: ['cdk', 'synth', '--quiet', '--context', `stage=${stage.name}`, '--output', assembly],
  };
}

export function difference(stage: Stage, stacks: readonly StackName[], assembly: string): Step {
  const names = stacks.map((stack) => nameOf(stage, stack));
  return { what: 'What changes', command: ['cdk', 'diff', '--app', assembly, ...names] };
}

/** @param parameters values of the stack's parameters that no template may contain. */
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
    ...Object.entries(parameters).flatMap(([key, value]) => ['--parameters', `${name}:${key}=${value}`]),
  ];
  return {
    what: `Stack ${stack}`,
    command: ['cdk', 'deploy', '--app', assembly, ...options, name],
  };
}

/** The file with the outputs of a deployed stack. */
export function outputsFile(assembly: string, stack: StackName): string {
  return `${assembly}/outputs-${stack}.json`;
}
