/** The OpenAPI 3.1 document, generated from the table of routes. */
import * as z from 'zod';
import type { RefusalKind } from '../../domain/refusal.ts';
import { STATUS } from '../access/problem.ts';
import { byHandler, rowsOf, type RouteKey, type RouteRow, sessionLimitOf } from '../api/route.ts';

/** JSON Schema, draft 2020-12. */
export type Schema = Readonly<Record<string, unknown>>;

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

export interface Response {
  readonly description: string;
  readonly content?: Content;
  readonly headers?: Readonly<Record<string, { readonly description: string; readonly schema: Schema }>>;
}

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: true; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const SESSION = 'session';

const problemSchema: Schema = {
  type: 'object',
  description: 'RFC 9457: what went wrong, and for an invalid request which fields.',
  required: ['title', 'status', 'detail', 'requestId'],
  properties: {
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string', description: 'A sentence for people.' },
    code: { type: 'string', description: 'Stable; absent where something unexpected failed.' },
    errors: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    requestId: { type: 'string' },
  },
};

export function openApiDocument(rows: Readonly<Record<string, RouteRow>>): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const [handler, served] of byHandler(rows)) {
    for (const [key, row] of served) {
      const { method, path } = partsOf(key);
      (paths[path] ??= {})[method] = operation(operationId(handler, path, served.length), key, row);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Paydown',
      version: '1',
      description: 'Loan and hire-purchase schedules that keep Xero right. Amounts are dollars.',
    },
    servers: [{ url: '/' }],
    tags: [...new Set(rowsOf(rows).map(([, row]) => featureOf(row)))].map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { [SESSION]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function partsOf(key: RouteKey): { method: string; path: string } {
  const [method = '', path = ''] = key.split(' ');
  return { method: method.toLowerCase(), path };
}

const featureOf = ({ handler }: RouteRow): string => handler.split('/')[0] ?? '';

/** Returns an operation's id such as `create-schedule`. Two paths of one handler append their last word. */
function operationId(handler: string, path: string, paths: number): string {
  const verb = handler.split('/').slice(1).join('-');
  return paths === 1 ? verb : `${verb}-${path.split('/').at(-1)}`;
}

function operation(id: string, key: RouteKey, row: RouteRow): OpenApiOperation {
  return {
    operationId: id,
    summary: row.summary,
    description: whoMayCall(row),
    tags: [featureOf(row)],
    security: row.allow === 'anyone' ? [] : [{ [SESSION]: [] }],
    parameters: [...pathParameters(key), ...queryParameters(row)],
    ...(row.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(row.body, 'input') } },
      },
    }),
    responses: { ...success(row), ...failures(key, row) },
  };
}

function whoMayCall(row: RouteRow): string {
  const stepUp = row.stepUp ? ' Needs an authentication younger than ten minutes.' : '';
  return `${rolesOf(row)}${stepUp}`;
}

function rolesOf({ allow, kind }: RouteRow): string {
  if (kind === 'webhook') return 'Called by the payment provider with a signature.';
  if (allow === 'anyone') return 'Open to anyone.';
  if (allow === 'user') return 'For every signed-in user.';
  return allow === 'Owner' ? 'For the Owner.' : `For the role ${allow} and above.`;
}

function pathParameters(key: RouteKey): Parameter[] {
  return [...key.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', format: name === 'date' ? 'date' : 'uuid' },
  }));
}

function queryParameters(row: RouteRow): Parameter[] {
  if (!row.query) return [];
  const { properties = {}, required = [] } = schemaOf(row.query, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function success(row: RouteRow): Record<string, Response> {
  if (row.kind === 'file') {
    const content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } };
    return {
      '200': { description: 'The file, its name in `content-disposition`', content },
      ...laterOf(row),
    };
  }
  if (row.kind === 'page') {
    return { '200': { description: 'The page', content: { 'text/html': { schema: { type: 'string' } } } } };
  }
  if (!row.response) return { '204': { description: 'Done' } };
  const content = { 'application/json': { schema: schemaOf(row.response, 'output') } };
  if (row.kind === 'negotiated') return negotiated(row, content);
  if (row.kind !== 'list') return { [row.status ?? 200]: { description: 'Done', content } };
  const next = { description: 'Cursor of the next page, absent on the last', schema: { type: 'string' } };
  return { '200': { description: 'The list', content, headers: { 'x-next-cursor': next } } };
}

/** The answer of a row whose work can continue after the response. */
function laterOf({ accepted }: RouteRow): Record<string, Response> {
  if (!accepted) return {};
  const content = { 'application/json': { schema: schemaOf(accepted, 'output') } };
  return { '202': { description: 'Under way', content } };
}

function negotiated(row: RouteRow, json: Content): Record<string, Response> {
  const file = { schema: { type: 'string', format: 'binary' } };
  const files = Object.fromEntries((row.formats ?? []).map((format) => [format, file]));
  return {
    '200': { description: 'In the format that `Accept` prefers', content: { ...json, ...files } },
    ...laterOf(row),
  };
}

const REASONS: Readonly<Record<RefusalKind, string>> = {
  invalid: 'Not a valid request',
  unauthenticated: 'No live session',
  forbidden: 'Not with this role',
  'not-found': 'Not there, or not yours',
  conflict: 'Not as things stand',
  'too-large': 'More than the route takes',
  throttled: 'Too many tries',
};

/** Returns the row's refusals, and those implied by its access rule and inputs. */
function failures(key: RouteKey, row: RouteRow): Record<string, Response> {
  const kinds = new Set<RefusalKind>(row.refuses);
  if (row.allow !== 'anyone') kinds.add('unauthenticated');
  if (row.stepUp || (row.allow !== 'anyone' && row.allow !== 'user')) kinds.add('forbidden');
  if (row.allow !== 'anyone' && key.includes('{')) kinds.add('not-found');
  if (row.query || row.body) kinds.add('invalid');
  if (row.body) kinds.add('too-large');
  if (row.throttle || sessionLimitOf(row) !== null) kinds.add('throttled');
  const vendor = row.uses.some((use) => use === 'xero' || use === 'stripe' || use === 'mail');
  // Xero's own refusals have that status.
  if (row.uses.includes('xero')) kinds.add('conflict');
  const answers = [...kinds].map((kind) => [STATUS[kind], problem(REASONS[kind])] as const);
  return {
    ...Object.fromEntries(answers),
    ...(vendor && { '502': problem('Another service refused'), '503': problem('Another service is away') }),
    default: problem('Something went wrong'),
  };
}

function problem(description: string): Response {
  return {
    description,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === 'uuid') delete jsonSchema.pattern;
    },
  });
  return rest;
}
