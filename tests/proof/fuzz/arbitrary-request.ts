/** Requests derived from the OpenAPI document: what a schema allows, and values that it does not. */
import * as fc from 'fast-check';
import type { OpenApiOperation, Schema } from '../../../functions/docs/openapi-document.ts';

export const CALLERS = ['Owner', 'Admin', 'Member', 'Guest', 'stranger', 'anonymous'] as const;

export interface FuzzedRequest {
  readonly key: string;
  readonly caller: (typeof CALLERS)[number];
  /** The parts of a path that replace the ids of the world. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const MOST_ELEMENTS = 4;
const LONG = 40_000;

/** Values that break parsers, templates, keys and arithmetic. */
const hostile: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0.1 + 0.2,
    1e308,
    Number.MAX_SAFE_INTEGER,
    '',
    ' ',
    '\u0000',
    '\uD800',
    '{{7*7}}',
    '<script>alert(1)</script>',
    "' OR 1=1 --",
    '../../etc/passwd',
    '__proto__',
    'T#x#A#2025',
    '=HYPERLINK("x")',
    '9999-99-99',
    'x'.repeat(LONG),
    [],
    {},
    [[[[[[]]]]]],
    JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}'),
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.double(),
  fc.array(fc.integer(), { maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
);

type Properties = Readonly<Record<string, Schema>>;

/** Returns values that the schema allows, as far as it says. */
export function allowedBy(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...(schema['enum'] as unknown[]));
  const choices = (schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined;
  if (choices) return fc.oneof(...choices.map(allowedBy));
  switch (schema['type']) {
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'integer':
    case 'number':
      return numbers(schema);
    case 'string':
      return texts(schema);
    case 'array':
      return fc.array(allowedBy((schema['items'] ?? {}) as Schema), {
        minLength: Math.min(Number(schema['minItems'] ?? 0), MOST_ELEMENTS),
        maxLength: MOST_ELEMENTS,
      });
    case 'object':
      return objects(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function numbers(schema: Schema): fc.Arbitrary<unknown> {
  const min = Math.max(Number(schema['minimum'] ?? schema['exclusiveMinimum'] ?? -1e6), -1e9);
  const max = Math.min(Number(schema['maximum'] ?? schema['exclusiveMaximum'] ?? 1e6), 1e9);
  const whole = fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) });
  return schema['type'] === 'integer'
    ? whole
    : fc.oneof(
        whole,
        whole.map((cents) => cents / 100),
      );
}

function texts({ format, pattern, minLength, maxLength }: Schema): fc.Arbitrary<unknown> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'email') return fc.nat(99).map((number) => `person${number}@example.com`);
  const dates = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString());
  if (format === 'date') return dates.map((text) => text.slice(0, 10));
  if (format === 'date-time') return dates;
  if (typeof pattern === 'string')
    return fc.oneof(
      dates.map((text) => text.slice(0, 10)),
      fc.uuid(),
    );
  const least = Math.min(Number(minLength ?? 0), 200);
  return fc.string({ minLength: least, maxLength: Math.max(least, Math.min(Number(maxLength ?? 40), 200)) });
}

function objects(schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Properties);
  const required = (schema['required'] ?? []) as string[];
  const model = Object.fromEntries(properties.map(([name, own]) => [name, allowedBy(own)]));
  return fc.record(model, { requiredKeys: required.filter((name) => name in model) });
}

/** Replaces some fields of valid values by hostile ones, at any depth, and adds others. */
function disturbed(value: unknown): fc.Arbitrary<unknown> {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return hostile;
  const names = Object.keys(value);
  return fc.oneof(
    { weight: 1, arbitrary: hostile },
    {
      weight: 6,
      arbitrary: fc
        .constantFrom(...names)
        .chain((name) =>
          disturbed((value as Record<string, unknown>)[name]).map((replaced) =>
            Array.isArray(value)
              ? value.map((element: unknown, index) => (String(index) === name ? replaced : element))
              : { ...value, [name]: replaced },
          ),
        ),
    },
    { weight: 1, arbitrary: hostile.map((extra) => ({ ...value, isAdmin: extra, tenantId: extra })) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(...names)
        .map((name) => Object.fromEntries(Object.entries(value).filter(([own]) => own !== name))),
    },
  );
}

const maybeDisturbed = (allowed: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(allowed, allowed.chain(disturbed));

const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

const hostileText = fc.oneof(fc.uuid(), hostile.map(asText)).filter((text) => text !== '');

export function arbitraryRequest(
  operations: readonly (readonly [key: string, operation: OpenApiOperation])[],
): fc.Arbitrary<FuzzedRequest> {
  return fc.oneof(
    ...operations.map(([key, { parameters, requestBody }]) => {
      const of = (place: string) => parameters.filter((parameter) => parameter.in === place);
      const body = requestBody?.content['application/json']?.schema;
      return fc.record({
        key: fc.constant(key),
        caller: fc.constantFrom(...CALLERS),
        params: fc.record(Object.fromEntries(of('path').map(({ name }) => [name, hostileText])), {
          requiredKeys: [],
        }),
        query: fc.record(
          Object.fromEntries(
            of('query').map(({ name, schema }) => [name, maybeDisturbed(allowedBy(schema)).map(asText)]),
          ),
          {
            requiredKeys: of('query')
              .filter(({ required }) => required)
              .map(({ name }) => name),
          },
        ),
        body: body ? maybeDisturbed(allowedBy(body)) : fc.constant(undefined),
      }) as fc.Arbitrary<FuzzedRequest>;
    }),
  );
}
