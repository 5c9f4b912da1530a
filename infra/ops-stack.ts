/** What people who run the product look at, and what wakes them. */
import { Stack } from 'aws-cdk-lib';
import * as sns from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { nameOf, type Stage } from './stages.ts';

export interface OpsStackProps {
  readonly stage: Stage;
}

export class OpsStack extends Stack {
  constructor(scope: Construct, id: string, { stage }: OpsStackProps) {
    super(scope, id, { env: { region: stage.region }, terminationProtection: stage.durable });
    const alarms = new sns.Topic(this, 'Alarms', { topicName: nameOf(stage, 'alarms'), enforceSSL: true });
    if (stage.alarmsTo !== null) alarms.addSubscription(new EmailSubscription(stage.alarmsTo));
  }
}
