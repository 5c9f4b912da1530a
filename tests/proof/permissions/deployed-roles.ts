/** The role and the environment of each function, as a stage's templates deploy them. */
import { runSimulation } from '@cloud-copilot/iam-simulate';
import type { Found, Synthesised } from '../../infra/synthesised.ts';
import type { AwsCall, CalledResource } from './aws-call.ts';
import { ACCOUNT, REGION, ResolvedTemplates } from './resolved-template.ts';

export interface Statement {
  readonly Effect: 'Allow' | 'Deny';
  readonly Action: string | string[];
  readonly Resource: string | string[];
  readonly Condition?: unknown;
}

export interface DeployedRole {
  readonly handler: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly statements: readonly Statement[];
}

export interface Deployment {
  readonly roles: ReadonlyMap<string, DeployedRole>;
  readonly keyPolicy: unknown;
  readonly mailIdentity: string;
}

/** Returns the roles by handler. */
export function deploymentOf(
  stage: string,
  synthesised: Synthesised,
  handlers: readonly string[],
): Deployment {
  const resolved = new ResolvedTemplates(synthesised);
  const properties = ({ resource, template }: Found): Record<string, unknown> =>
    resolved.resolve(resource.Properties, template) as Record<string, unknown>;
  const byName = new Map(
    synthesised
      .resources('AWS::Lambda::Function')
      .map((found) => [found.resource.Properties.FunctionName as string, found]),
  );
  const roles = handlers.map((handler) => {
    const found = byName.get(`paydown-${stage}-${handler.replaceAll('/', '-')}`);
    if (!found) throw new Error(`${stage} has no function for ${handler}.`);
    const role = found.template.Resources[found.resource.Properties.Role['Fn::GetAtt'][0]];
    const policies = resolved.resolve(role?.Properties.Policies, found.template) as {
      PolicyDocument: { Statement: Statement[] };
    }[];
    const environment = resolved.resolve(found.resource.Properties.Environment.Variables, found.template);
    return {
      handler,
      environment: environment as Record<string, string>,
      statements: policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement),
    };
  });
  const key = synthesised.resources('AWS::KMS::Key').find(({ id }) => id.startsWith('VaultKey'));
  const [identity] = synthesised.resources('AWS::SES::EmailIdentity');
  if (!key || !identity) throw new Error(`${stage} lacks the vault's key or the mail identity.`);
  return {
    roles: new Map(roles.map((role) => [role.handler, role])),
    keyPolicy: properties(key)['KeyPolicy'],
    mailIdentity: String(properties(identity)['EmailIdentity']),
  };
}

/** Returns null when the role allows the call, and otherwise the simulator's verdict. */
export async function refusalOf(call: AwsCall, deployment: Deployment): Promise<string | null> {
  const role = deployment.roles.get(call.handler);
  if (!role) return 'has no role';
  const outcome = await runSimulation(
    {
      request: {
        principal: `arn:aws:iam::${ACCOUNT}:role/${call.handler.replaceAll('/', '-')}`,
        action: call.action,
        resource: { resource: arnOf(call.resource, role, deployment), accountId: ACCOUNT },
        contextVariables: known({ 'aws:SecureTransport': 'true', ...call.context }),
      },
      identityPolicies: [
        { name: 'role', policy: { Version: '2012-10-17', Statement: known(role.statements) } },
      ],
      serviceControlPolicies: [],
      resourceControlPolicies: [],
      ...(call.resource.kind === 'key' && { resourcePolicy: deployment.keyPolicy }),
    },
    {},
  );
  if (outcome.resultType === 'error') throw new Error(JSON.stringify(outcome.errors));
  return outcome.overallResult === 'Allowed' ? null : outcome.overallResult;
}

/** The simulator drops condition keys with a variable part unless a slash precedes it, so a known key stands for KMS's. */
const known = <Part extends object>(part: Part): Part =>
  JSON.parse(JSON.stringify(part).replaceAll('kms:EncryptionContext:', 'aws:RequestTag/')) as Part;

/** Returns the resource's ARN by the names in the function's own environment. */
function arnOf(resource: CalledResource, { environment }: DeployedRole, deployment: Deployment): string {
  const arn = (service: string, name: string): string => `arn:aws:${service}:${REGION}:${ACCOUNT}:${name}`;
  const { STAGE = '', TABLE_NAME = '', VAULT_KEY_ID = '', FILES_BUCKET = '' } = environment;
  switch (resource.kind) {
    case 'table':
      return arn(
        'dynamodb',
        `table/${TABLE_NAME}${resource.index === null ? '' : `/index/${resource.index}`}`,
      );
    case 'parameter':
      return arn('ssm', `parameter${resource.name.replace(/^\/paydown\/\w+\//, `/paydown/${STAGE}/`)}`);
    case 'key':
      return VAULT_KEY_ID;
    case 'queue': {
      const url = environment[resource.variable] ?? '';
      return arn('sqs', url.split('/').at(-1) ?? '');
    }
    case 'object':
      return `arn:aws:s3:::${FILES_BUCKET}/${resource.key}`;
    case 'bucket':
      return `arn:aws:s3:::${FILES_BUCKET}`;
    case 'mail-identity':
      return arn('ses', `identity/${deployment.mailIdentity}`);
    case 'mail-configuration':
    default:
      return arn('ses', `configuration-set/${environment['MAIL_CONFIGURATION_SET'] ?? ''}`);
  }
}
