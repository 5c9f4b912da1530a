import { endpoint } from '../access/endpoint.ts';
import { importRoutes } from '../api/imports.ts';
import { whileAlone } from './import-lease.ts';
import { importRows } from './import-rows.ts';

export const handler = endpoint(importRoutes, 'POST /v1/imports', async (request, services) =>
  whileAlone(services, request.actor.tenantId, request.deadline, () => importRows(services, request)),
);
