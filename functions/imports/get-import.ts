import { endpoint } from '../access/endpoint.ts';
import { importRoutes } from '../api/imports.ts';
import { leftOf } from '../records/tenants/imports.ts';

export const handler = endpoint(importRoutes, 'GET /v1/imports/{importId}', async ({ imported }) => ({
  state: imported.state,
  left: leftOf(imported),
  refusal: imported.refusal,
}));
