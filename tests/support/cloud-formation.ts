/**
 * A model of CloudFormation in one account: which resources a deployment creates, replaces and removes, and what it
 * refuses. Whether a changed property replaces its resource is read from CDK's own copy of AWS's specification.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Resource, Synthesised, Template } from '../infra/synthesised.ts';

interface Specified {
  readonly cloudFormationType: string;
  readonly primaryIdentifier?: readonly string[];
  readonly properties: Readonly<Record<string, { readonly causesReplacement?: 'yes' | 'maybe' | 'no' }>>;
}

let known: ReadonlyMap<string, Specified> | undefined;

function specified(type: string): Specified | undefined {
  known ??= readSpecification();
  return known.get(type);
}

function readSpecification(): ReadonlyMap<string, Specified> {
  const file = path.resolve(import.meta.dirname, '../../node_modules/aws-cdk/db.json.gz');
  const { schema } = JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')) as {
    readonly schema: { readonly resource: { readonly entities: Readonly<Record<string, Specified>> } };
  };
  return new Map(Object.values(schema.resource.entities).map((one) => [one.cloudFormationType, one]));
}

/** Resources whose replacement loses what they hold. */
const HOLDS_DATA = new Set([
  'AWS::DynamoDB::GlobalTable',
  'AWS::S3::Bucket',
  'AWS::SQS::Queue',
  'AWS::KMS::Key',
  'AWS::Backup::BackupVault',
]);

/** Properties within which a name is unique. */
const SCOPES = ['FunctionName', 'ApiId', 'HostedZoneId', 'Type', 'DashboardName'];

/** The values of a deployment's parameters, by the name in the account's parameter store or in the template. */
export type Values = Readonly<Record<string, string>>;

/** A resource with parameters in place. */
interface Placed extends Resource {
  /** The function that a version copies, without what applies to all versions. */
  readonly copied?: unknown;
}

interface Deployed {
  readonly resources: ReadonlyMap<string, Placed>;
  readonly outputs: ReadonlySet<string>;
  /** The outputs of other stacks that it reads: `stack output`. */
  readonly reads: ReadonlySet<string>;
}

export class CloudFormationModel {
  readonly stacks = new Map<string, Deployed>();
  /** Named resources: which stack has them, or `retained`. */
  readonly #owners = new Map<string, string>();
  /** Each function as it was when its newest version was published. */
  readonly #published = new Map<string, unknown>();
  /** The resources that deployments have created, changed, replaced or removed, as `stack/id`. */
  readonly changes: string[] = [];

  /**
   * Deploys a stack with its nested ones.
   * @returns what CloudFormation refuses, a sentence each, and nothing is deployed then.
   */
  deploy(synthesis: Synthesised, stack: string, values: Values = {}): string[] {
    const template = synthesis.templates.get(`${stack}.template.json`);
    if (!template) throw new Error(`There is no stack ${stack}.`);
    const deployed: [name: string, template: Template, values: Values][] = [
      [stack, template, parametersOf(template, values)],
    ];
    for (const [id, { Type, Properties }] of Object.entries(template.Resources)) {
      if (Type !== 'AWS::CloudFormation::Stack') continue;
      const nested = nestedTemplate(synthesis, stack, id);
      const given = resolve(Properties.Parameters ?? {}, deployed[0]?.[2] ?? {}) as Values;
      deployed.push([`${stack}/${id}`, nested, parametersOf(nested, { ...values, ...given })]);
    }
    const removed = [...this.stacks.keys()].filter(
      (name) => name.startsWith(`${stack}/`) && !deployed.some(([kept]) => kept === name),
    );
    const steps = [
      ...deployed.map(([name, own, given]) => this.#compare(name, stateOf(own, given))),
      ...removed.map((name) => this.#compare(name, null)),
    ];
    const refused = steps.flatMap(({ problems }) => problems);
    if (refused.length === 0) for (const { apply } of steps) apply();
    return refused;
  }

  /** Deploys a template that belongs to no app. Returns what CloudFormation refuses. */
  deployPlain(stack: string, template: Template): string[] {
    const { problems, apply } = this.#compare(stack, stateOf(template, {}));
    if (problems.length === 0) apply();
    return problems;
  }

  #compare(stack: string, after: Deployed | null): { problems: string[]; apply: () => void } {
    const before = this.stacks.get(stack);
    const problems: string[] = [];
    const work: (() => void)[] = [];
    const note = (id: string): void => void this.changes.push(`${stack}/${id}`);
    for (const [id, resource] of after?.resources ?? []) {
      const earlier = before?.resources.get(id);
      if (!earlier) {
        problems.push(...this.#createProblems(stack, id, resource));
        work.push(() => (note(id), this.#create(stack, resource)));
      } else if (earlier.Type !== resource.Type) {
        problems.push(`${stack}: ${id} can't become ${resource.Type}.`);
      } else if (!isDeepStrictEqual(earlier.Properties, resource.Properties)) {
        problems.push(...replacementProblems(stack, id, earlier, resource));
        work.push(() => (note(id), this.#remove(earlier), this.#create(stack, resource)));
      }
    }
    for (const [id, resource] of before?.resources ?? []) {
      if (after?.resources.has(id)) continue;
      work.push(() => (note(id), this.#remove(resource)));
    }
    for (const output of before?.outputs ?? []) {
      if (after?.outputs.has(output)) continue;
      const readers = [...this.stacks].filter(([, { reads }]) => reads.has(`${stack} ${output}`));
      for (const [reader] of readers) problems.push(`${stack}: ${output} is in use by ${reader}.`);
    }
    for (const read of after?.reads ?? []) {
      const [other = '', output = ''] = read.split(' ');
      if (!this.stacks.get(other)?.outputs.has(output)) problems.push(`${stack}: ${other} has no ${output}.`);
    }
    const apply = (): void => {
      for (const step of work) step();
      if (after) this.stacks.set(stack, after);
      else this.stacks.delete(stack);
    };
    return { problems, apply };
  }

  #createProblems(stack: string, id: string, resource: Placed): string[] {
    const name = nameIn(resource);
    const owner = name === null ? undefined : this.#owners.get(name);
    if (owner !== undefined) return [`${stack}: ${id} exists already, ${name} (${owner}).`];
    const isUnchanged =
      resource.copied !== undefined &&
      isDeepStrictEqual(this.#published.get(publisherOf(stack, resource)), resource.copied);
    return isUnchanged ? [`${stack}: a version of ${id} exists, since nothing of its function changed.`] : [];
  }

  #create(stack: string, resource: Placed): void {
    const name = nameIn(resource);
    if (name !== null) this.#owners.set(name, stack);
    if (resource.copied !== undefined) this.#published.set(publisherOf(stack, resource), resource.copied);
  }

  #remove(resource: Resource): void {
    const name = nameIn(resource);
    if (name === null) return;
    if (resource.DeletionPolicy?.startsWith('Retain') === true) this.#owners.set(name, 'retained');
    else this.#owners.delete(name);
  }
}

const publisherOf = (stack: string, { Properties }: Resource): string =>
  `${stack} ${JSON.stringify(Properties.FunctionName)}`;

/** @throws Error when the assembly lacks the template. */
function nestedTemplate({ templates }: Synthesised, stack: string, id: string): Template {
  const start = `${stack.replaceAll('-', '')}${id.split('NestedStack')[0]}`;
  const found = [...templates].find(
    ([file]) => file.startsWith(start) && /^[0-9A-F]{8}\.nested\./.test(file.slice(start.length)),
  );
  if (!found) throw new Error(`There is no template of ${id}.`);
  return found[1];
}

function parametersOf({ Parameters = {} }: Template, values: Values): Values {
  return Object.fromEntries(
    Object.entries(Parameters).map(([name, { Default = '' }]) => [
      name,
      values[name] ?? values[Default] ?? Default,
    ]),
  );
}

function stateOf({ Resources, Outputs = {} }: Template, values: Values): Deployed {
  const placed = new Map(
    Object.entries(Resources).map(([id, resource]) => [
      id,
      { ...resource, Properties: resolve(resource.Properties ?? {}, values) as Resource['Properties'] },
    ]),
  );
  const resources = new Map<string, Placed>(
    [...placed].map(([id, resource]) => {
      if (resource.Type !== 'AWS::Lambda::Version') return [id, resource];
      const built = placed.get(resource.Properties.FunctionName.Ref as string);
      const { ReservedConcurrentExecutions: _shared, Tags: _tags, ...copied } = built?.Properties ?? {};
      return [id, { ...resource, copied: copied as unknown }];
    }),
  );
  const text = JSON.stringify(Resources);
  const reads = [...text.matchAll(/"StackName":"([\w-]+)","Region":"[a-z0-9-]+","OutputName":"(\w+)"/g)];
  return {
    resources,
    outputs: new Set(Object.keys(Outputs)),
    reads: new Set(reads.map(([, stack, output]) => `${stack} ${output}`)),
  };
}

/** Puts the values of parameters in the place of their references. */
function resolve(value: unknown, values: Values): unknown {
  if (Array.isArray(value)) return value.map((one) => resolve(one, values));
  if (typeof value !== 'object' || value === null) return value;
  const { Ref } = value as { readonly Ref?: unknown };
  if (typeof Ref === 'string' && Object.hasOwn(values, Ref)) return values[Ref];
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, resolve(one, values)]));
}

/** Returns the physical name of a resource with its type; null: AWS makes it up. */
function nameIn({ Type, Properties }: Resource): string | null {
  const property = nameProperty(Type, Properties);
  if (property === null) return null;
  const scope = SCOPES.filter((one) => one !== property).map((one) => Properties[one] as unknown);
  return JSON.stringify([Type, Properties[property], ...scope]);
}

function nameProperty(type: string, properties: Resource['Properties']): string | null {
  const identifier = specified(type)?.primaryIdentifier ?? [];
  const candidates = [`${type.split('::')[2]}Name`, 'Name', ...(identifier.length === 1 ? identifier : [])];
  return candidates.find((name) => properties[name] !== undefined) ?? null;
}

function replacementProblems(stack: string, id: string, earlier: Resource, later: Resource): string[] {
  const { Type, Properties } = later;
  const properties = specified(Type)?.properties ?? {};
  const replacing = Object.keys({ ...earlier.Properties, ...Properties }).filter(
    (name) =>
      properties[name]?.causesReplacement === 'yes' &&
      !isDeepStrictEqual(earlier.Properties[name], Properties[name]),
  );
  if (replacing.length === 0) return [];
  const what = `${stack}: ${replacing.join(' and ')} of ${id}`;
  if (HOLDS_DATA.has(Type) || earlier.DeletionPolicy?.startsWith('Retain') === true) {
    return [`${what} would replace it, with what it holds.`];
  }
  return nameIn(earlier) !== null && nameIn(earlier) === nameIn(later)
    ? [`${what} can't change while its name stays.`]
    : [];
}
