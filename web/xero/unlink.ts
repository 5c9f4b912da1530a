import { call, type Answer } from '../data/api.ts';
import { refreshAfter } from '../data/change.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

type Entity = Pick<Answer<'GET /v1/entities/{entityId}'>, 'id' | 'name' | 'hasXeroLink'>;

/**
 * Unlinks an entity from Xero after confirmation, or withdraws a consent that has linked nothing. Returns false if the
 * user declines.
 */
export async function disconnect({ id, name, hasXeroLink }: Entity): Promise<boolean> {
  const isSure =
    !hasXeroLink ||
    (await confirm({
      title: 'Disconnect from Xero?',
      body: xeroTexts.unlinkConfirm(name),
      action: 'Disconnect',
      danger: true,
    }));
  if (isSure) await unlinkEntity(id, hasXeroLink ? xeroTexts.unlinked : xeroTexts.withdrawn);
  return isSure;
}

/** Unlinks an entity from Xero, or withdraws a consent that has linked nothing, without asking. */
export async function unlinkEntity(entityId: string, success: string): Promise<void> {
  const route = 'DELETE /v1/entities/{entityId}/xero/connection';
  try {
    await call(route, { params: { entityId } });
    toast.success(success);
    await refreshAfter(route, { params: { entityId } });
  } catch (error) {
    toast.failure(error, xeroTexts.unlinkFailed);
  }
}
