/** The access log of the distribution. CloudFront delivers it in us-east-1. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { isProtected } from './constructs/protection.ts';
import { logRetention } from './log-retention.ts';
import { nameOf, type Stage } from './stages.ts';
import type { WebStack } from './web-stack.ts';

/** Query, cookies and referrer are left out: they may contain the tokens of mailed links. */
const FIELDS = [
  'timestamp(ms)',
  'x-edge-request-id',
  'x-edge-location',
  'c-ip',
  'cs-method',
  'cs(Host)',
  'cs-uri-stem',
  'sc-status',
  'sc-bytes',
  'cs-bytes',
  'time-taken',
  'time-to-first-byte',
  'cs(User-Agent)',
  'cs-protocol-version',
  'ssl-protocol',
  'ssl-cipher',
  'x-edge-result-type',
  'x-edge-detailed-result-type',
];

export class EdgeLogsStack extends Stack {
  constructor(scope: Construct, id: string, stage: Stage, web: WebStack) {
    super(scope, id, {
      env: { account: stage.account, region: 'us-east-1' },
      terminationProtection: isProtected(scope, stage, 'edge-logs'),
    });
    this.addStackDependency(web);
    const log = this.#createLog(stage);
    const source = new logs.CfnDeliverySource(this, 'Source', {
      name: nameOf(stage, 'site-requests'),
      logType: 'ACCESS_LOGS',
      resourceArn: this.formatArn({
        service: 'cloudfront',
        region: '',
        resource: 'distribution',
        resourceName: web.distributionId,
      }),
    });
    const destination = new logs.CfnDeliveryDestination(this, 'Destination', {
      name: nameOf(stage, 'site-log'),
      destinationResourceArn: this.#arnOf(log),
      outputFormat: 'json',
    });
    const delivery = new logs.CfnDelivery(this, 'Delivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: FIELDS,
    });
    delivery.addResourceDependency(source);
    // Without the policy the delivery begins, and nothing arrives.
    delivery.node.addDependency(log);
  }

  /** Amazon's delivery service may write to the log. */
  #createLog(stage: Stage): logs.LogGroup {
    const log = new logs.LogGroup(this, 'Log', {
      logGroupName: `/aws/vendedlogs/${nameOf(stage, 'site')}`,
      ...logRetention(this, stage),
    });
    log.addToResourcePolicy(
      new iam.PolicyStatement({
        principals: [new iam.ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [`${this.#arnOf(log)}:log-stream:*`],
        conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
      }),
    );
    return log;
  }

  #arnOf(log: logs.LogGroup): string {
    return this.formatArn({
      service: 'logs',
      resource: 'log-group',
      resourceName: log.logGroupName,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
  }
}
