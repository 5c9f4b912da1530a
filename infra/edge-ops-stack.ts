/** The alarms about the distribution, whose metrics CloudFront reports in us-east-1. */
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AlarmTopic } from './constructs/alarm-topic.ts';
import { ImpactAlarm } from './constructs/impact-alarm.ts';
import { isProtected } from './constructs/protection.ts';
import { daysToExpiry, distributionFailures } from './metrics.ts';
import { nameOf, type Stage } from './stages.ts';
import type { WebStack } from './web-stack.ts';

/** Percent of the requests of five minutes. */
const MOST_FAILURES = 5;

const DAYS_BEFORE_EXPIRY = 45;

export class EdgeOpsStack extends Stack {
  constructor(scope: Construct, id: string, stage: Stage, web: WebStack) {
    super(scope, id, {
      env: { account: stage.account, region: 'us-east-1' },
      terminationProtection: isProtected(scope, stage, 'edge-ops'),
    });
    this.addStackDependency(web);
    const { topic } = new AlarmTopic(this, 'Alarms', stage, nameOf(stage, 'edge-alarms'));
    new ImpactAlarm(this, 'site-failing', {
      name: nameOf(stage, 'site-failing'),
      impact: 'People everywhere see an error page instead of the portal, or can save nothing in it.',
      look: 'The alarm api-failing: without it, the bucket of the site or the way from the distribution to the API.',
      metric: distributionFailures(web.distributionId),
      when: { above: MOST_FAILURES },
      periods: 2,
      topic,
    });
    if (!stage.originTls) return;
    new ImpactAlarm(this, 'origin-certificate-ending', {
      name: nameOf(stage, 'origin-certificate-ending'),
      impact: 'None yet: once the certificate has ended, the API answers nobody, and all pages are empty.',
      look: 'docs/operations.md, “The certificate between distribution and API”: import the next one under the same ARN.',
      metric: daysToExpiry(stage.originTls.certificateArn),
      when: { below: DAYS_BEFORE_EXPIRY },
      topic,
    });
  }
}
