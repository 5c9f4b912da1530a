/** The resources that CloudFront requires in us-east-1: the certificate and the firewall. */
import { ArnFormat, CfnCondition, CfnParameter, Fn, Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { isProtected } from './constructs/protection.ts';
import { published } from './constructs/published.ts';
import { logRetention } from './log-retention.ts';
import { FIREWALL_ACTION, nameOf, type Stage } from './stages.ts';

/** Parts of a request that may contain a token: hidden in the log, in sampled requests and in the details of matches. */
const HIDDEN: readonly wafv2.CfnWebACL.FieldToProtectProperty[] = [
  { fieldType: 'QUERY_STRING' },
  { fieldType: 'SINGLE_HEADER', fieldKeys: ['authorization', 'cookie', 'referer'] },
];

/**
 * The limit for one address in five minutes. An office of a hundred people behind one address makes fewer: each opens a
 * page of ten calls every fifteen seconds.
 */
const REQUESTS_PER_ADDRESS = 20_000;

export class EdgeStack extends Stack {
  readonly certificateArn: string | null;
  readonly firewallArn: string | null;

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id, {
      env: { account: stage.account, region: 'us-east-1' },
      terminationProtection: isProtected(scope, stage, 'edge'),
    });
    const certificate = stage.domain && this.#createCertificate(stage.domain);
    this.certificateArn = certificate && published(this, 'CertificateArn', certificate.certificateArn);
    this.firewallArn = stage.firewall
      ? published(this, 'FirewallArn', this.#createFirewall(stage).attrArn)
      : null;
  }

  #createCertificate({ name, zone }: NonNullable<Stage['domain']>): acm.ICertificate {
    return new acm.Certificate(this, 'Certificate', {
      domainName: name,
      validation: acm.CertificateValidation.fromDns(
        route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', {
          hostedZoneId: zone.id,
          zoneName: zone.name,
        }),
      ),
    });
  }

  #createFirewall(stage: Stage): wafv2.CfnWebACL {
    const name = nameOf(stage, 'firewall');
    const managedRules = this.#managedRules();
    const firewall = new wafv2.CfnWebACL(this, 'Firewall', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      dataProtectionConfig: { dataProtections: HIDDEN.map((field) => ({ field, action: 'SUBSTITUTION' })) },
      visibilityConfig: visibleAs(name),
      rules: [
        managedRules(1, 'AWSManagedRulesAmazonIpReputationList'),
        // A request may name 500 payments, which exceeds the rule's 8 KB. Each handler has its own limits.
        managedRules(2, 'AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY']),
        managedRules(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
        {
          name: 'OneAddress',
          priority: 4,
          action: { block: {} },
          statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: REQUESTS_PER_ADDRESS } },
          visibilityConfig: visibleAs('OneAddress'),
        },
      ],
    });
    this.#logRequests(stage, firewall);
    return firewall;
  }

  /** Logs every request that the firewall judges. */
  #logRequests(stage: Stage, firewall: wafv2.CfnWebACL): void {
    const log = new logs.LogGroup(this, 'FirewallLog', {
      // Amazon requires this prefix for a firewall's log.
      logGroupName: `aws-waf-logs-${nameOf(stage, 'firewall')}`,
      ...logRetention(this, stage),
    });
    new wafv2.CfnLoggingConfiguration(this, 'FirewallLogging', {
      resourceArn: firewall.attrArn,
      logDestinationConfigs: [
        this.formatArn({
          service: 'logs',
          resource: 'log-group',
          resourceName: log.logGroupName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      ],
    });
  }

  /**
   * Returns a maker of rule groups that Amazon maintains. They count until a deployment makes them block; the rules in
   * `counted` always count.
   */
  #managedRules() {
    const action = new CfnParameter(this, FIREWALL_ACTION, {
      default: 'count',
      allowedValues: ['count', 'block'],
    });
    const blocks = new CfnCondition(this, 'FirewallBlocks', {
      expression: Fn.conditionEquals(action, 'block'),
    });
    const overrideAction = Fn.conditionIf(blocks.logicalId, { None: {} }, { Count: {} });
    return (
      priority: number,
      name: string,
      counted: readonly string[] = [],
    ): wafv2.CfnWebACL.RuleProperty => ({
      name,
      priority,
      overrideAction,
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name,
          ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        },
      },
      visibilityConfig: visibleAs(name),
    });
  }
}

function visibleAs(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}
