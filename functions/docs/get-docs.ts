import { endpoint } from '../access/endpoint.ts';
import { routes } from '../api/routes.ts';
import {
  openApiDocument,
  type OpenApiDocument,
  type OpenApiOperation,
  type Parameter,
  type Response,
  type Schema,
} from './openapi-document.ts';
import { docsRoutes } from '../api/docs.ts';
import { escapeHtml } from '../lib/escape-html.ts';

export const handler = endpoint(docsRoutes, 'GET /v1/docs', async () => docsPage(openApiDocument(routes)));

function docsPage({ info, tags, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const entries = own.map(({ method, path, operation }) => operationEntry(method, path, operation));
    return `<section id="${escapeHtml(name)}"><h2>${escapeHtml(name)}</h2>${entries.join('')}</section>`;
  });
  const contents = tags.map(({ name }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(name)}</a></li>`);
  return [
    '<!doctype html><html lang="en-AU"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(info.title)} API</title><link rel="stylesheet" href="/docs.css"></head><body>`,
    `<header><h1>${escapeHtml(info.title)} API</h1><p>${escapeHtml(info.description)}</p>`,
    '<p>For machines: <a href="/v1/openapi.json">openapi.json</a></p></header>',
    `<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav>`,
    `<main>${sections.join('')}</main></body></html>`,
  ].join('');
}

function operationEntry(method: string, path: string, operation: OpenApiOperation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  return [
    `<details id="${escapeHtml(operationId)}"><summary><code><b>${method.toUpperCase()}</b> ${escapeHtml(path)}</code> `,
    `${escapeHtml(summary)}</summary><p>${escapeHtml(description)}</p>`,
    parameters.length > 0 ? `<h3>Parameters</h3><dl>${parameters.map(parameterEntry).join('')}</dl>` : '',
    body ? `<h3>Body</h3>${schemaText(body.schema)}` : '',
    `<h3>Answers</h3><dl>${Object.entries(responses).map(responseEntry).join('')}</dl></details>`,
  ].join('');
}

function parameterEntry({ name, in: place, required, schema }: Parameter): string {
  const type = typeof schema['type'] === 'string' ? [schema['type']] : [];
  const words = [place, ...type, required ? 'required' : 'optional'];
  return `<dt><code>${escapeHtml(name)}</code></dt><dd>${escapeHtml(words.join(', '))}</dd>`;
}

function responseEntry([status, { description, content }]: [string, Response]): string {
  const schema = content?.['application/json']?.schema;
  return `<dt><code>${escapeHtml(status)}</code></dt><dd>${escapeHtml(description)}${schema ? schemaText(schema) : ''}</dd>`;
}

function schemaText(schema: Schema): string {
  return `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;
}
