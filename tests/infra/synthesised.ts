/** A stage's templates as deployed, synthesised from the real tables and placeholders for the build. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { App } from 'aws-cdk-lib';
import { jobs } from '../../functions/api/jobs.ts';
import { routes } from '../../functions/api/routes.ts';
import { createStacks } from '../../infra/stacks.ts';
import type { Stage } from '../../infra/stages.ts';

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
}

const { context } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../cdk.json'), 'utf8')) as {
  readonly context: Record<string, unknown>;
};

/** @throws Error for an unacknowledged security finding, as in a deployment */
export function synthesise(stage: Stage, given: Readonly<Record<string, string>> = {}): Synthesised {
  const folder = mkdtempSync(path.join(tmpdir(), 'paydown-synth-'));
  try {
    const outdir = path.join(folder, 'out');
    const app = new App({ outdir, context: { ...context, ...given, 'aws:cdk:disable-asset-staging': true } });
    createStacks(app, stage, standIns(folder));
    const { stacks } = app.synth();
    const templates = readTemplates(outdir);
    return {
      templates,
      order: stacks.map(({ stackName }) => stackName),
      terminationProtection: new Map(
        stacks.map((stack) => [stack.stackName, stack.terminationProtection === true]),
      ),
      accounts: new Set(stacks.map(({ environment }) => environment.account)),
      resources: (type) => find(templates, type),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function standIns(folder: string): { functions: string; web: string } {
  const functions = path.join(folder, 'functions');
  const web = path.join(folder, 'web');
  for (const { handler } of [...Object.values(routes), ...Object.values(jobs)]) {
    mkdirSync(path.join(functions, handler), { recursive: true });
    writeFileSync(path.join(functions, handler, 'index.mjs'), `export const handler = '${handler}';`);
  }
  mkdirSync(path.join(web, 'assets'), { recursive: true });
  writeFileSync(path.join(web, 'index.html'), '<!doctype html>');
  writeFileSync(path.join(web, 'assets/app.js'), 'void 0;');
  return { functions, web };
}

function readTemplates(outdir: string): Map<string, Template> {
  const files = readdirSync(outdir).filter((file) => file.endsWith('.template.json'));
  return new Map(
    files.map((file) => [file, JSON.parse(readFileSync(path.join(outdir, file), 'utf8')) as Template]),
  );
}

function find(templates: ReadonlyMap<string, Template>, type: string): Found[] {
  return [...templates.values()].flatMap((template) =>
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, resource]) => ({ id, resource, template })),
  );
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
