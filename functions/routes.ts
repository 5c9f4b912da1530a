/** Every route of the product: data only. */
import { connectionRoutes } from './connections/routes.ts';
import { entityRoutes } from './entities/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { syncRoutes } from './sync/routes.ts';

export const routes = {
  ...entityRoutes,
  ...scheduleRoutes,
  ...connectionRoutes,
  ...syncRoutes,
};

export type Routes = typeof routes;
