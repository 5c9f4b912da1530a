import path from 'node:path';
import type { Duration } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { nameOf, type Stage } from '../stages.ts';

export interface LambdaFunctionProps {
  readonly name: string;
  readonly description: string;
  /** Folder of the built function, which contains `index.mjs`. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly policy: readonly iam.PolicyStatement[];
  readonly logGroup: logs.ILogGroup;
  readonly timeout: Duration;
}

/** A function with its own role, which allows `policy` and writing to its log. */
export class LambdaFunction extends Construct {
  readonly function: lambda.Function;

  constructor(scope: Construct, id: string, props: LambdaFunctionProps) {
    super(scope, id);
    const writeLog = new iam.PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
      resources: [props.logGroup.logGroupArn],
    });
    const role = new iam.Role(this, 'Role', {
      assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { Uses: new iam.PolicyDocument({ statements: [writeLog, ...props.policy] }) },
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
      // The platform's report of each run: time to start, memory, time-outs.
      systemLogLevelV2: lambda.SystemLogLevel.INFO,
    });
  }
}

/** Returns the name of a handler's function. */
export function functionName(stage: Stage, handler: string): string {
  return nameOf(stage, ...handler.split('/'));
}
