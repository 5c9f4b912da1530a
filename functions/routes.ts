/** Every route of the product: data only. */
import { entityRoutes } from './entities/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';

export const routes = {
  ...entityRoutes,
  ...scheduleRoutes,
};

export type Routes = typeof routes;
