/**
 * Our requests to Xero and the simulator's answers, validated against Xero's own OpenAPI document. Set XERO_OPENAPI
 * to its file (`xero_accounting.yaml` of XeroAPI/Xero-OpenAPI).
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { OpenAPIRequestValidatorArgs } from 'openapi-request-validator';
import type { OpenAPIResponseValidatorArgs } from 'openapi-response-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { OPERATIONS } from '../../functions/vendors/xero/operations.ts';
import { everyCall } from '../services/xero/every-call.ts';
import { stateOf, worldOverHttp, type LoggedRequest, type World } from '../services/xero/worlds.ts';

const file = process.env['XERO_OPENAPI'];

// oxlint-disable-next-line typescript/no-explicit-any -- a document whose shape its own standard describes
type Json = any;

type RequestValidatorClass = new (args: OpenAPIRequestValidatorArgs) => {
  validateRequest(request: Json): Json;
};
type ResponseValidatorClass = new (args: OpenAPIResponseValidatorArgs) => {
  validateResponse(status: string, body: Json): Json;
};

// Both packages are CommonJS, and their default export is under `default`.
const load = createRequire(import.meta.url);
const Validators = z.object({
  request: z.custom<RequestValidatorClass>(isFunction),
  response: z.custom<ResponseValidatorClass>(isFunction),
});

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

describe.skipIf(file === undefined)('Xero’s contract', () => {
  let document: Json;
  let world: World;
  let calls: readonly LoggedRequest[];

  beforeAll(async () => {
    document = strict(parse(readFileSync(file ?? '', 'utf8')));
    world = await worldOverHttp();
    await everyCall(world);
    calls = (await stateOf(world)).requests.filter(({ path }) => path.startsWith('/api.xro/2.0/'));
  });

  afterAll(() => world.close());

  it('tests every operation that the product uses', () => {
    const used = calls.map((call): string => operationOf(document, call).operation.operationId);
    expect(new Set(used)).toEqual(new Set(Object.keys(OPERATIONS)));
  });

  const isDeletion = ({ method, path }: LoggedRequest): boolean =>
    method === 'POST' && path.includes('/BankTransactions/');

  it('finds every request valid against Xero’s contract', () => {
    const others = calls.filter((call) => !isDeletion(call));
    const broken = others.map((call) => requestErrors(document, call)).filter((errors) => errors !== null);
    expect(broken).toEqual([]);
  });

  // The contract requires these fields of every bank transaction, though a deletion changes only the status.
  it('finds a deletion valid but for the fields that stay', () => {
    const [deletion, ...more] = calls.filter(isDeletion);
    if (!deletion) throw new Error('No bank transaction was deleted');
    expect(more).toEqual([]);
    const { errors } = requestErrors(document, deletion);
    const left = ['Type', 'LineItems', 'BankAccount'].map(
      (field) => `must have required property '${field}'`,
    );
    expect(errors.map(({ message }: { message: string }) => message)).toEqual(left);
  });

  it('finds every answer and refusal valid against Xero’s contract', () => {
    // A batch states its total as text, as Xero's own example does beside its contract.
    const others = calls.filter(({ path }) => !path.startsWith('/api.xro/2.0/Payments'));
    const checked = others.map((call) => answerErrors(document, call));
    expect(checked.filter((result) => result.errors !== null)).toEqual([]);
    expect(new Set(checked.map((result) => result.status))).toEqual(new Set([200, 400]));
  });

  it('finds a misspelt field invalid, so this test can fail', () => {
    const call = calls.find((each) => each.method === 'PUT' && each.path.includes('/BankTransactions'));
    if (call === undefined) throw new Error('No payment was posted');
    expect(requestErrors(document, { ...call, requestBody: misspelt(call.requestBody) })).not.toBeNull();
    expect(
      answerErrors(document, { ...call, responseBody: misspelt(call.responseBody ?? '') }).errors,
    ).not.toBeNull();
  });
});

it.runIf(file === undefined)('skips Xero’s contract because XERO_OPENAPI names no file', () => {
  expect(file).toBeUndefined();
});

function misspelt(text: string): string {
  return text.replaceAll('"UnitAmount"', '"UnitAmnt"');
}

/**
 * Returns the document closed to undocumented fields, except those that Xero sends. Its defaults are removed,
 * because some have the wrong type and validators would insert them.
 */
function strict(document: Json): Json {
  withoutDefaults(document);
  const { schemas } = document.components;
  const envelope = ['Id', 'Status', 'ProviderName', 'DateTimeUTC'];
  for (const name of [
    'Accounts',
    'BankTransactions',
    'Contacts',
    'ManualJournals',
    'Organisations',
    'TaxRates',
    'Actions',
    'ReportWithRows',
    'TrackingCategories',
  ]) {
    for (const field of envelope) schemas[name].properties[field] = { type: 'string' };
  }
  for (const name of ['BankTransaction', 'ManualJournal']) {
    schemas[name].properties.DateString = { type: 'string' };
  }
  schemas.Account.properties.StatusAttributeString = { type: 'string' };
  for (const [name, schema] of Object.entries<Json>(schemas)) {
    // A refusal repeats the element, which can be of any kind.
    if (name !== 'Element' && schema.properties) schema.additionalProperties = false;
  }
  return document;
}

function withoutDefaults(node: Json): void {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.default !== 'object') delete node.default;
  for (const child of Object.values(node)) withoutDefaults(child);
}

function operationOf(document: Json, call: LoggedRequest) {
  const [path = ''] = call.path.slice('/api.xro/2.0'.length).split('?');
  const template = Object.keys(document.paths).find((each) => {
    const pattern = each.replaceAll(/\{\w+ID\}/g, '[\\da-f-]{36}');
    return new RegExp(`^${pattern}$`).test(path);
  });
  const item = document.paths[template ?? ''];
  const operation = item?.[call.method.toLowerCase()];
  if (operation === undefined) throw new Error(`${call.method} ${path} is not in the document`);
  const parameters: Json[] = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
    (parameter: Json) => document.components.parameters[parameter.$ref?.split('/').at(-1)] ?? parameter,
  );
  return { operation, parameters: parameters.filter((each) => each.in !== 'path') };
}

const { request: RequestValidator, response: ResponseValidator } = Validators.parse({
  request: load('openapi-request-validator').default,
  response: load('openapi-response-validator').default,
});

function requestErrors(document: Json, call: LoggedRequest): Json {
  const { operation, parameters } = operationOf(document, call);
  const validator = new RequestValidator({
    parameters,
    requestBody: operation.requestBody,
    componentSchemas: document.components.schemas,
    additionalQueryProperties: false,
  });
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  const headers = {
    'content-type': 'application/json',
    'xero-tenant-id': call.tenantId,
    ...(call.idempotencyKey === null ? {} : { 'idempotency-key': call.idempotencyKey }),
  };
  const body: Json = call.method === 'GET' ? undefined : JSON.parse(call.requestBody);
  const values = Object.fromEntries(
    Array.from(query, ([name, value]) => [name, name === 'IDs' ? value.split(',') : typed(value)]),
  );
  return validator.validateRequest({ headers, query: values, body, params: {} }) ?? null;
}

/** Converts a query value from text to the number or boolean of the document. */
function typed(value: string): unknown {
  return /^(true|false|\d+)$/.test(value) ? JSON.parse(value) : value;
}

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

function answerErrors(document: Json, call: LoggedRequest): { status: number | null; errors: Json } {
  const { operation } = operationOf(document, call);
  const responses = Object.fromEntries(
    Object.entries<Json>(operation.responses).map(([status, response]) => [
      status,
      document.components.responses?.[response.$ref?.split('/').at(-1)] ?? response,
    ]),
  );
  const validator = new ResponseValidator({
    responses,
    components: document.components,
    customFormats: { uuid: (value: string) => UUID.test(value) },
  });
  const body: Json = JSON.parse(call.responseBody ?? 'null');
  const errors = validator.validateResponse(String(call.status), body) ?? null;
  return { status: call.status, errors: errors === null ? null : { path: call.path, errors } };
}
