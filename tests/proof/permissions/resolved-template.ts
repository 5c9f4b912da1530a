/** Resolves the references in a stage's templates, as CloudFormation does when it deploys them. */
import type { Resource, Synthesised, Template } from '../../infra/synthesised.ts';

/** The account that stands in `infra/stages.ts` until a stage is deployed. */
export const ACCOUNT = '000000000000';
export const REGION = 'ap-southeast-2';

const PSEUDO: Readonly<Record<string, string>> = {
  'AWS::Region': REGION,
  'AWS::AccountId': ACCOUNT,
  'AWS::Partition': 'aws',
  'AWS::URLSuffix': 'amazonaws.com',
};

type Nested = Resource & { readonly Metadata?: Readonly<Record<string, string>> };

export class ResolvedTemplates {
  readonly #templates: ReadonlyMap<string, Template>;
  /** The stack that contains a nested template, and its resource there. */
  readonly #parents = new Map<Template, { readonly template: Template; readonly nested: Nested }>();

  constructor({ templates }: Synthesised) {
    this.#templates = templates;
    for (const template of templates.values()) {
      for (const nested of Object.values(template.Resources) as Nested[]) {
        const file = nested.Metadata?.['aws:asset:path'];
        const child = nested.Type === 'AWS::CloudFormation::Stack' && templates.get(file ?? '');
        if (child) this.#parents.set(child, { template, nested });
      }
    }
  }

  /** Returns the value with every intrinsic function replaced by its result. */
  resolve(value: unknown, template: Template): unknown {
    if (Array.isArray(value)) return value.map((element) => this.resolve(element, template));
    if (typeof value !== 'object' || value === null) return value;
    const [first, ...others] = Object.entries(value) as [string, unknown][];
    const [name, argument] = first ?? ['', undefined];
    if (others.length === 0 && (name === 'Ref' || name.startsWith('Fn::'))) {
      return this.#evaluate(name, argument, template);
    }
    return Object.fromEntries(
      Object.entries(value).map(([field, element]) => [field, this.resolve(element, template)]),
    );
  }

  #evaluate(name: string, argument: unknown, template: Template): unknown {
    switch (name) {
      case 'Ref':
        return this.#reference(String(argument), template);
      case 'Fn::GetAtt':
        return this.#attribute(argument as [string, string], template);
      case 'Fn::Join': {
        const [separator, parts] = argument as [string, unknown[]];
        return (this.resolve(parts, template) as unknown[]).map(String).join(separator);
      }
      case 'Fn::Split': {
        const [separator, text] = argument as [string, unknown];
        return String(this.resolve(text, template)).split(separator);
      }
      case 'Fn::Select': {
        const [index, list] = argument as [number, unknown];
        return (this.resolve(list, template) as unknown[])[index];
      }
      case 'Fn::GetStackOutput':
        return this.#output(argument as { StackName: string; OutputName: string });
      default:
        throw new Error(`The proof does not resolve ${name}.`);
    }
  }

  #reference(id: string, template: Template): unknown {
    if (id in PSEUDO) return PSEUDO[id];
    const resource = template.Resources[id];
    if (resource) return physicalName(id, this.#resolved(resource, template));
    const parent = this.#parents.get(template);
    if (parent && id in (parent.nested.Properties.Parameters ?? {})) {
      return this.resolve(parent.nested.Properties.Parameters[id], parent.template);
    }
    const parameter = template.Parameters?.[id];
    if (!parameter) throw new Error(`No template explains ${id}.`);
    return `value-of-${parameter.Default ?? id}`;
  }

  #attribute([id, attribute]: [string, string], template: Template): unknown {
    const resource = template.Resources[id];
    if (!resource) throw new Error(`There is no resource ${id}.`);
    if (resource.Type === 'AWS::CloudFormation::Stack') {
      const child = this.#templates.get((resource as Nested).Metadata?.['aws:asset:path'] ?? '');
      const output = child?.Outputs?.[attribute.replace(/^Outputs\./, '')];
      return child && this.resolve(output?.Value, child);
    }
    if (attribute === 'Arn') return arnOf(id, this.#resolved(resource, template));
    if (attribute === 'QueueName' || attribute === 'RoleId') return physicalName(id, resource);
    return `${id}.${attribute}`;
  }

  #output({ StackName, OutputName }: { StackName: string; OutputName: string }): unknown {
    // The stack of the bootstrap is in no app.
    if (StackName.endsWith('-account')) return `arn:aws:kms:${REGION}:${ACCOUNT}:key/${OutputName}`;
    const template = this.#templates.get(`${StackName}.template.json`);
    const output = template?.Outputs?.[OutputName];
    if (!template || !output) throw new Error(`${StackName} has no output ${OutputName}.`);
    return this.resolve(output.Value, template);
  }

  #resolved(resource: Resource, template: Template): Resource {
    const names = [
      'TableName',
      'QueueName',
      'BucketName',
      'LogGroupName',
      'EmailIdentity',
      'Name',
      'RoleName',
    ];
    const named = names.filter((name) => name in (resource.Properties ?? {}));
    const properties = named.map(
      (name) => [name, this.resolve(resource.Properties[name], template)] as const,
    );
    return { ...resource, Properties: Object.fromEntries(properties) };
  }
}

/** The value of `Ref`. */
function physicalName(id: string, { Type, Properties }: Resource): string {
  const { TableName, QueueName, BucketName, LogGroupName, EmailIdentity, Name } = Properties;
  if (Type === 'AWS::SQS::Queue') return `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${QueueName}`;
  return TableName ?? BucketName ?? LogGroupName ?? EmailIdentity ?? Name ?? id;
}

function arnOf(id: string, { Type, Properties }: Resource): string {
  const { TableName, QueueName, BucketName, LogGroupName } = Properties;
  const arn = (service: string, resource: string): string =>
    `arn:aws:${service}:${REGION}:${ACCOUNT}:${resource}`;
  if (Type.startsWith('AWS::DynamoDB::')) return arn('dynamodb', `table/${TableName}`);
  if (Type === 'AWS::SQS::Queue') return arn('sqs', QueueName);
  if (Type === 'AWS::S3::Bucket') return `arn:aws:s3:::${BucketName}`;
  if (Type === 'AWS::KMS::Key') return arn('kms', `key/${id}`);
  if (Type === 'AWS::Logs::LogGroup') return arn('logs', `log-group:${LogGroupName}:*`);
  return arn(Type, id);
}
