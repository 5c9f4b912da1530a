/** The jobs: a function and a role for each, with the timer or the queue that starts it. */
import path from 'node:path';
import { Duration, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as scheduler from 'aws-cdk-lib/aws-scheduler';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { BUSINESS_TIME_ZONE } from '../domain/calendar.ts';
import {
  cronOf,
  slicesOf,
  queueOfJob,
  usesOfJob,
  type FromQueue,
  type JobRow,
  type Timer,
} from '../functions/api/job.ts';
import { reservedForJob } from './concurrency.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { FunctionEnvironment } from './constructs/function-environment.ts';
import { createFunctionLog } from './constructs/function-log.ts';
import { acknowledgeGrants, policyFor } from './constructs/grants.ts';
import { LambdaFunction, rolloutOf } from './constructs/lambda-function.ts';
import { functionName } from './names.ts';
import { isProtected } from './constructs/protection.ts';
import type { DataStack } from './data-stack.ts';
import { jobCountName, jobLog, metricNamespace } from './metrics.ts';
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
  /** The timers' calls that could not be delivered, or failed for good. */
  readonly #undelivered: sqs.IQueue;

  constructor(scope: Construct, id: string, props: JobsStackProps) {
    const { stage, jobs } = props;
    const { account, region } = stage;
    super(scope, id, {
      env: { account, region },
      terminationProtection: isProtected(scope, stage, 'jobs'),
    });
    this.addStackDependency(props.data);
    this.#props = props;
    this.#environment = new FunctionEnvironment(this, 'Environment', stage, props.data);
    this.#undelivered = this.#createUndelivered();
    for (const [name, row] of Object.entries(jobs)) {
      const { trigger } = row;
      const built = this.#createFunction(name, row);
      if (trigger.kind === 'timer') this.#startByTimer(name, trigger, built.invoked);
      else this.#startByQueue(name, trigger, built.invoked);
    }
  }

  #createUndelivered(): sqs.IQueue {
    const queue = new sqs.Queue(this, 'Undelivered', {
      queueName: nameOf(this.#props.stage, 'undelivered'),
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    acknowledge(queue, 'It is a dead-letter queue itself.', 'AwsSolutions-SQS3');
    return queue;
  }

  #sending(queue: sqs.IQueue): iam.PolicyStatement {
    return new iam.PolicyStatement({ actions: ['sqs:SendMessage'], resources: [queue.queueArn] });
  }

  #createFunction(name: string, row: JobRow): LambdaFunction {
    const { stage, data, functions } = this.#props;
    const uses = usesOfJob(row);
    const logGroup = createFunctionLog(this, stage, jobLog(name));
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
      policy: [
        ...policyFor(this, { stage, data, table: this.#environment.table }, uses, queueOfJob(row)),
        ...receiving(row, data),
        ...(isRepeated(row) ? [this.#sending(this.#undelivered)] : []),
      ],
      logGroup,
      timeout: Duration.seconds(row.timeoutSeconds),
      ...(isRepeated(row) && { undelivered: this.#undelivered }),
      reserved: reservedForJob(stage, row),
      rollout: row.isCritical ? rolloutOf(stage, [`job-${name}-failing`]) : undefined,
    });
    acknowledgeGrants(created, stage, uses);
    return created;
  }

  /** The platform repeats a failed call. The job itself is idempotent. */
  #startByTimer(name: string, timer: Timer, built: lambda.IFunction): void {
    const role = new iam.Role(this, `${name}-timer-role`, {
      assumedBy: new iam.ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    });
    role.addToPolicy(this.#sending(this.#undelivered));
    role.addToPolicy(
      new iam.PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [built.functionArn] }),
    );
    for (const [slice, [suffix, input]] of slicesOf(timer).entries()) {
      new scheduler.CfnSchedule(this, `${name}-timer${suffix}`, {
        name: nameOf(this.#props.stage, `${name}${suffix}`),
        scheduleExpression: cronOf(timer, slice),
        scheduleExpressionTimezone: BUSINESS_TIME_ZONE,
        flexibleTimeWindow: { mode: 'OFF' },
        target: {
          arn: built.functionArn,
          roleArn: role.roleArn,
          input: JSON.stringify({ scheduledTime: '<aws.scheduler.scheduled-time>', ...input }),
          retryPolicy: {
            maximumRetryAttempts: timer.everyMinutes === undefined ? 3 : 0,
            maximumEventAgeInSeconds: 3600,
          },
          ...(timer.everyMinutes === undefined && { deadLetterConfig: { arn: this.#undelivered.queueArn } }),
        },
      });
    }
  }

  #startByQueue(name: string, { queue, batch, concurrency }: FromQueue, built: lambda.IFunction): void {
    new lambda.EventSourceMapping(this, `${name}-messages`, {
      target: built,
      eventSourceArn: this.#props.data.queue(queue).queue.arn,
      batchSize: batch,
      maxConcurrency: concurrency,
      reportBatchItemFailures: true,
    });
  }
}

/** Returns whether a failed call of the job is worth a repetition: the next run of an interval is near. */
const isRepeated = ({ trigger }: JobRow): boolean =>
  trigger.kind === 'timer' && trigger.everyMinutes === undefined;

function receiving({ trigger }: JobRow, data: DataStack): iam.PolicyStatement[] {
  if (trigger.kind === 'timer') return [];
  return [
    new iam.PolicyStatement({
      actions: ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'],
      resources: [data.queue(trigger.queue).queue.arn],
    }),
  ];
}
