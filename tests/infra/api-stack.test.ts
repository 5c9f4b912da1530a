import { describe, expect, it, test } from 'vitest';
import {
  byHandler,
  rowsOf,
  usesOf,
  type RouteKey,
  type RouteRow,
  type Use,
} from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { stageOf } from '../../infra/stages.ts';
import {
  actionsFor,
  actionsIn,
  secretsFor,
  secretsIn,
  statementsOf,
  wildcardsIn,
  type Statement,
} from './granted.ts';
import { invokedIn, synthesised, type Found, type Resource } from './synthesised.ts';

const prod = await synthesised(stageOf('prod'));
const rows = rowsOf(routes);

function routeOf(key: RouteKey): Found {
  const found = prod
    .resources('AWS::ApiGatewayV2::Route')
    .filter(({ resource }) => resource.Properties.RouteKey === key);
  const [route] = found;
  if (!route || found.length > 1) throw new Error(`${key} has ${found.length} routes.`);
  return route;
}

/** Returns the function behind a route's integration. */
function functionOf(key: RouteKey): { properties: Resource['Properties']; statements: Statement[] } {
  const { resource, template } = routeOf(key);
  const integration = template.Resources[resource.Properties.Target['Fn::Join'][1][1].Ref];
  const built = invokedIn(template, integration?.Properties.IntegrationUri);
  const role = template.Resources[built?.Properties.Role['Fn::GetAtt'][0]];
  return { properties: built?.Properties, statements: statementsOf(role) };
}

/** The rows of one handler share its function. */
function usedWith(row: RouteRow): Set<Use> {
  const together = byHandler(routes).get(row.handler) ?? [];
  return new Set(together.flatMap(([, each]) => [...usesOf(each)]));
}

describe.each(rows)('%s', (key, row) => {
  const uses = usedWith(row);
  const { properties, statements } = functionOf(key);

  it('has its own function on Node 24 and arm64', () => {
    expect(properties).toMatchObject({
      FunctionName: `paydown-prod-${row.handler.replaceAll('/', '-')}`,
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      Handler: 'index.handler',
    });
    expect(properties.Timeout).toBeLessThan(30);
  });

  // Evidence for ASVS 13.2
  it('is granted only the uses of its row', () => {
    expect(actionsIn(statements)).toEqual(actionsFor(uses));
  });

  // Evidence for ASVS 13.2
  it('reads only the secrets of the services it uses', () => {
    expect(secretsIn(statements)).toEqual(secretsFor(uses));
  });

  it('is granted resources by name, without wildcards', () => {
    expect(wildcardsIn(statements)).toEqual([]);
  });
});

test('every route of the API is a row of the table', () => {
  const deployed = prod.properties('AWS::ApiGatewayV2::Route').map(({ RouteKey }) => RouteKey as string);
  expect(deployed.toSorted()).toEqual(rows.map(([key]) => key).toSorted());
});

test('each function has its own role', () => {
  const roles = prod
    .resources('AWS::Lambda::Function')
    .filter(({ resource }) => resource.Properties.Runtime === 'nodejs24.x')
    .map(({ resource, template }) => template.Resources[resource.Properties.Role['Fn::GetAtt'][0]]);
  expect(roles).not.toContain(undefined);
  expect(new Set(roles).size).toBe(roles.length);
});

test('the gateway alone calls the functions, with one role per feature', () => {
  expect(prod.resources('AWS::Lambda::Permission')).toEqual([]);
  const features = prod.resources('AWS::IAM::Policy').filter(({ id }) => id.startsWith('Gateway'));
  expect(features.length).toBeGreaterThan(5);
  for (const { resource, template } of features) {
    const [statement] = resource.Properties.PolicyDocument.Statement;
    expect(statement.Action).toBe('lambda:InvokeFunction');
    const own = Object.keys(template.Resources).filter(
      (id) => template.Resources[id]?.Type === 'AWS::Lambda::Function',
    );
    const arns: unknown[] = [statement.Resource].flat();
    const invoked = arns.map((arn) => invokedIn(template, arn));
    expect(new Set(invoked)).toEqual(new Set(own.map((id) => template.Resources[id])));
    expect(arns).toHaveLength(own.length);
  }
});
