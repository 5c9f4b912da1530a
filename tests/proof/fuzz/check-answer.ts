/** Contents that no answer may have, whatever the request. */
import type { OpenApiDocument, OpenApiOperation, Schema } from '../../../functions/docs/openapi-document.ts';
import type { Answer } from '../../support/app.ts';

const MOST_BYTES = 32 * 1024;
const STACK = /\bat .{1,200}:\d+:\d+|node_modules\/|file:\/\/\//;
/** Titles of problems of services that the proof does not start. */
const SERVICES = new Set(['Xero', 'Stripe', 'Queue']);

/** Returns the problem, or null. */
export function problemOf(
  { status, headers, body }: Answer,
  operation: OpenApiOperation,
  document: OpenApiDocument,
): string | null {
  const title = (body as { title?: unknown } | undefined)?.title;
  if (status >= 500 && !SERVICES.has(String(title))) return `answers ${status}`;
  const text = Buffer.isBuffer(body) ? body.toString('latin1') : (JSON.stringify(body) ?? '');
  if (status >= 400 && text.length > MOST_BYTES) return `answers ${status} with ${text.length} bytes`;
  if (status >= 400 && STACK.test(text)) return `shows a stack trace: ${text.slice(0, 200)}`;
  const type = (headers['content-type'] ?? '').replace(/;.*/, '');
  if (!type.endsWith('json')) return null;
  const response = operation.responses[String(status)];
  if (!response) return `answers ${status}, which the document does not name`;
  const schema = response.content?.[type]?.schema;
  const name = schema && undeclaredField(schema, body, document);
  return name ? `answers ${status} with the undeclared field ${name}` : null;
}

/** Returns the path of a field that the schema does not declare, or null. */
function undeclaredField(schema: Schema, value: unknown, document: OpenApiDocument, at = ''): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const reference = schema['$ref'];
  if (typeof reference === 'string') {
    const found = document.components['schemas']?.[reference.split('/').at(-1) ?? ''] as Schema | undefined;
    return found ? undeclaredField(found, value, document, at) : `${at} (${reference})`;
  }
  const choices = (schema['anyOf'] ?? schema['oneOf'] ?? schema['allOf']) as Schema[] | undefined;
  if (choices) {
    const found = choices.map((choice) => undeclaredField(choice, value, document, at));
    return found.includes(null) ? null : (found[0] ?? null);
  }
  if (Array.isArray(value)) {
    const items = (schema['items'] ?? {}) as Schema;
    return first(value.map((element) => undeclaredField(items, element, document, `${at}[]`)));
  }
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, Schema>>;
  const rest = schema['additionalProperties'];
  const isOpen = typeof rest === 'object' || rest === true || Object.keys(schema).length === 0;
  return first(
    Object.entries(value).map(([name, field]) => {
      const own = properties[name] ?? (typeof rest === 'object' ? (rest as Schema) : undefined);
      if (own) return undeclaredField(own, field, document, `${at}.${name}`);
      return isOpen ? null : `${at}.${name}`;
    }),
  );
}

const first = (found: readonly (string | null)[]): string | null => found.find((one) => one !== null) ?? null;
