import { endpoint } from '../access/endpoint.ts';
import { importRows } from './import-rows.ts';
import { endTurn, takeTurn } from '../records/tenants/imports.ts';
import { importRoutes } from '../api/imports.ts';

/** A turn outlives its request's deadline by this, because the clocks of two servers differ. */
const CLOCK_SPREAD_MS = 5000;

export const handler = endpoint(importRoutes, 'POST /v1/imports', async (request, services) => {
  const { actor, deadline } = request;
  const turn = { tenantId: actor.tenantId, holder: services.ids.uuid(), until: deadline + CLOCK_SPREAD_MS };
  await takeTurn(services, turn);
  try {
    return await importRows(services, request);
  } finally {
    await endTurn(services.table, turn);
  }
});
