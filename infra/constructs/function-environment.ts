import { CfnParameter } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import type { Use } from '../../functions/lib/route.ts';
import type { DataStack } from '../data-stack.ts';
import { parameterName, type Stage } from '../stages.ts';

/**
 * The environment that functions read their configuration from. What only the operator knows is a parameter in the
 * account, looked up with every deployment: it stands in no template.
 */
export class FunctionEnvironment extends Construct {
  readonly #stage: Stage;
  readonly #data: DataStack;

  constructor(scope: Construct, id: string, stage: Stage, data: DataStack) {
    super(scope, id);
    this.#stage = stage;
    this.#data = data;
  }

  /** Returns the variables of a function with these uses. */
  for(uses: ReadonlySet<Use>): Record<string, string> {
    const { domain, mail, name, requireMfaWhenLinked } = this.#stage;
    return {
      STAGE: name,
      ORIGIN: domain ? `https://${domain.name}` : this.#parameter('origin'),
      REQUIRE_MFA_WHEN_LINKED: String(requireMfaWhenLinked),
      TABLE_NAME: this.#data.table.tableName,
      TOKEN_PUBLIC_KEY: this.#parameter('token-public-key'),
      ORIGIN_SECRET: this.#parameter('origin-secret'),
      ...(uses.has('xero') && {
        XERO_CLIENT_ID: this.#parameter('xero-client-id'),
      }),
      ...(uses.has('breaches') && { BREACHES_URL: 'https://api.pwnedpasswords.com' }),
      ...(uses.has('vault') && { VAULT_KEY_ID: this.#data.vaultKey.keyId }),
      ...(uses.has('queue') && {
        QUEUE_URL: this.#data.queue('postings').queue.queueUrl,
        DEAD_LETTER_URL: this.#data.queue('postings').deadLetters.queueUrl,
      }),
      ...(uses.has('mail') && {
        MAIL_FROM: mail.from,
        MAIL_CONFIGURATION_SET: this.#data.mail.configurationSetName,
      }),
    };
  }

  #parameter(name: string): string {
    return deployedParameter(this, this.#stage, name);
  }
}

/** The value that a parameter of the stage has when a deployment runs. */
export function deployedParameter(scope: Construct, stage: Stage, name: string): string {
  const known = scope.node.tryFindChild(name) as CfnParameter | undefined;
  const parameter =
    known ??
    new CfnParameter(scope, name, {
      type: 'AWS::SSM::Parameter::Value<String>',
      default: parameterName(stage, name),
    });
  return parameter.valueAsString;
}
