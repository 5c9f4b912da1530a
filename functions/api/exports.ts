/** Exports of everything that an organisation has. */
import * as z from 'zod';
import { defineRoutes } from './route.ts';
import { Id, RequestedFile } from './wire.ts';

export const exportRoutes = defineRoutes({
  'GET /v1/tenants/export': {
    summary: 'The data of the organisation, or of one entity, as a zip of JSON and workbooks',
    handler: 'exports/export-tenant',
    allow: 'Owner',
    stepUp: true,
    atMost: 5,
    kind: 'file',
    query: z.object({ entityId: Id.optional() }),
    accepted: z.object({ exportId: Id }),
    refuses: ['not-found', 'throttled'],
    uses: ['table:write', 'queue'],
    queue: 'exports',
  },
  'GET /v1/tenants/exports/{exportId}': {
    summary: 'The progress of a large export, and the address of its file',
    handler: 'exports/get-export',
    allow: 'Owner',
    response: RequestedFile,
    refuses: [],
    uses: ['table:read', 'files:read'],
  },
});
