/** The HTTP API from the route table: a nested stack per feature, a function and a role per handler. */
import { Stack } from 'aws-cdk-lib';
import { AccessLogField, AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as acm from 'aws-cdk-lib/aws-certificatemanager';
import * as logs from 'aws-cdk-lib/aws-logs';
import * as s3 from 'aws-cdk-lib/aws-s3';
import * as route53 from 'aws-cdk-lib/aws-route53';
import * as targets from 'aws-cdk-lib/aws-route53-targets';
import type { Construct } from 'constructs';
import type { JobRow } from '../functions/api/job.ts';
import { jobs } from '../functions/api/jobs.ts';
import { byHandler, type RouteRow } from '../functions/api/route.ts';
import { isCritical } from './concurrency.ts';
import { FeatureRoutes, type Handlers } from './constructs/feature-routes.ts';
import { functionName } from './names.ts';
import { TrafficCheck } from './constructs/traffic-check.ts';
import type { Checked } from './traffic-check.ts';
import { FunctionEnvironment } from './constructs/function-environment.ts';
import { isProtected } from './constructs/protection.ts';
import { published } from './constructs/published.ts';
import type { DataStack } from './data-stack.ts';
import { logRetention } from './log-retention.ts';
import { nameOf, type Domain, type Stage } from './stages.ts';

export interface ApiStackProps {
  readonly stage: Stage;
  readonly rows: Readonly<Record<string, RouteRow>>;
  readonly data: DataStack;
  /** Folder of the built functions. */
  readonly functions: string;
}

/** The API's own address, which only the distribution calls. */
const originName = ({ name }: Domain): string => `api-origin.${name}`;

export class ApiStack extends Stack {
  /** References for other stacks; the host is that of the API behind the distribution. */
  readonly apiId: string;
  readonly host: string;
  /** The certificate of the API's own address; null: it has none of its own. */
  readonly originCertificateArn: string | null;
  readonly features: readonly string[];
  /** The names of the functions of each feature, without critical ones. */
  readonly functions: ReadonlyMap<string, readonly string[]>;
  /** The rows of each critical function. */
  readonly critical: Handlers;

  constructor(scope: Construct, id: string, { stage, rows, data, functions }: ApiStackProps) {
    const { account, region } = stage;
    super(scope, id, {
      env: { account, region },
      terminationProtection: isProtected(scope, stage, 'api'),
    });
    this.addStackDependency(data);
    const certificate = stage.domain && this.#createCertificate(stage.domain);
    this.originCertificateArn =
      certificate && published(this, 'OriginCertificateArn', certificate.certificateArn);
    const domain =
      stage.domain && certificate && this.#nameOrigin(stage.domain, certificate, stage.originTls);
    const api = new apigateway.HttpApi(this, 'Api', {
      apiName: nameOf(stage, 'api'),
      createDefaultStage: false,
      disableExecuteApiEndpoint: domain !== null,
    });
    const host = domain?.name ?? `${api.apiId}.execute-api.${this.region}.${this.urlSuffix}`;
    this.host = published(this, 'ApiHost', host);
    this.apiId = published(this, 'ApiId', api.apiId);
    this.#publish(stage, api, domain);

    const environment = new FunctionEnvironment(this, 'Environment', stage, data);
    const handlersByFeature = byFeature(byHandler(rows));
    this.features = [...handlersByFeature.keys()];
    this.critical = new Map([...byHandler(rows)].filter(([, each]) => isCritical(each)));
    this.functions = new Map(
      [...handlersByFeature].map(([feature, handlers]) => [
        feature,
        [...handlers.keys()]
          .filter((handler) => !this.critical.has(handler))
          .map((handler) => functionName(stage, handler)),
      ]),
    );
    const check = stage.canary ? new TrafficCheck(this, 'TrafficCheck', stage, this.#checked(stage)) : null;
    let previous: Construct | null = check;
    for (const [feature, handlers] of handlersByFeature) {
      const props = { stage, api, data, handlers, environment, functions };
      const created: FeatureRoutes = new FeatureRoutes(this, feature, props);
      // Each new route deploys the API, and the API refuses a second deployment while one is under way.
      if (previous) created.node.addDependency(previous);
      previous = created;
    }
  }

  /** A route of a session refuses a call without one; those of the sign-in refuse an unknown caller. */
  #checked(stage: Stage): Checked {
    const routes = [...this.critical].map(([handler, [[routeKey, row] = ['', null]]]) => {
      const status = row?.allow === 'anyone' ? null : 401;
      return [functionName(stage, handler), { routeKey, status }] as const;
    });
    const workers = Object.values<JobRow>(jobs)
      .filter(({ isCritical: isChecked }) => isChecked)
      .map(({ handler }) => [functionName(stage, handler), null] as const);
    return Object.fromEntries([...routes, ...workers]);
  }

  #createCertificate(domain: Domain): acm.Certificate {
    return new acm.Certificate(this, 'Certificate', {
      domainName: originName(domain),
      validation: acm.CertificateValidation.fromDns(this.#zoneOf(domain)),
    });
  }

  #zoneOf({ zone }: Domain): route53.IHostedZone {
    const known = this.node.tryFindChild('Zone') as route53.IHostedZone | undefined;
    const attributes = { hostedZoneId: zone.id, zoneName: zone.name };
    return known ?? route53.HostedZone.fromHostedZoneAttributes(this, 'Zone', attributes);
  }

  /**
   * Names the API's origin, which allows its default address to be disabled: that address would bypass the
   * distribution. With mutual TLS, a call without the distribution's certificate ends before it counts.
   */
  #nameOrigin(domain: Domain, certificate: acm.ICertificate, tls: Stage['originTls']): apigateway.DomainName {
    const zone = this.#zoneOf(domain);
    const domainName = originName(domain);
    const origin = new apigateway.DomainName(this, 'Origin', {
      domainName,
      certificate,
      securityPolicy: apigateway.SecurityPolicy.TLS_1_2,
      ...(tls && {
        mtls: {
          bucket: s3.Bucket.fromBucketName(this, 'Truststore', tls.truststore.bucket),
          key: tls.truststore.key,
        },
      }),
    });
    new route53.ARecord(this, 'OriginRecord', {
      zone,
      recordName: domainName,
      target: route53.RecordTarget.fromAlias(
        new targets.ApiGatewayv2DomainProperties(origin.regionalDomainName, origin.regionalHostedZoneId),
      ),
    });
    return origin;
  }

  #publish(stage: Stage, api: apigateway.HttpApi, domain: apigateway.DomainName | null): void {
    const accessLog = new logs.LogGroup(this, 'AccessLog', {
      logGroupName: `/paydown/${stage.name}/access`,
      ...logRetention(this, stage),
    });
    new apigateway.HttpStage(this, 'Live', {
      httpApi: api,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: false,
      throttle: { rateLimit: stage.throttle.rate, burstLimit: stage.throttle.burst },
      accessLogSettings: {
        destination: new apigateway.LogGroupLogDestination(accessLog),
        format: accessLogFormat,
      },
      ...(domain && { domainMapping: { domainName: domain } }),
    });
  }
}

/**
 * A line of JSON per request. It omits the query, because mailed links contain tokens there. `source` is the address
 * that connected: one of CloudFront's, or of somebody who goes around it. The function's line of the same request id has
 * the id of CloudFront's request.
 */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: AccessLogField.contextRequestId(),
    time: AccessLogField.contextRequestTimeEpoch(),
    source: AccessLogField.contextIdentitySourceIp(),
    route: '$context.routeKey',
    path: AccessLogField.contextPath(),
    status: AccessLogField.contextStatus(),
    milliseconds: AccessLogField.contextResponseLatency(),
    functionMilliseconds: '$context.integrationLatency',
    functionStatus: '$context.integrationStatus',
    error: '$context.integrationErrorMessage',
    bytes: AccessLogField.contextResponseLength(),
  }),
);

function byFeature(handlers: Handlers): ReadonlyMap<string, Handlers> {
  const groups = Map.groupBy(handlers, ([handler]) => handler.split('/')[0] ?? '');
  return new Map([...groups].map(([feature, entries]) => [feature, new Map(entries)]));
}
