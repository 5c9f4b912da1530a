/** A stage's templates as deployed, and what tests find in them. */
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { threadId } from 'node:worker_threads';
import type { Stage } from '../../infra/stages.ts';
import { fingerprintOf } from '../../scripts/build/fingerprint.ts';

export interface Resource {
  readonly Type: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests reach into properties of every shape
  readonly Properties: any;
  readonly DeletionPolicy?: string;
  readonly UpdatePolicy?: {
    readonly CodeDeployLambdaAliasUpdate: { readonly DeploymentGroupName: { readonly Ref: string } };
  };
  readonly DependsOn?: readonly string[];
}

export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly Parameters?: Readonly<Record<string, { readonly Type: string; readonly Default?: string }>>;
}

export interface Found {
  readonly id: string;
  readonly resource: Resource;
  /** The template of the resource: logical ids are unique within a template only. */
  readonly template: Template;
}

export interface Synthesised {
  /** By file name, with nested stacks. */
  readonly templates: ReadonlyMap<string, Template>;
  /** The stacks, each after its dependencies. */
  readonly order: readonly string[];
  readonly terminationProtection: ReadonlyMap<string, boolean>;
  /** The accounts of the stacks. */
  readonly accounts: ReadonlySet<string>;
  resources(type: string): readonly Found[];
  /** The properties of every resource of a type. */
  properties(type: string): readonly Resource['Properties'][];
}

const root = path.resolve(import.meta.dirname, '../..');
const SOURCES = [
  '{infra,functions,domain}/**/*.ts',
  'tests/infra/synth*.ts',
  'cdk.json',
  'package-lock.json',
];

/** The context of a synthesis besides that of cdk.json. */
export type Given = Readonly<Record<string, string>>;

let fingerprint: Promise<string> | undefined;

/**
 * Returns a stage as `synthesise` does. The result is kept until the sources change, because a synthesis takes seconds
 * and several test files, each in a process of its own, read the same.
 * @throws Error for an unacknowledged security finding, as in a deployment
 */
export async function synthesised(stage: Stage, given: Given = {}): Promise<Synthesised> {
  const folder = path.join(root, 'dist/synthesised');
  const name = [stage.name, ...Object.entries(given).map(([key, value]) => `${key}=${value}`)].join('_');
  fingerprint ??= fingerprintOf(root, SOURCES);
  const kept = path.join(folder, `${name}-${await fingerprint}.json`);
  if (!existsSync(kept)) {
    const { assembled } = await import('./synthesis.ts');
    mkdirSync(folder, { recursive: true });
    for (const old of globSync(`${name}-*`, { cwd: folder })) rmSync(path.join(folder, old), { force: true });
    const fresh = `${kept}-${process.pid}-${threadId}`;
    writeFileSync(fresh, JSON.stringify(assembled(stage, given)));
    renameSync(fresh, kept);
  }
  return readAssembly(JSON.parse(readFileSync(kept, 'utf8')) as Assembly);
}

/** What a synthesis wrote, as JSON. */
export interface Assembly {
  readonly templates: Readonly<Record<string, Template>>;
  readonly order: readonly string[];
  readonly terminationProtection: Readonly<Record<string, boolean>>;
  readonly accounts: readonly string[];
}

export function readAssembly({ order, ...assembly }: Assembly): Synthesised {
  const templates = new Map(Object.entries(assembly.templates));
  return {
    templates,
    order,
    terminationProtection: new Map(Object.entries(assembly.terminationProtection)),
    accounts: new Set(assembly.accounts),
    resources: (type) => find(templates, type),
    properties: (type) => find(templates, type).map(({ resource }) => resource.Properties),
  };
}

function find(templates: ReadonlyMap<string, Template>, type: string): Found[] {
  return [...templates.values()].flatMap((template) =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, resource]) => ({ id, resource, template })),
  );
}

/**
 * Returns the only resource of a type, or the only one with such a property.
 * @throws Error unless there is one
 */
export function oneOf(synthesis: Synthesised, type: string, property?: string, value?: string): Found {
  const [found, ...others] = synthesis
    .resources(type)
    .filter(({ resource }) => property === undefined || resource.Properties[property] === value);
  if (found && others.length === 0) return found;
  throw new Error(`There are ${found ? others.length + 1 : 0} of ${type} with ${property} ${value}.`);
}

/** Returns the function that an ARN names: directly, or by the alias of a version. */
export function invokedIn({ Resources }: Template, arn: Resource['Properties']): Resource | undefined {
  const [, id = ''] = /"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/.exec(JSON.stringify(arn)) ?? [];
  const named = Resources[id];
  return named?.Type === 'AWS::Lambda::Alias' ? Resources[named.Properties.FunctionName.Ref] : named;
}

export interface AlarmMetric {
  readonly Namespace: string;
  readonly MetricName: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[];
}

/** Returns the metrics that an alarm reads. */
export function metricsOf({ resource: { Properties } }: Found): AlarmMetric[] {
  const metrics = (Properties.Metrics ?? []) as { readonly MetricStat?: { readonly Metric: AlarmMetric } }[];
  if (metrics.length === 0) return [Properties as AlarmMetric];
  return metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []));
}
