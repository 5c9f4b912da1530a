import * as iam from 'aws-cdk-lib/aws-iam';
import * as kms from 'aws-cdk-lib/aws-kms';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { Stage } from '../stages.ts';
import { removalPolicy } from './protection.ts';

export interface EncryptedTopicProps {
  readonly stage: Stage;
  readonly name: string;
  /** The service that publishes: AWS's own key of SNS lets no service use it. */
  readonly publisher: string;
}

/** A topic under a key of its own, to which one service publishes and that mails the stage's operators. */
export class EncryptedTopic extends Construct {
  readonly topic: sns.Topic;
  readonly publisher: iam.ServicePrincipal;

  constructor(scope: Construct, id: string, { stage, name, publisher }: EncryptedTopicProps) {
    super(scope, id);
    this.publisher = new iam.ServicePrincipal(publisher);
    const masterKey = new kms.Key(this, 'Key', {
      description: `Encrypts the topic ${name}`,
      enableKeyRotation: true,
      removalPolicy: removalPolicy(stage),
    });
    // Without a condition on the account, which AWS documents for the topic's policy and not for the key's.
    masterKey.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [this.publisher],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey*'],
        resources: ['*'],
      }),
    );
    this.topic = new sns.Topic(this, 'Topic', { topicName: name, enforceSSL: true, masterKey });
    if (stage.alarmsTo !== null) this.topic.addSubscription(new EmailSubscription(stage.alarmsTo));
  }
}
