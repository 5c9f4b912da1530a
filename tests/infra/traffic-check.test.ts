import vm from 'node:vm';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, it } from 'vitest';
import type { LambdaHandler } from '../../functions/access/endpoint.ts';
import { routes } from '../../functions/api/routes.ts';
import type { RouteKey } from '../../functions/api/route.ts';
import { digest } from '../../functions/lib/digest.ts';
import type { Context } from '../../functions/services/context.ts';
import { stageOf } from '../../infra/stages.ts';
import {
  type Checked,
  checkVersion,
  trafficCheckCode,
  type TrafficTools,
} from '../../infra/traffic-check.ts';
import { lambdaContext } from '../../scripts/local/api-event.ts';
import { createTestApp } from '../support/app.ts';
import { oneOf, synthesised } from './synthesised.ts';

const prod = await synthesised(stageOf('prod'));
const { Properties } = oneOf(
  prod,
  'AWS::Lambda::Function',
  'FunctionName',
  'paydown-prod-traffic-check',
).resource;
const checked = JSON.parse(Properties.Environment.Variables.CHECKED as string) as Checked;
const calls = Object.entries(checked).flatMap(([name, call]) => (call ? [{ name, ...call }] : []));

interface Given {
  readonly name: string;
  readonly invoke: TrafficTools['invoke'];
  readonly of?: Checked;
}

/** Checks version 7 of a function. Returns what is reported to CodeDeploy, and logged. */
async function check({ name, invoke, of = checked }: Given): Promise<{ status: string; line: string }> {
  const found = { status: '', line: '' };
  await checkVersion('d-1', of, {
    specificationOf: async () =>
      JSON.stringify({
        version: 0,
        Resources: [{ X: { Type: 'AWS::Lambda::Function', Properties: { Name: name, TargetVersion: '7' } } }],
      }),
    originSecret: async () => 'known',
    invoke,
    report: async (status) => void (found.status = status),
    log: (line) => void (found.line = line),
  });
  return found;
}

/** Invokes the handler of a route as Lambda does. */
const invokeHandler =
  (routeKey: string, app: unknown): TrafficTools['invoke'] =>
  async (_name, _version, event) => {
    const file = new URL(
      `../../functions/${routes[routeKey as RouteKey & keyof typeof routes].handler}.ts`,
      import.meta.url,
    ).href;
    const { handler } = (await import(file)) as { handler: (services: Context) => LambdaHandler };
    const answer = await handler(app as Context)(
      event as APIGatewayProxyEventV2,
      lambdaContext('f', Date.now() + 9000),
    );
    return { answer };
  };

it('knows every function with versions', () => {
  const groups = prod.properties('AWS::CodeDeploy::DeploymentGroup');
  expect(Object.keys(checked)).toHaveLength(groups.length);
  const aliases = prod.resources('AWS::Lambda::Alias').map(({ resource }) => resource.UpdatePolicy);
  expect(aliases).toHaveLength(groups.length);
  for (const policy of aliases) {
    expect(policy?.CodeDeployLambdaAliasUpdate).toMatchObject({
      BeforeAllowTrafficHook: expect.anything() as object,
    });
  }
});

it.each(calls)(
  'lets $name begin, which refuses the call with the secret of the distribution',
  async (call) => {
    const app = { ...(await createTestApp()), originSecretDigest: digest('known') };
    expect(await check({ name: call.name, invoke: invokeHandler(call.routeKey, app) })).toEqual({
      status: 'Succeeded',
      line: 'Deployment d-1 may begin.',
    });
  },
);

it('stops a version that knows another secret', async () => {
  const [call] = calls;
  const app = { ...(await createTestApp()), originSecretDigest: digest('another') };
  const { status, line } = await check({
    name: String(call?.name),
    invoke: invokeHandler(String(call?.routeKey), app),
  });
  expect([status, line]).toEqual(['Failed', expect.stringContaining('403 instead of')]);
});

it.each<[string, TrafficTools['invoke'], string]>([
  ['crashes', async () => ({ error: 'Runtime.ImportModuleError', answer: null }), 'ImportModuleError'],
  ['fails', async () => ({ answer: { statusCode: 500 } }), '500 instead of'],
  ['lets anyone in', async () => ({ answer: { statusCode: 200 } }), '200 instead of 401'],
  ['answers nothing', async () => ({ answer: null }), 'undefined instead of'],
  ['can’t be invoked', async () => Promise.reject(new Error('denied')), 'Error: denied'],
])('stops a version that %s', async (_what, invoke, problem) => {
  const name = String(calls.find(({ status }) => status === 401)?.name);
  expect(await check({ name, invoke })).toEqual({
    status: 'Failed',
    line: expect.stringContaining(problem) as string,
  });
});

it('sends a queue’s function no messages, and stops a function that it does not know', async () => {
  const worker = String(Object.keys(checked).find((name) => checked[name] === null));
  const sent: object[] = [];
  const invoke: TrafficTools['invoke'] = async (_name, version, event) => {
    sent.push({ version, event });
    return { answer: { batchItemFailures: [] } };
  };
  expect((await check({ name: worker, invoke })).status).toBe('Succeeded');
  expect(sent).toEqual([{ version: '7', event: { Records: [] } }]);
  expect((await check({ name: 'other', invoke })).status).toBe('Failed');
});

it('is a script that Lambda can load, within the limit of an inline function', () => {
  expect(() => new vm.Script(trafficCheckCode())).not.toThrow();
  expect(trafficCheckCode()).not.toContain('import ');
  expect(trafficCheckCode().length).toBeLessThan(4096);
});
