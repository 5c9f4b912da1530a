/** The document as one plain page: no script, and styles from a file of the site's own. */
import type { OpenApiDocument, Operation, Parameter, Response, Schema } from './openapi-document.ts';

export function docsPage({ info, tags, paths }: OpenApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  const sections = tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name));
    const entries = own.map(({ method, path, operation }) => operationEntry(method, path, operation));
    return `<section id="${escape(name)}"><h2>${escape(name)}</h2>${entries.join('')}</section>`;
  });
  const contents = tags.map(({ name }) => `<li><a href="#${escape(name)}">${escape(name)}</a></li>`);
  return [
    '<!doctype html><html lang="en-AU"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(info.title)} API</title><link rel="stylesheet" href="/docs.css"></head><body>`,
    `<header><h1>${escape(info.title)} API</h1><p>${escape(info.description)}</p>`,
    '<p>For machines: <a href="/v1/openapi.json">openapi.json</a></p></header>',
    `<nav aria-label="Contents"><ul>${contents.join('')}</ul></nav>`,
    `<main>${sections.join('')}</main></body></html>`,
  ].join('');
}

function operationEntry(method: string, path: string, operation: Operation): string {
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const body = requestBody?.content['application/json'];
  return [
    `<details id="${escape(operationId)}"><summary><code><b>${method.toUpperCase()}</b> ${escape(path)}</code> `,
    `${escape(summary)}</summary><p>${escape(description)}</p>`,
    parameters.length > 0 ? `<h3>Parameters</h3><dl>${parameters.map(parameterEntry).join('')}</dl>` : '',
    body ? `<h3>Body</h3>${schemaText(body.schema)}` : '',
    `<h3>Answers</h3><dl>${Object.entries(responses).map(responseEntry).join('')}</dl></details>`,
  ].join('');
}

function parameterEntry({ name, in: place, required, schema }: Parameter): string {
  const type = typeof schema['type'] === 'string' ? [schema['type']] : [];
  const words = [place, ...type, required ? 'required' : 'optional'];
  return `<dt><code>${escape(name)}</code></dt><dd>${escape(words.join(', '))}</dd>`;
}

function responseEntry([status, { description, content }]: [string, Response]): string {
  const schema = content?.['application/json']?.schema;
  return `<dt><code>${escape(status)}</code></dt><dd>${escape(description)}${schema ? schemaText(schema) : ''}</dd>`;
}

function schemaText(schema: Schema): string {
  return `<pre>${escape(JSON.stringify(schema, null, 2))}</pre>`;
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
