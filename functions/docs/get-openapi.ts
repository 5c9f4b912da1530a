import { endpoint } from '../access/endpoint.ts';
import { routes } from '../api/routes.ts';
import { openApiDocument } from './openapi-document.ts';
import { docsRoutes } from '../api/docs.ts';

export const handler = endpoint(docsRoutes, 'GET /v1/openapi.json', async () => ({
  ...openApiDocument(routes),
}));
