import { call } from '../api.ts';
import { refreshAfter } from '../change.ts';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

/** Unlinks an entity from Xero and reports the outcome. */
export async function unlinkEntity(entityId: string): Promise<void> {
  const route = 'DELETE /v1/entities/{entityId}/xero/connection';
  try {
    await call(route, { params: { entityId } });
    toast.success(xeroTexts.unlinked);
    await refreshAfter(route);
  } catch (error) {
    toast.failure(error, xeroTexts.unlinkFailed);
  }
}
