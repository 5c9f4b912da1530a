import { call, type Body } from '../api.ts';
import { paths, pathTo } from '../paths.ts';
import { confirm } from '../ui/confirm.tsx';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

const LINK = 'Link to Xero';

interface Params {
  readonly entityId: string;
  readonly scheduleId: string;
}

/** Sends the browser to Xero, where somebody consents; it comes back by way of /xero/authorise. */
export async function beginAuthorisation(body: Body<'POST /v1/connections/xero'>): Promise<void> {
  try {
    const { url } = await call('POST /v1/connections/xero', { body });
    location.assign(url);
  } catch (error) {
    toast.failure(error, xeroTexts.redirectFailed);
  }
}

/**
 * The same for an entity, to link it, or to give access again to the organisation it is linked to. It leads back to
 * the schedule where that is what somebody was at, else to the entity.
 */
export async function authoriseEntity(entityId: string, scheduleId?: string): Promise<void> {
  const path = pathTo(paths.authorise, { entityId });
  await beginAuthorisation({
    connectionType: 'entity',
    redirectPath: scheduleId === undefined ? path : `${path}?schedule=${scheduleId}`,
    entityId,
  });
}

/** Tells that a schedule's entity isn't linked, and offers to link it. */
export function tellNotLinked({ entityId, scheduleId }: Params): void {
  toast.error(xeroTexts.notLinked, {
    label: LINK,
    run: () => void authoriseEntity(entityId, scheduleId),
  });
}

/** Leads whoever wants to connect a schedule to linking its entity, which comes first. */
export async function askToLink({ entityId, scheduleId }: Params): Promise<void> {
  const isWanted = await confirm({
    title: 'Link the entity first?',
    body: xeroTexts.notLinked,
    action: LINK,
  });
  if (isWanted) await authoriseEntity(entityId, scheduleId);
}
