import path from 'node:path';
import type { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type * as logs from 'aws-cdk-lib/aws-logs';
import type * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { trafficCheckName } from '../names.ts';
import { nameOf, type Stage } from '../stages.ts';
import { acknowledge } from './acknowledge.ts';
import { GradualRollout, type RolloutProps } from './gradual-rollout.ts';

export interface LambdaFunctionProps {
  readonly name: string;
  readonly description: string;
  /** Folder of the built function, which contains `index.mjs`. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly policy: readonly iam.PolicyStatement[];
  readonly logGroup: logs.ILogGroup;
  readonly timeout: Duration;
  /** Reserved concurrent executions. */
  readonly reserved?: number | undefined;
  /** It changes nothing: it is traced only for a caller that samples. */
  readonly isRead?: boolean;
  /** How deployments move to a new version; a function without it is replaced at once. */
  readonly rollout?: RolloutProps | undefined;
  /** The queue that receives the calls that failed for good. */
  readonly undelivered?: sqs.IQueue;
}

/** A function with its own role, which allows `policy` and writing to its log. */
export class LambdaFunction extends Construct {
  readonly function: lambda.Function;
  /** The ARN that callers invoke. */
  readonly invokedArn: string;
  /** The function, or the alias of a critical one. */
  readonly invoked: lambda.IFunction;

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id);
    const writeLog = new iam.PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [props.logGroup.logGroupArn],
    });
    const writeTraces = new iam.PolicyStatement({
      actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
      resources: ['*'],
    });
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: {
        Uses: new iam.PolicyDocument({ statements: [writeLog, writeTraces, ...props.policy] }),
      },
    });
    this.function = new lambda.Function(this, 'Function', {
      functionName: props.name,
      description: props.description,
      code: lambda.Code.fromAsset(path.resolve(props.folder)),
      handler: 'index.handler',
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      memorySize: 1024,
      timeout: props.timeout,
      environment: props.environment,
      role: role.withoutPolicyUpdates(),
      logGroup: props.logGroup,
      loggingFormat: lambda.LoggingFormat.JSON,
      // Lambda's own sampling can't be set, and traces of reads cost more than all functions do.
      tracing: props.isRead === true ? lambda.Tracing.PASS_THROUGH : lambda.Tracing.ACTIVE,
      ...(props.reserved !== undefined && { reservedConcurrentExecutions: props.reserved }),
      // The platform's report of each run: time to start, memory, time-outs.
      systemLogLevelV2: lambda.SystemLogLevel.INFO,
    });
    acknowledge(role, 'Traces belong to no resource.', 'AwsSolutions-IAM5[Resource::*]');
    this.invoked = (
      props.rollout ? new GradualRollout(this, 'Rollout', this.function, props.rollout).alias : this.function
    ) as lambda.IFunction;
    this.invokedArn = this.invoked.functionArn;
    if (props.undelivered)
      this.invoked.configureAsyncInvoke({ onFailure: new SqsDestination(props.undelivered) });
  }
}

/** Returns the rollout of a critical function with these alarms; undefined in a stage without one. */
export function rolloutOf(stage: Stage, alarms: readonly string[]): RolloutProps | undefined {
  if (!stage.canary) return undefined;
  return {
    alarmNames: alarms.map((name) => nameOf(stage, name)),
    check: trafficCheckName(stage),
    isGradual: stage.canary === 'each',
  };
}
