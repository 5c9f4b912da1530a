/** Every route of the product: data only. */
import { attachmentRoutes } from './attachments/routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { entityRoutes } from './entities/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { userRoutes } from './users/routes.ts';

export const routes = {
  ...userRoutes,
  ...tenantRoutes,
  ...planRoutes,
  ...messageRoutes,
  ...entityRoutes,
  ...scheduleRoutes,
  ...eventRoutes,
  ...attachmentRoutes,
  ...searchRoutes,
  ...importRoutes,
  ...connectionRoutes,
  ...syncRoutes,
  ...reportRoutes,
  ...docsRoutes,
};

export type Routes = typeof routes;
