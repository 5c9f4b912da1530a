import { Duration, Stack } from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';

export interface QueueWithDeadLettersProps {
  readonly name: string;
  /** The time for which a delivered message is invisible. */
  readonly visibilitySeconds: number;
  /** Deliveries of a message before it moves to the dead letters. */
  readonly deliveries: number;
}

export interface QueueAddress {
  readonly arn: string;
  readonly url: string;
}

const KEPT = Duration.days(14);

/** A FIFO queue with its dead-letter queue. Other stacks name both by their names, and so depend on no output. */
export class QueueWithDeadLetters extends Construct {
  readonly queue: QueueAddress;
  readonly deadLetters: QueueAddress;

  constructor(scope: Construct, id: string, props: QueueWithDeadLettersProps) {
    super(scope, id);
    const deadLetters = new sqs.Queue(this, 'DeadLetters', {
      queueName: `${props.name}-dead.fifo`,
      fifo: true,
      enforceSSL: true,
      retentionPeriod: KEPT,
    });
    acknowledge(deadLetters, 'It is the dead-letter queue itself.', 'AwsSolutions-SQS3');
    new sqs.Queue(this, 'Queue', {
      queueName: `${props.name}.fifo`,
      fifo: true,
      fifoThroughputLimit: sqs.FifoThroughputLimit.PER_MESSAGE_GROUP_ID,
      deduplicationScope: sqs.DeduplicationScope.MESSAGE_GROUP,
      enforceSSL: true,
      retentionPeriod: KEPT,
      visibilityTimeout: Duration.seconds(props.visibilitySeconds),
      deadLetterQueue: { queue: deadLetters, maxReceiveCount: props.deliveries },
    });
    this.queue = this.#addressOf(`${props.name}.fifo`);
    this.deadLetters = this.#addressOf(`${props.name}-dead.fifo`);
  }

  get arns(): string[] {
    return [this.queue.arn, this.deadLetters.arn];
  }

  #addressOf(name: string): QueueAddress {
    const { account, region, urlSuffix } = Stack.of(this);
    return {
      arn: Stack.of(this).formatArn({ service: 'sqs', resource: name }),
      url: `https://sqs.${region}.${urlSuffix}/${account}/${name}`,
    };
  }
}
