/** The jobs: a function and a role for each, with the timer or the queue that starts it. */
import path from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import type { Construct } from 'constructs';
import { BUSINESS_TIME_ZONE } from '../domain/calendar.ts';
import {
  cronOf,
  queueOfJob,
  usesOfJob,
  type FromQueue,
  type JobRow,
  type Timer,
} from '../functions/lib/job.ts';
import { FunctionEnvironment } from './constructs/function-environment.ts';
import { acknowledgeGrants, policyFor } from './constructs/grants.ts';
import { functionName, LambdaFunction } from './constructs/lambda-function.ts';
import type { DataStack } from './data-stack.ts';
import { logRetention } from './log-retention.ts';
import { jobCountName, metricNamespace } from './metrics.ts';
import { nameOf, type Stage } from './stages.ts';

export interface JobsStackProps {
  readonly stage: Stage;
  readonly jobs: Readonly<Record<string, JobRow>>;
  readonly data: DataStack;
  /** Folder of the built functions. */
  readonly functions: string;
}

export class JobsStack extends Stack {
  readonly #props: JobsStackProps;
  readonly #environment: FunctionEnvironment;

  constructor(scope: Construct, id: string, props: JobsStackProps) {
    const { stage, jobs } = props;
    super(scope, id, { env: { region: stage.region }, terminationProtection: stage.durable });
    this.#props = props;
    this.#environment = new FunctionEnvironment(this, 'Environment', stage, props.data);
    for (const [name, row] of Object.entries(jobs)) {
      const { trigger } = row;
      const built = this.#createFunction(name, row);
      if (trigger.kind === 'timer') this.#startByTimer(name, trigger, built);
      else this.#startByQueue(name, trigger, built);
    }
  }

  #createFunction(name: string, row: JobRow): lambda.Function {
    const { stage, data, functions } = this.#props;
    const uses = usesOfJob(row);
    const logGroup = new logs.LogGroup(this, `${name}-log`, {
      logGroupName: `/paydown/${stage.name}/job-${name}`,
      ...logRetention(stage),
    });
    for (const count of row.measures ?? []) {
      new logs.MetricFilter(this, `${name}-${count}`, {
        logGroup,
        filterPattern: logs.FilterPattern.numberValue(`$.result.${count}`, '>=', 0),
        metricNamespace: metricNamespace(stage),
        metricName: jobCountName(name, count),
        metricValue: `$.result.${count}`,
      });
    }
    const created = new LambdaFunction(this, name, {
      name: functionName(stage, row.handler),
      description: row.summary,
      folder: path.join(functions, row.handler),
      environment: this.#environment.for(uses, queueOfJob(row)),
      policy: [...policyFor(this, stage, data, uses, queueOfJob(row)), ...receiving(row, data)],
      logGroup,
      timeout: Duration.seconds(row.timeoutSeconds),
    });
    acknowledgeGrants(created, stage, uses);
    return created.function;
  }

  /** The platform repeats a failed call. The job itself is idempotent. */
  #startByTimer(name: string, timer: Timer, built: lambda.Function): void {
    const role = new iam.Role(this, `${name}-timer-role`, {
      assumedBy: new iam.ServicePrincipal('scheduler.amazonaws.com'),
    });
    role.addToPolicy(
      new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [built.functionArn] }),
    );
    new scheduler.CfnSchedule(this, `${name}-timer`, {
      name: nameOf(this.#props.stage, name),
      scheduleExpression: cronOf(timer),
      scheduleExpressionTimezone: BUSINESS_TIME_ZONE,
      flexibleTimeWindow: { mode: 'OFF' },
      target: {
        arn: built.functionArn,
        roleArn: role.roleArn,
        input: JSON.stringify({ scheduledTime: '<aws.scheduler.scheduled-time>' }),
        retryPolicy: { maximumRetryAttempts: 3, maximumEventAgeInSeconds: 3600 },
      },
    });
  }

  #startByQueue(name: string, { queue, batch, concurrency }: FromQueue, built: lambda.Function): void {
    new lambda.EventSourceMapping(this, `${name}-messages`, {
      target: built,
      eventSourceArn: this.#props.data.queue(queue).queue.queueArn,
      batchSize: batch,
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    });
  }
}

function receiving({ trigger }: JobRow, data: DataStack): iam.PolicyStatement[] {
  if (trigger.kind === 'timer') return [];
  return [
    new iam.PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [data.queue(trigger.queue).queue.queueArn],
    }),
  ];
}
