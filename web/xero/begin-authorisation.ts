import type { Body } from '../api.ts';
import { reauthenticatingCall } from '../reauthenticating-call.ts';
import { paths, pathTo } from '../paths.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

const LINK = 'Link to Xero';

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

/** Redirects to Xero's consent page, which redirects back to /xero/authorise. */
export async function beginAuthorisation(body: Body<'POST /v1/connections/xero'>): Promise<void> {
  try {
    const { url } = await reauthenticatingCall('POST /v1/connections/xero', { body });
    location.assign(url);
  } catch (error) {
    toast.failure(error, xeroTexts.redirectFailed);
  }
}

/**
 * Authorises an entity, for a new link or to restore access. Returns to the schedule if one is given, else to the
 * entity.
 */
export async function authoriseEntity(entityId: string, scheduleId?: string): Promise<void> {
  const path = pathTo(paths.authorise, { entityId });
  await beginAuthorisation({
    connectionType: 'entity',
    redirectPath: scheduleId === undefined ? path : `${path}?schedule=${scheduleId}`,
    entityId,
  });
}

/** Reports that a schedule's entity isn't linked, and offers to link it. */
export function reportNotLinked({ entityId, scheduleId }: Params): void {
  toast.error(xeroTexts.notLinked, {
    label: LINK,
    run: () => void authoriseEntity(entityId, scheduleId),
  });
}

/** Offers to link the entity, which must precede connecting a schedule. */
export async function offerToLink({ entityId, scheduleId }: Params): Promise<void> {
  const isWanted = await confirm({
    title: 'Link the entity first?',
    body: xeroTexts.notLinked,
    action: LINK,
  });
  if (isWanted) await authoriseEntity(entityId, scheduleId);
}
