import { Construct } from 'constructs';
import type { QueueName, Use } from '../../functions/api/route.ts';
import type { DataStack } from '../data-stack.ts';
import type { Stage } from '../stages.ts';
import { deployedParameter } from './deployed-parameter.ts';
import { type TableInUse, tableInUse } from './table-in-use.ts';

const isAny = (uses: ReadonlySet<Use>, part: string): boolean =>
  [...uses].some((use) => use.startsWith(`${part}:`));

/**
 * The environment variables of the functions. Values that only the operator knows are parameters in the account.
 * Each deployment looks them up, so no template contains them.
 */
export class FunctionEnvironment extends Construct {
  readonly #stage: Stage;
  readonly #data: DataStack;
  readonly table: TableInUse;

  constructor(scope: Construct, id: string, stage: Stage, data: DataStack) {
    super(scope, id);
    this.#stage = stage;
    this.#data = data;
    this.table = tableInUse(this, stage);
  }

  /** Returns the variables of a function with these uses that sends to this queue. */
  for(uses: ReadonlySet<Use>, queue: QueueName): Record<string, string> {
    const { domain, mail, name, requireMfaWhenLinked, limits, trialDays } = this.#stage;
    return {
      STAGE: name,
      ORIGIN: domain ? `https://${domain.name}` : this.#parameter('origin'),
      TABLE_NAME: this.table.name,
      RESTORED_AT: this.#parameter('restored-at'),
      REQUIRE_MFA_WHEN_LINKED: String(requireMfaWhenLinked),
      LIMITS: JSON.stringify(limits),
      TRIAL_DAYS: String(trialDays),
      TOKEN_PUBLIC_KEY: this.#parameter('token-public-key'),
      ORIGIN_SECRET_DIGEST: this.#parameter('origin-secret-digest'),
      ...(uses.has('xero') && {
        XERO_CLIENT_ID: this.#parameter('xero-client-id'),
      }),
      ...(uses.has('breaches') && { BREACHES_URL: 'https://api.pwnedpasswords.com' }),
      ...(isAny(uses, 'vault') && { VAULT_KEY_ID: this.#data.vaultKeyArn }),
      ...(uses.has('queue') && {
        QUEUE_URL: this.#data.queue(queue).queue.url,
        DEAD_LETTER_URL: this.#data.queue(queue).deadLetters.url,
      }),
      ...(isAny(uses, 'files') && { FILES_BUCKET: this.#data.files.bucketName }),
      ...(uses.has('mail') && { MAIL_QUEUE_URL: this.#data.queue('mails').queue.url }),
      ...(uses.has('mailer') && {
        MAIL_FROM: mail.from,
        MAIL_CONFIGURATION_SET: this.#data.mail.configurationSetName,
      }),
    };
  }

  #parameter(name: string): string {
    return deployedParameter(this, this.#stage, name);
  }
}
