import { call, refresh } from '../api.ts';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

/** Ends an entity's link to Xero and tells how that went. */
export async function unlinkEntity(entityId: string): Promise<void> {
  try {
    await call('DELETE /v1/entities/{entityId}/xero/connection', { params: { entityId } });
    toast.success(xeroTexts.unlinked);
    await refresh(
      'GET /v1/entities',
      'GET /v1/entities/{entityId}',
      'GET /v1/entities/{entityId}/LockDate',
      'GET /v1/entities/{entityId}/schedules',
      'GET /v1/entities/{entityId}/schedules/{scheduleId}',
      'GET /v1/tenants/subscription',
    );
  } catch (error) {
    toast.failure(error, xeroTexts.unlinkFailed);
  }
}
