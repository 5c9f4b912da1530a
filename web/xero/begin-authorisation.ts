import type { ScheduleParams } from '../data/answers.ts';
import type { Body } from '../data/api.ts';
import { reauthenticatingCall } from '../data/reauthenticating-call.ts';
import { paths, pathTo } from '../data/paths.ts';
import { toast } from '../ui/toasts.tsx';
import { xeroTexts } from './texts.ts';

const LINK = 'Link entity to Xero';

/** The page on which an entity's authorisation began, to return to if the user cancels it. */
const BEGUN_ON = 'paydown.authorisation-begun-on';

/**
 * Redirects to Xero's consent page, which redirects back to /xero/authorise; nowhere once the page that asked was left.
 */
export async function beginAuthorisation(body: Body<'POST /v1/connections/xero'>): Promise<void> {
  const page = location.pathname;
  try {
    const { url } = await reauthenticatingCall('POST /v1/connections/xero', { body });
    if (location.pathname !== page) return;
    if (body.connectionType === 'entity') sessionStorage.setItem(BEGUN_ON, page);
    else sessionStorage.removeItem(BEGUN_ON);
    location.assign(url);
  } catch (error) {
    toast.failure(error, xeroTexts.redirectFailed);
  }
}

/** Returns the page on which the authorisation began, once; the home page for a registration. */
export function takeBegunOn(): string {
  const path = sessionStorage.getItem(BEGUN_ON) ?? paths.home;
  sessionStorage.removeItem(BEGUN_ON);
  return path;
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
export function reportNotLinked({ entityId, scheduleId }: ScheduleParams): void {
  toast.error(xeroTexts.notLinked, {
    label: LINK,
    run: () => void authoriseEntity(entityId, scheduleId),
  });
}
