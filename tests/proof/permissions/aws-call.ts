/** One call to AWS as its permission is checked: caller, action, resource. */
export type CalledResource =
  | { readonly kind: 'table'; readonly index: string | null }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'key' }
  | { readonly kind: 'queue'; readonly variable: 'QUEUE_URL' | 'DEAD_LETTER_URL' | 'MAIL_QUEUE_URL' }
  | { readonly kind: 'object'; readonly key: string }
  | { readonly kind: 'bucket' }
  | { readonly kind: 'mail-identity' }
  | { readonly kind: 'mail-configuration' };

export interface AwsCall {
  readonly handler: string;
  readonly action: string;
  readonly resource: CalledResource;
  /** The condition keys that AWS derives from the call. */
  readonly context: Readonly<Record<string, string | string[]>>;
}

type Fields = Readonly<Record<string, unknown>>;
type Called = Omit<AwsCall, 'handler'>;

const records = (value: unknown): Fields[] => (Array.isArray(value) ? value : []) as Fields[];
const record = (value: unknown): Fields => (value ?? {}) as Fields;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const WRITES: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
};

/** Returns the permissions that a call of DynamoDB needs; each write of a transaction needs its own. */
export function dynamoCalls(operation: string, body: Fields): Called[] {
  const on = (action: string, index: string | null, leadingKeys: readonly unknown[]): Called => ({
    action: `dynamodb:${action}`,
    resource: { kind: 'table', index },
    context: { 'dynamodb:LeadingKeys': leadingKeys.map((key) => textOf(record(key)['S'])) },
  });
  if (operation === 'TransactWriteItems') {
    return records(body['TransactItems']).flatMap((element) =>
      Object.entries(element).map(([kind, write]) =>
        on(WRITES[kind] ?? kind, null, [partitionOf(record(write))]),
      ),
    );
  }
  if (operation === 'BatchGetItem') {
    const tables = Object.values(record(body['RequestItems']));
    return [
      on(
        operation,
        null,
        tables.flatMap((table) => records(record(table)['Keys'])).map((key) => key['pk']),
      ),
    ];
  }
  if (operation === 'Query') {
    return [{ ...on(operation, (body['IndexName'] as string | undefined) ?? null, []), context: {} }];
  }
  return [on(operation, null, [partitionOf(body)])];
}

const partitionOf = ({ Item, Key }: Fields): unknown => record(Item ?? Key)['pk'];

/** Returns the permissions that a call of another service with JSON needs. */
export function jsonCalls(target: string, body: Fields): Called[] {
  const [service = '', operation = ''] = target.split('.');
  const called = (action: string, resource: CalledResource): Called[] => [{ action, resource, context: {} }];
  if (service === 'AmazonSSM')
    return called(`ssm:${operation}`, { kind: 'parameter', name: String(body['Name']) });
  if (service === 'TrentService') {
    const sealed = { 'kms:EncryptionContext:for': textOf(record(body['EncryptionContext'])['for']) };
    return [{ action: `kms:${operation}`, resource: { kind: 'key' }, context: sealed }];
  }
  if (service === 'AmazonSQS') {
    const url = String(body['QueueUrl']);
    const work = url.endsWith('/mails.fifo') ? 'MAIL_QUEUE_URL' : 'QUEUE_URL';
    const variable = url.endsWith('-dead.fifo') ? 'DEAD_LETTER_URL' : work;
    return called('sqs:SendMessage', { kind: 'queue', variable });
  }
  throw new Error(`The proof does not know ${target}.`);
}

/** Sending needs a permission for the identity and one for the configuration set. */
export function mailCalls(body: Fields): Called[] {
  const action = 'ses:SendEmail';
  const context = {};
  const identity: Called = { action, resource: { kind: 'mail-identity' }, context };
  return body['ConfigurationSetName'] === undefined
    ? [identity]
    : [identity, { action, resource: { kind: 'mail-configuration' }, context }];
}

const OBJECT_ACTIONS: Readonly<Record<string, string>> = {
  GET: 's3:GetObject',
  PUT: 's3:PutObject',
  POST: 's3:PutObject',
  DELETE: 's3:DeleteObject',
};

/** A copy also reads its source. */
export function objectCalls(method: string, key: string, copySource: string | null): Called[] {
  const called = (action: string, of: string): Called => ({
    action,
    resource: { kind: 'object', key: of },
    context: {},
  });
  const own = called(OBJECT_ACTIONS[method] ?? `s3:${method}`, key);
  return copySource === null ? [own] : [called('s3:GetObject', copySource), own];
}
