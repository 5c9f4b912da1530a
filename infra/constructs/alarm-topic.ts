import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as sns from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { EncryptedTopic } from './encrypted-topic.ts';

/** A topic that alarms of this account publish to and that mails the stage's operators. */
export class AlarmTopic extends Construct {
  readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, stage: Stage, name: string) {
    super(scope, id);
    const { topic, publisher } = new EncryptedTopic(this, 'Encrypted', {
      stage,
      name,
      publisher: 'cloudwatch.amazonaws.com',
    });
    this.topic = topic;
    // The topic's own policy replaces the default one, which would let the account's services publish.
    this.topic.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'AllowAlarms',
        principals: [publisher],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
  }
}
