import { beforeAll, describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import {
  openApiDocument,
  type OpenApiOperation,
  type Schema,
} from '../../functions/docs/openapi-document.ts';
import { rowsOf, type RouteKey } from '../../functions/api/route.ts';
import { routes } from '../../functions/api/routes.ts';
import { createTestApp, type Answer, type TestApp } from '../support/app.ts';
import { WORKED_EXAMPLE } from '../support/contracts.ts';
import { PASSWORD, signUp, type Person } from '../support/people.ts';

const document = openApiDocument(routes);

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(
    ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as [RouteKey, OpenApiOperation],
  ),
);

function schemasOf(value: unknown): Schema[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'schema' in value ? [value.schema as Schema] : [];
  return [...own, ...Object.values(value).flatMap(schemasOf)];
}

test('the document has one operation for each row of the table', () => {
  expect(operations.map(([key]) => key).toSorted()).toEqual(
    rowsOf(routes)
      .map(([key]) => key)
      .toSorted(),
  );
});

test('each operation has a unique name', () => {
  const names = operations.map(([, { operationId }]) => operationId);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(operations)('%s', (key, operation) => {
  it('declares each parameter of its path', () => {
    const named = [...key.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    const declared = operation.parameters.filter((parameter) => parameter.in === 'path');
    expect(declared.map(({ name }) => name)).toEqual(named);
  });

  it('requires a session on every route that is not public', () => {
    expect(operation.security).toHaveLength(routes[key as keyof typeof routes].allow === 'anyone' ? 0 : 1);
    expect(Object.keys(operation.responses)).toEqual(
      expect.arrayContaining(operation.security.map(() => '401')),
    );
  });

  it('has schemas that are JSON Schema', () => {
    for (const schema of schemasOf(operation)) {
      if (schema['$ref'] === '#/components/schemas/Problem') continue;
      expect(() => z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0])).not.toThrow();
    }
  });
});

describe('the API and its document', () => {
  let app: TestApp;
  let owner: Person;

  beforeAll(async () => {
    app = await createTestApp();
    owner = await signUp(app);
  });

  function expectDescribed(key: RouteKey, { status, headers, body }: Answer): void {
    const operation = new Map(operations).get(key);
    const response = operation?.responses[status];
    const type = headers['content-type']?.replace(/;.*/, '') ?? '';
    const declared = response?.content?.[type]?.schema;
    const schema = declared?.['$ref'] ? document.components['schemas']?.['Problem'] : declared;
    expect(schema, `${key} ${status} ${type}`).toBeDefined();
    const answered = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(body);
    expect(answered.error?.message, `${key} ${status}`).toBeUndefined();
  }

  it('answers with the documented shape from the creation of an entity to its deletion', async () => {
    const created = await app.call('POST /v1/entities', { as: owner.token, body: { name: 'Orchard' } });
    expect(created.status).toBe(201);
    expectDescribed('POST /v1/entities', created);
    const params = { entityId: created.body.id };
    const schedules = 'POST /v1/entities/{entityId}/schedules';
    const schedule = await app.call(schedules, { as: owner.token, params, body: WORKED_EXAMPLE });
    expect(schedule.status).toBe(201);
    expectDescribed(schedules, schedule);
    const list = await app.call('GET /v1/entities', { as: owner.token });
    expect(list.body).toHaveLength(1);
    expectDescribed('GET /v1/entities', list);
    const gone = await app.call('DELETE /v1/entities/{entityId}', { as: owner.token, params });
    expect(gone.status).toBe(204);
    expect(document.paths['/v1/entities/{entityId}']?.['delete']?.responses['204']).toEqual({
      description: 'Done',
    });
  });

  it('answers refusals with the documented shape', async () => {
    expectDescribed('GET /v1/entities', await app.call('GET /v1/entities'));
    const body = { email: owner.email, password: `${PASSWORD}!` };
    const wrong = await app.call('POST /v1/users/authenticate', { body });
    expect(wrong.status).toBeGreaterThanOrEqual(400);
    expectDescribed('POST /v1/users/authenticate', wrong);
    const invalid = await app.send('POST /v1/entities', { as: owner.token, body: {} });
    expect(invalid.status).toBe(400);
    expectDescribed('POST /v1/entities', invalid);
  });

  it('serves the document at its own address', async () => {
    const answer = await app.call('GET /v1/openapi.json');
    expect(answer.body).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('serves a page of the document without scripts, styles or foreign addresses', async () => {
    const { status, headers, body } = await app.call('GET /v1/docs');
    const html = String(body);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(html).not.toMatch(/<script|<style|style=|https?:\/\//);
    for (const [, { operationId }] of operations) expect(html).toContain(`<details id="${operationId}">`);
  });
});
