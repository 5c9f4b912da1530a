/** The portal's origin: the site from a bucket, `/v1` from the API, and their common headers. */
import { CfnOutput, CfnParameter, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import * as origins from 'aws-cdk-lib/aws-cloudfront-origins';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as targets from 'aws-cdk-lib/aws-route53-targets';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { ApiStack } from './api-stack.ts';
import { acknowledge } from './constructs/acknowledge.ts';
import { isProtected } from './constructs/protection.ts';
import { published } from './constructs/published.ts';
import { SiteHeaders } from './constructs/site-headers.ts';
import { SiteFiles } from './constructs/site-files.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import { nameOf, ORIGIN_SECRET, type Stage } from './stages.ts';
import { apiRequest, edgeCode, pageRequest, type ViewerEvent } from './viewer-requests.ts';

export interface WebStackProps {
  readonly stage: Stage;
  readonly api: ApiStack;
  readonly data: DataStack;
  readonly edge: EdgeStack | null;
  /** Folder of the built site. */
  readonly web: string;
}

/** The API, to which the distribution shows a certificate where the stage has one. */
class ApiOrigin extends origins.HttpOrigin {
  readonly #clientCertificateArn: string | undefined;

  constructor(host: string, clientCertificateArn: string | undefined, props: origins.HttpOriginProps) {
    super(host, props);
    this.#clientCertificateArn = clientCertificateArn;
  }

  protected override renderCustomOriginConfig():
    | cloudfront.CfnDistribution.CustomOriginConfigProperty
    | undefined {
    const rendered = super.renderCustomOriginConfig();
    const clientCertificateArn = this.#clientCertificateArn;
    if (!rendered || clientCertificateArn === undefined) return rendered;
    return { ...rendered, originMtlsConfig: { clientCertificateArn } };
  }
}

export class WebStack extends Stack {
  /** A reference for other stacks. */
  readonly distributionId: string;

  constructor(scope: Construct, id: string, { stage, api, data, edge, web }: WebStackProps) {
    const { account, region } = stage;
    super(scope, id, {
      env: { account, region },
      terminationProtection: isProtected(scope, stage, 'web'),
    });
    this.addStackDependency(api);
    if (edge) this.addStackDependency(edge);
    const bucket = this.#createBucket();
    const headers = new SiteHeaders(
      this,
      'Headers',
      nameOf(stage, 'headers'),
      `https://${data.files.bucketRegionalDomainName}`,
    );
    const distribution = new cloudfront.Distribution(this, 'Distribution', {
      comment: nameOf(stage, 'site'),
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_ALL,
      defaultBehavior: {
        origin: origins.S3BucketOrigin.withOriginAccessControl(bucket, {
          originAccessLevels: [cloudfront.AccessLevel.READ, cloudfront.AccessLevel.LIST],
        }),
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers.policy,
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        functionAssociations: [this.#onViewerRequest('PageRequest', pageRequest)],
      },
      additionalBehaviors: {
        '/v1/*': {
          origin: new ApiOrigin(api.host, stage.originTls?.certificateArn, {
            protocolPolicy: cloudfront.OriginProtocolPolicy.HTTPS_ONLY,
            originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
            customHeaders: { 'x-origin-secret': this.#originSecret() },
          }),
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: cloudfront.OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
          responseHeadersPolicy: headers.policy,
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          functionAssociations: [this.#onViewerRequest('ApiRequest', apiRequest)],
        },
      },
      ...(edge?.firewallArn && { webAclId: edge.firewallArn }),
      ...(stage.domain &&
        edge?.certificateArn && {
          domainNames: [stage.domain.name],
          certificate: acm.Certificate.fromCertificateArn(this, 'Certificate', edge.certificateArn),
          minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
        }),
    });
    this.distributionId = published(this, 'DistributionId', distribution.distributionId);
    acknowledgeAccepted(distribution, stage);
    if (stage.domain) this.#pointDomain(stage.domain, distribution);
    new SiteFiles(this, 'Files', { stage, bucket, folder: web });
    new CfnOutput(this, 'SiteAddress', {
      value: `https://${stage.domain?.name ?? distribution.distributionDomainName}`,
    });
  }

  /** The value that each deployment passes; CloudFormation can't resolve an encrypted parameter into a header. */
  #originSecret(): string {
    return new CfnParameter(this, ORIGIN_SECRET, { type: 'String', noEcho: true }).valueAsString;
  }

  #createBucket(): s3.IBucket {
    const bucket = new s3.Bucket(this, 'Site', {
      blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
      encryption: s3.BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      versioned: true,
      lifecycleRules: [{ noncurrentVersionExpiration: Duration.days(30) }],
      // Deployments fill it, and a failed one could not delete it. Without a name it hinders no next attempt.
      removalPolicy: RemovalPolicy.RETAIN,
      autoDeleteObjects: false,
    });
    acknowledge(bucket, 'Only the distribution reads it, and what it holds is public.', 'AwsSolutions-S1');
    return bucket as s3.IBucket;
  }

  #onViewerRequest(
    id: string,
    viewerRequest: (event: ViewerEvent) => ViewerEvent['request'],
  ): cloudfront.FunctionAssociation {
    return {
      eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
      function: new cloudfront.Function(this, id, {
        code: cloudfront.FunctionCode.fromInline(edgeCode(viewerRequest)),
        runtime: cloudfront.FunctionRuntime.JS_2_0,
      }),
    };
  }

  #pointDomain({ name, zone }: NonNullable<Stage['domain']>, distribution: cloudfront.Distribution): void {
    const target = route53.RecordTarget.fromAlias(new targets.CloudFrontTarget(distribution));
    const hostedZone = route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: zone.id,
      zoneName: zone.name,
    });
    new route53.ARecord(this, 'Address', { zone: hostedZone, recordName: name, target });
    new route53.AaaaRecord(this, 'Address6', { zone: hostedZone, recordName: name, target });
  }
}

function acknowledgeAccepted(distribution: cloudfront.Distribution, stage: Stage): void {
  acknowledge(
    distribution,
    'Customers and their bookkeepers work from wherever they are.',
    'AwsSolutions-CFR1',
  );
  acknowledge(
    distribution,
    'The classic log would contain the tokens of mailed links; the stack edge-logs delivers a log without them.',
    'AwsSolutions-CFR3',
  );
  acknowledge(
    distribution,
    'No request lists the bucket, since every path is a file or the page; a missing file is a 404 and no 403.',
    '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
  );
  if (!stage.firewall) {
    acknowledge(distribution, 'The firewall costs more than this trial stage.', 'AwsSolutions-CFR2');
  }
  if (!stage.domain) {
    acknowledge(
      distribution,
      'Without a domain of its own this trial stage uses the distribution’s certificate.',
      'AwsSolutions-CFR4',
    );
  }
}
