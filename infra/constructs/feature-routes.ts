import path from 'node:path';
import { Duration, NestedStack } from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigatewayv2';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { queueOf, usesOf, type RouteKey, type RouteRow, type Use } from '../../functions/api/route.ts';
import { isCritical, reservedForRoutes } from '../concurrency.ts';
import type { DataStack } from '../data-stack.ts';
import {
  BRAKED,
  BYPASSES,
  criticalAlarms,
  failuresName,
  metricNamespace,
  requestFailures,
} from '../metrics.ts';
import type { Stage } from '../stages.ts';
import { acknowledge } from './acknowledge.ts';
import type { FunctionEnvironment } from './function-environment.ts';
import { createFunctionLog } from './function-log.ts';
import { acknowledgeGrants, policyFor } from './grants.ts';
import { LambdaFunction, rolloutOf } from './lambda-function.ts';
import { dashed, functionName } from '../names.ts';

/** The rows of each handler. */
export type Handlers = ReadonlyMap<string, readonly (readonly [RouteKey, RouteRow])[]>;

export interface FeatureRoutesProps {
  readonly stage: Stage;
  readonly api: apigateway.HttpApi;
  readonly data: DataStack;
  readonly environment: FunctionEnvironment;
  readonly handlers: Handlers;
  /** Folder of the built functions. */
  readonly functions: string;
}

/** API Gateway takes ten changes a second, so that no more routes of a feature are created at once. */
const ROUTES_AT_ONCE = 5;

/** Shorter than the gateway's limit of 30 seconds. */
const TIMEOUT = Duration.seconds(29);

/** The routes of a feature with their functions. */
export class FeatureRoutes extends NestedStack {
  readonly #props: FeatureRoutesProps;
  readonly #routes: apigateway.CfnRoute[] = [];

  constructor(scope: Construct, feature: string, props: FeatureRoutesProps) {
    super(scope, feature, { description: `Routes of ${feature}` });
    this.#props = props;
    const logGroup = createFunctionLog(this, props.stage, feature);
    new logs.MetricFilter(this, BYPASSES, {
      logGroup,
      filterPattern: logs.FilterPattern.stringValue('$.code', '=', 'request/origin-secret'),
      metricNamespace: metricNamespace(props.stage),
      metricName: BYPASSES,
    });
    if (feature === 'users') {
      new logs.MetricFilter(this, BRAKED, {
        logGroup,
        filterPattern: logs.FilterPattern.all(
          logs.FilterPattern.stringValue('$.code', '=', 'register/braked'),
          logs.FilterPattern.stringValue('$.by', '=', 'register in all'),
        ),
        metricNamespace: metricNamespace(props.stage),
        metricName: BRAKED,
      });
    }
    // No condition on its account: API Gateway documents none for the roles of HTTP APIs.
    const gateway = new iam.Role(this, 'Gateway', {
      assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com'),
    });
    const functions = [...props.handlers].map(([handler, rows]) => {
      const built = this.#createFunction(handler, rows, logGroup);
      this.#createRoutes(handler, rows, built, gateway);
      return built;
    });
    gateway.addToPolicy(
      new iam.PolicyStatement({
        actions: ['lambda:InvokeFunction'],
        resources: functions.map(({ invokedArn }) => invokedArn),
      }),
    );
  }

  #createFunction(
    handler: string,
    rows: readonly (readonly [RouteKey, RouteRow])[],
    logGroup: logs.LogGroup,
  ): LambdaFunction {
    const { stage, data, environment, functions } = this.#props;
    const uses = new Set<Use>(rows.flatMap(([, row]) => [...usesOf(row)]));
    const queue = queueOf(rows.map(([, row]) => row));
    if (isCritical(rows)) {
      new logs.MetricFilter(this, `${verbOf(handler)}-failures`, {
        logGroup,
        filterPattern: requestFailures(handler),
        metricNamespace: metricNamespace(stage),
        metricName: failuresName(dashed(handler)),
      });
    }
    const created = new LambdaFunction(this, verbOf(handler), {
      name: functionName(stage, handler),
      description: rows.map(([key]) => key).join(', '),
      folder: path.join(functions, handler),
      environment: environment.for(uses, queue),
      policy: policyFor(this, { stage, data, table: environment.table }, uses, queue),
      logGroup,
      timeout: TIMEOUT,
      isRead: rows.every(([key]) => key.startsWith('GET ')),
      reserved: reservedForRoutes(stage, rows),
      rollout: isCritical(rows) ? rolloutOf(stage, criticalAlarms(dashed(handler))) : undefined,
    });
    acknowledgeGrants(created, stage, uses);
    return created;
  }

  #createRoutes(
    handler: string,
    rows: readonly (readonly [RouteKey, RouteRow])[],
    built: LambdaFunction,
    gateway: iam.Role,
  ): void {
    const { apiId } = this.#props.api;
    const integration = new apigateway.CfnIntegration(this, `${verbOf(handler)}-integration`, {
      apiId,
      integrationType: 'AWS_PROXY',
      integrationUri: built.invokedArn,
      payloadFormatVersion: '2.0',
      credentialsArn: gateway.roleArn,
    });
    this.#wait(integration);
    for (const [key, { allow }] of rows) {
      const route = new apigateway.CfnRoute(this, key.replaceAll('/', '|'), {
        apiId,
        routeKey: key,
        target: `integrations/${integration.ref}`,
        authorizationType: 'NONE',
      });
      this.#wait(route);
      this.#routes.push(route);
      const reason =
        allow === 'anyone'
          ? 'The row says that anyone may call; the handler throttles or checks a signature where that matters.'
          : `The function itself verifies the token and that the caller is ${allow}, with every request.`;
      acknowledge(route, reason, 'AwsSolutions-APIG4');
    }
  }

  #wait(created: apigateway.CfnRoute | apigateway.CfnIntegration): void {
    const earlier = this.#routes.at(-ROUTES_AT_ONCE);
    if (earlier) created.addResourceDependency(earlier);
  }
}

const verbOf = (handler: string): string => handler.split('/').slice(1).join('-');
