import { call, type Body } from '../api.ts';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

/** Sends the browser to Xero, where somebody consents; it comes back by way of /xero/authorise. */
export async function beginAuthorisation(body: Body<'POST /v1/connections/xero'>): Promise<void> {
  try {
    const { url } = await call('POST /v1/connections/xero', { body });
    location.assign(url);
  } catch (error) {
    toast.failure(error, xeroTexts.redirectFailed);
  }
}

/** The same for an entity, to link it, or to give access again to the organisation it is linked to. */
export async function authoriseEntity(entityId: string): Promise<void> {
  await beginAuthorisation({
    connectionType: 'entity',
    redirectPath: `/entity/${entityId}/authorise`,
    entityId,
  });
}
