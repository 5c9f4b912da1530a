/** Every route of the product: data only. */
import { attachmentRoutes } from './attachments/routes.ts';
import { connectionRoutes } from './connections/routes.ts';
import { docsRoutes } from './docs/routes.ts';
import { entityRoutes } from './entities/routes.ts';
import { eventRoutes } from './events/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { ledgerRoutes } from './ledger/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { planRoutes } from './plans/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { scheduleRoutes } from './schedules/routes.ts';
import { syncRoutes } from './sync/routes.ts';
import { exportRoutes } from './tenants/export/routes.ts';
import { tenantRoutes } from './tenants/routes.ts';
import { factorRoutes } from './users/factors/routes.ts';
import { userRoutes } from './users/routes.ts';
import { sessionRoutes } from './users/sessions/routes.ts';

export const routes = {
  ...userRoutes,
  ...sessionRoutes,
  ...factorRoutes,
  ...tenantRoutes,
  ...exportRoutes,
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
  ...ledgerRoutes,
  ...reportRoutes,
  ...docsRoutes,
};

export type Routes = typeof routes;
