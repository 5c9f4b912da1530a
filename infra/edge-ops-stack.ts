/** The alarms about the distribution, whose metrics CloudFront reports in us-east-1. */
import { Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AlarmTopic } from './constructs/alarm-topic.ts';
import { ImpactAlarm } from './constructs/impact-alarm.ts';
import { isProtected } from './constructs/protection.ts';
import { daysToExpiry, distributionFailures } from './metrics.ts';
import { nameOf, type Stage } from './stages.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { WebStack } from './web-stack.ts';

/** Percent of the requests of five minutes. */
const MOST_FAILURES = 5;

const DAYS_BEFORE_EXPIRY = 45;

/** Amazon renews its own certificates 60 days before they end. */
const DAYS_WITHOUT_RENEWAL = 30;

export class EdgeOpsStack extends Stack {
  constructor(scope: Construct, id: string, stage: Stage, web: WebStack, edge: EdgeStack | null) {
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
    if (edge?.certificateArn) {
      new ImpactAlarm(this, 'site-certificate-ending', {
        name: nameOf(stage, 'site-certificate-ending'),
        impact:
          'None yet: once the portal’s certificate has ended, browsers warn people instead of showing the portal.',
        look: 'ACM in us-east-1: Amazon renews it while its record stands in the zone, and the zone is delegated.',
        metric: daysToExpiry(edge.certificateArn),
        when: { below: DAYS_WITHOUT_RENEWAL },
        topic,
      });
    }
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
