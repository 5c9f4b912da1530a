/** The resources that CloudFront requires in us-east-1: the certificate and the firewall. */
import { ArnFormat, Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as wafv2 from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { isProtected } from './constructs/protection.ts';
import { published } from './constructs/published.ts';
import { logRetention } from './log-retention.ts';
import { nameOf, type Stage } from './stages.ts';

/** The limit for one address in five minutes. A busy office behind one address makes fewer. */
const REQUESTS_PER_ADDRESS = 3000;

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
    const firewall = new wafv2.CfnWebACL(this, 'Firewall', {
      name,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
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

  /** Logs every request that the firewall judges, without the parts that may contain a token. */
  #logRequests(stage: Stage, firewall: wafv2.CfnWebACL): void {
    const log = new logs.LogGroup(this, 'FirewallLog', {
      // Amazon requires this prefix for a firewall's log.
      logGroupName: `aws-waf-logs-${nameOf(stage, 'firewall')}`,
      ...logRetention(stage),
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
      redactedFields: [
        { queryString: {} },
        { singleHeader: { Name: 'authorization' } },
        { singleHeader: { Name: 'cookie' } },
      ],
    });
  }
}

/** A rule group that Amazon maintains; the rules in `counted` only count. */
function managedRules(
  priority: number,
  name: string,
  counted: readonly string[] = [],
): wafv2.CfnWebACL.RuleProperty {
  return {
    name,
    priority,
    overrideAction: { none: {} },
    statement: {
      managedRuleGroupStatement: {
        vendorName: 'AWS',
        name,
        ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      },
    },
    visibilityConfig: visibleAs(name),
  };
}

function visibleAs(metricName: string): wafv2.CfnWebACL.VisibilityConfigProperty {
  return { metricName, cloudWatchMetricsEnabled: true, sampledRequestsEnabled: true };
}
