/** Every route of the product: data only. */
import { attachmentRoutes } from './attachments.ts';
import { attentionRoutes } from './attention.ts';
import { connectionRoutes } from './connections.ts';
import { division7aRoutes } from './division-7a.ts';
import { docsRoutes } from './docs.ts';
import { entityRoutes } from './entities.ts';
import { eventRoutes } from './events.ts';
import { importRoutes } from './imports.ts';
import { ledgerRoutes } from './ledger.ts';
import { messageRoutes } from './messages.ts';
import { mailedLinkRoutes } from './mailed-links.ts';
import { paymentRoutes } from './payments.ts';
import { planRoutes } from './plans.ts';
import { purchaseRoutes } from './purchase.ts';
import { registerRoutes } from './registers.ts';
import { reportRoutes } from './reports.ts';
import { searchRoutes } from './search.ts';
import { scheduleRoutes } from './schedules.ts';
import { setupRoutes } from './setup.ts';
import { syncRoutes } from './sync.ts';
import { exportRoutes } from './exports.ts';
import { unknownRoutes } from './unknown.ts';
import { tenantRoutes } from './tenants.ts';
import { factorRoutes } from './factors.ts';
import { userRoutes } from './users.ts';
import { sessionRoutes } from './sessions.ts';

export const routes = {
  ...userRoutes,
  ...mailedLinkRoutes,
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
  ...paymentRoutes,
  ...setupRoutes,
  ...purchaseRoutes,
  ...registerRoutes,
  ...division7aRoutes,
  ...unknownRoutes,
  ...ledgerRoutes,
  ...attentionRoutes,
  ...reportRoutes,
  ...docsRoutes,
};

export type Routes = typeof routes;
