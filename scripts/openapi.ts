/** Writes the API's OpenAPI document to `dist/openapi.json`, for tools that want a file. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openApiDocument } from '../functions/docs/openapi-document.ts';
import { routes } from '../functions/api/routes.ts';

const dist = path.resolve(import.meta.dirname, '../dist');
await mkdir(dist, { recursive: true });
await writeFile(path.join(dist, 'openapi.json'), JSON.stringify(openApiDocument(routes), null, 2));
console.log('dist/openapi.json');
