/** The documentation of the API. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';

export const docsRoutes = defineRoutes({
  'GET /v1/openapi.json': {
    summary: 'This API as an OpenAPI 3.1 document',
    handler: 'docs/get-openapi',
    allow: 'anyone',
    response: z.looseObject({ openapi: z.string() }),
    refuses: [],
    uses: [],
  },
  'GET /v1/docs': {
    summary: 'This API as a page for people',
    handler: 'docs/get-docs',
    allow: 'anyone',
    kind: 'page',
    refuses: [],
    uses: [],
  },
});
