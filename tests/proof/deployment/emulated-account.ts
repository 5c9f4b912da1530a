/**
 * As much of an AWS account as the scripts of deployments call: parameters, stacks by the model of CloudFormation, and
 * what these hold. A call that is not known fails.
 */
import type { Stage } from '../../../infra/stages.ts';
import { primaryKey, indexKeys, ttlAttribute } from '../../../functions/store/table-schema.ts';
import type { Resource, Synthesised, Template } from '../../infra/synthesised.ts';
import { CloudFormationModel } from '../../support/cloud-formation.ts';
import { serviceError } from '../../deploy/stubbed-client.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- the inputs of many services
type Input = Readonly<Record<string, any>>;
type Answers = Readonly<Record<string, (input: Input) => unknown>>;

interface Table {
  expires: boolean;
  days: number;
  isProtected: boolean;
  policy?: string;
  restored?: object;
}

export class EmulatedAccount {
  readonly model = new CloudFormationModel();
  readonly parameters = new Map<string, string>();
  /** The calls of the deploying role, as IAM names them. */
  readonly called = new Set<string>();
  /** The stacks that an administrator deploys without CDK. */
  readonly #plain = new Map<string, string>();
  readonly #bootstrapped = new Set<string>();
  readonly #settings = new Map<string, string>();
  readonly #tables = new Map<string, Table>();
  /** The schedules and mappings that are off. */
  readonly #off = new Set<string>();
  readonly #stage: Stage;
  #blocksPublic = false;
  #copiesTables = false;
  now = Date.parse('2026-11-20T05:00:00Z');

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** CDK's bootstrap. @throws Error when the policy of its role does not exist. */
  bootstrapCdk(command: readonly string[]): void {
    const policy = command[command.indexOf('--cloudformation-execution-policies') + 1] ?? '';
    const [, name = ''] = /:policy\/(.+)$/.exec(policy) ?? [];
    if (![...this.#plain.values()].some((text) => text.includes(`"ManagedPolicyName":"${name}"`))) {
      throw new Error(`There is no policy ${policy}.`);
    }
    for (const environment of command.filter((word) => word.startsWith('aws://'))) {
      this.#bootstrapped.add(environment.split('/').at(-1) ?? '');
    }
  }

  /** @returns what CloudFormation refuses. */
  deploy(synthesis: Synthesised, stack: string): string[] {
    const region = stack.includes('-edge') ? 'us-east-1' : this.#stage.region;
    if (!this.#bootstrapped.has(region)) return [`${region} is not bootstrapped.`];
    const refused = this.model.deploy(synthesis, stack, Object.fromEntries(this.parameters));
    for (const { TableName, Replicas } of this.#all('AWS::DynamoDB::GlobalTable')) {
      const [replica] = Replicas;
      const table = this.#tables.get(TableName as string) ?? { expires: true, days: 0, isProtected: false };
      table.days = replica.PointInTimeRecoverySpecification.RecoveryPeriodInDays as number;
      table.isProtected = replica.DeletionProtectionEnabled === true;
      this.#tables.set(TableName as string, table);
    }
    return refused;
  }

  /** Returns a client of a service, as the scripts use it. */
  // oxlint-disable-next-line typescript/no-explicit-any -- stands in for the clients of many services
  client(service: string, region = this.#stage.region): any {
    return {
      send: async (command: { readonly input: Input }) => {
        const name = command.constructor.name.replace(/Command$/, '');
        this.called.add(`${service}:${name}`);
        const answer = this.#answers(region)[name];
        if (!answer) throw new Error(`The emulated account does not know ${service}:${name}.`);
        return answer(command.input) ?? {};
      },
    };
  }

  #all(type: string): Resource['Properties'][] {
    return [...this.model.stacks.values()].flatMap(({ resources }) =>
      [...resources.values()].filter(({ Type }) => Type === type).map(({ Properties }) => Properties),
    );
  }

  #table(name: string): Table {
    const table = this.#tables.get(name);
    if (!table) throw serviceError('ResourceNotFoundException');
    return table;
  }

  #answers(region: string): Answers {
    return {
      ...this.#ofAccount(),
      ...this.#ofParameters(region),
      ...this.#ofStacks(),
      ...this.#ofFunctions(),
      ...this.#ofTables(),
      ...this.#ofAlarms(),
    };
  }

  #ofAccount(): Answers {
    const { account, domain, mail } = this.#stage;
    return {
      GetCallerIdentity: () => ({ Account: account }),
      GetAccountSettings: () => ({
        AccountLimit: { ConcurrentExecutions: this.#stage.reserved ? 1000 : 50 },
      }),
      GetAccountSummary: () => ({ SummaryMap: { AccountMFAEnabled: 1 } }),
      PutPublicAccessBlock: () => void (this.#blocksPublic = true),
      GetPublicAccessBlock: () => ({
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: this.#blocksPublic,
          IgnorePublicAcls: this.#blocksPublic,
          BlockPublicPolicy: this.#blocksPublic,
          RestrictPublicBuckets: this.#blocksPublic,
        },
      }),
      UpdateRegionSettings: () => void (this.#copiesTables = true),
      DescribeGlobalSettings: () => ({ GlobalSettings: { isCrossAccountBackupEnabled: 'true' } }),
      DescribeRegionSettings: () => ({
        ResourceTypeOptInPreference: { DynamoDB: this.#copiesTables, S3: this.#copiesTables },
        ResourceTypeManagementPreference: { DynamoDB: this.#copiesTables },
      }),
      GetHostedZone: () => ({
        HostedZone: { Name: `${domain?.zone.name}.` },
        DelegationSet: { NameServers: ['ns-1.awsdns-01.org'] },
      }),
      ListResourceRecordSets: () => ({ ResourceRecordSets: [] }),
      GetAccount: () => ({ ProductionAccessEnabled: true }),
      GetEmailIdentity: () => {
        const isThere = this.#all('AWS::SES::EmailIdentity').some(
          ({ EmailIdentity }) => EmailIdentity === mail.identity,
        );
        if (!isThere) throw serviceError('NotFoundException');
        return { VerifiedForSendingStatus: true };
      },
    };
  }

  #ofParameters(region: string): Answers {
    return {
      GetParameter: ({ Name }) => {
        const isVersion = String(Name).startsWith('/cdk-bootstrap/');
        const found = isVersion ? this.#bootstrapped.has(region) : this.parameters.has(Name);
        if (!found) throw serviceError('ParameterNotFound');
        return { Parameter: { Value: isVersion ? '30' : this.parameters.get(Name) } };
      },
      PutParameter: ({ Name, Value, KeyId }) => {
        const hasKey = [...this.#plain.values()].some((template) => template.includes(`"${KeyId}"`));
        if (KeyId !== undefined && !hasKey) throw serviceError('InvalidKeyId');
        this.parameters.set(Name, Value);
      },
      DeleteParameters: ({ Names }) => {
        for (const name of Names as string[]) this.parameters.delete(name);
      },
      GetServiceSetting: ({ SettingId }) => ({
        ServiceSetting: { SettingValue: this.#settings.get(SettingId) ?? 'false' },
      }),
      UpdateServiceSetting: ({ SettingId, SettingValue }) => void this.#settings.set(SettingId, SettingValue),
    };
  }

  #deployPlain(stack: string, body: string): void {
    const refused = this.model.deployPlain(stack, JSON.parse(body) as Template);
    if (refused.length > 0) throw serviceError('ValidationError', refused.join('\n'));
    this.#plain.set(stack, body);
  }

  #ofStacks(): Answers {
    return {
      CreateStack: ({ StackName, TemplateBody }) =>
        this.#deployPlain(String(StackName), String(TemplateBody)),
      UpdateStack: ({ StackName, TemplateBody }) => {
        if (this.#plain.get(StackName) === TemplateBody)
          throw serviceError('ValidationError', 'No updates are to be performed.');
        this.#deployPlain(String(StackName), String(TemplateBody));
      },
      DescribeStacks: ({ StackName }) => {
        if (!this.#plain.has(StackName) && !this.model.stacks.has(StackName)) {
          throw serviceError('ValidationError', `Stack with id ${String(StackName)} does not exist`);
        }
        return { Stacks: [{ StackStatus: 'UPDATE_COMPLETE' }] };
      },
      DescribeStackResources: ({ StackName }) => ({
        StackResources: [...(this.model.stacks.get(StackName)?.resources.values() ?? [])].map(({ Type }) => ({
          ResourceType: Type,
        })),
      }),
    };
  }

  #ofFunctions(): Answers {
    const functions = () =>
      this.#all('AWS::Lambda::Function').map(({ FunctionName, Environment }) => ({
        FunctionName: FunctionName as string,
        Environment: Environment as object,
      }));
    const consumers = () =>
      this.#all('AWS::Lambda::EventSourceMapping').map((_each, index) => `mapping-${index}`);
    const on = <State>(name: string, yes: State, no: State): State => (this.#off.has(name) ? no : yes);
    const turn = (name: string, isOn: boolean): void => {
      if (isOn) this.#off.delete(name);
      else this.#off.add(name);
    };
    return {
      GetFunctionConfiguration: ({ FunctionName }) => {
        const found = functions().find((one) => one.FunctionName === FunctionName);
        if (!found) throw serviceError('ResourceNotFoundException');
        return found;
      },
      ListFunctions: () => ({ Functions: functions() }),
      ListEventSourceMappings: () => ({
        EventSourceMappings: consumers().map((UUID) => ({
          UUID,
          FunctionArn: `arn:aws:lambda:r:a:function:paydown-${this.#stage.name}-worker`,
        })),
      }),
      GetEventSourceMapping: ({ UUID }) => ({ State: on(UUID, 'Enabled', 'Disabled') }),
      UpdateEventSourceMapping: ({ UUID, Enabled }) => turn(UUID, Enabled),
      ListSchedules: () => ({
        Schedules: this.#all('AWS::Scheduler::Schedule').map(({ Name }) => ({ Name })),
      }),
      GetSchedule: ({ Name }) => ({ State: on(Name, 'ENABLED', 'DISABLED') }),
      UpdateSchedule: ({ Name, State }) => turn(Name, State === 'ENABLED'),
    };
  }

  /** Whether any timer or consumer is off. */
  get isPaused(): boolean {
    return this.#off.size > 0;
  }

  #ofTables(): Answers {
    const arn = (name: string): string =>
      `arn:aws:dynamodb:${this.#stage.region}:${this.#stage.account}:table/${name}`;
    const nameOfArn = (text: string): string => text.split('/').at(-1) ?? '';
    const keySchema = ({ partition, sort }: { partition: string; sort: string }) => [
      { AttributeName: partition, KeyType: 'HASH' },
      { AttributeName: sort, KeyType: 'RANGE' },
    ];
    return {
      DescribeTable: ({ TableName }) => {
        const { isProtected, restored } = this.#table(TableName);
        return {
          Table: {
            TableArn: arn(TableName),
            TableStatus: 'ACTIVE',
            KeySchema: keySchema(primaryKey),
            GlobalSecondaryIndexes: Object.entries(indexKeys).map(([IndexName, names]) => ({
              IndexName,
              IndexStatus: 'ACTIVE',
              KeySchema: keySchema(names),
            })),
            DeletionProtectionEnabled: isProtected,
            RestoreSummary: restored,
          },
        };
      },
      DescribeTimeToLive: ({ TableName }) => ({
        TimeToLiveDescription: {
          TimeToLiveStatus: this.#table(TableName).expires ? 'ENABLED' : 'DISABLED',
          AttributeName: ttlAttribute,
        },
      }),
      UpdateTimeToLive: ({ TableName }) => void (this.#table(TableName).expires = true),
      DescribeContinuousBackups: ({ TableName }) => ({
        ContinuousBackupsDescription: {
          PointInTimeRecoveryDescription: {
            PointInTimeRecoveryStatus: 'ENABLED',
            RecoveryPeriodInDays: this.#table(TableName).days,
            EarliestRestorableDateTime: new Date(this.now - 86_400_000),
            LatestRestorableDateTime: new Date(this.now - 300_000),
          },
        },
      }),
      UpdateContinuousBackups: ({ TableName, PointInTimeRecoverySpecification }) =>
        void (this.#table(TableName).days = PointInTimeRecoverySpecification['RecoveryPeriodInDays']),
      UpdateTable: ({ TableName }) => void (this.#table(TableName).isProtected = true),
      RestoreTableToPointInTime: ({ SourceTableName, TargetTableName, RestoreDateTime }) => {
        const restored = { SourceTableArn: arn(SourceTableName), RestoreDateTime };
        this.#tables.set(TargetTableName, { expires: false, days: 0, isProtected: false, restored });
      },
      GetResourcePolicy: ({ ResourceArn }) => {
        const { policy } = this.#table(nameOfArn(ResourceArn));
        if (policy === undefined) throw serviceError('PolicyNotFoundException');
        return { Policy: policy };
      },
      PutResourcePolicy: ({ ResourceArn, Policy }) =>
        void (this.#table(nameOfArn(ResourceArn)).policy = Policy),
      DeleteResourcePolicy: ({ ResourceArn }) => void delete this.#table(nameOfArn(ResourceArn)).policy,
      UpdateItem: ({ TableName }) => {
        const isClosed = this.#table(TableName).policy !== undefined;
        throw serviceError(isClosed ? 'AccessDeniedException' : 'ConditionalCheckFailedException');
      },
      PutItem: ({ TableName }) => void this.#table(TableName),
      Scan: ({ TableName }) => void this.#table(TableName),
    };
  }

  #ofAlarms(): Answers {
    const topics = () => this.#all('AWS::SNS::Topic').map(({ TopicName }) => TopicName as string);
    return {
      DescribeAlarms: ({ AlarmNames, StateValue }) => ({
        MetricAlarms: this.#all('AWS::CloudWatch::Alarm')
          .filter(
            ({ AlarmName }) =>
              StateValue === undefined && (AlarmNames as string[]).includes(AlarmName as string),
          )
          .map(({ AlarmName }) => ({ AlarmName: AlarmName as string, AlarmActions: ['topic'] })),
      }),
      SetAlarmState: () => undefined,
      DescribeAlarmHistory: () => ({
        AlarmHistoryItems: [{ HistorySummary: 'Successfully executed action' }],
      }),
      GetTopicAttributes: ({ TopicArn }) => {
        if (!topics().includes(String(TopicArn).split(':').at(-1) ?? ''))
          throw serviceError('NotFoundException');
        return { Attributes: { SubscriptionsConfirmed: '1' } };
      },
    };
  }
}
