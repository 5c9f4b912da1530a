import { Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../stages.ts';

/** A topic that alarms of this account publish to and that mails the stage's operators. */
export class AlarmTopic extends Construct {
  readonly topic: sns.Topic;

  constructor(scope: Construct, id: string, { alarmsTo }: Stage, topicName: string) {
    super(scope, id);
    this.topic = new sns.Topic(this, 'Topic', { topicName, enforceSSL: true });
    // The topic's own policy replaces the default one, which would let the account's services publish.
    this.topic.addToResourcePolicy(
      new iam.PolicyStatement({
        sid: 'AllowAlarms',
        principals: [new iam.ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (alarmsTo !== null) this.topic.addSubscription(new EmailSubscription(alarmsTo));
  }
}
