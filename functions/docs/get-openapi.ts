import { endpoint } from '../access/endpoint.ts';
import { routes } from '../routes.ts';
import { openApiDocument } from './openapi-document.ts';
import { docsRoutes } from './routes.ts';

export const handler = endpoint(docsRoutes, 'GET /v1/openapi.json', async () => ({
  ...openApiDocument(routes),
}));
