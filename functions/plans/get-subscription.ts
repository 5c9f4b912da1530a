import { endpoint } from '../access/endpoint.ts';
import { tenantOrRefuse } from './refresh-plan.ts';
import { planView } from './plan-view.ts';
import { planRoutes } from '../api/plans.ts';

export const handler = endpoint(planRoutes, 'GET /v1/tenants/subscription', async ({ actor }, services) =>
  planView(services, await tenantOrRefuse(services.table, actor.tenantId)),
);
