/** A schedule's own choice of tracking, checked against Xero. */
import type { TrackingOption } from '../../domain/journal/tracking.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { ScheduleTracking } from '../records/entities/tracking.ts';
import type { XeroServices } from '../services/context.ts';
import type { Deadlines } from '../services/deadlines.ts';
import { linkOf, openSession } from './session.ts';
import { checkedTracking, readTracking } from './tracking.ts';

/**
 * @param wanted null follows the entity's choice, and an empty list is a choice of none
 * @throws Refusal `invalid` at `field`
 */
export async function chosenTracking(
  services: XeroServices,
  { entity, field }: { readonly entity: OwnedEntity; readonly field: string },
  wanted: readonly TrackingOption[] | null,
  { userId, deadlines }: { readonly userId: string | null; readonly deadlines: Deadlines },
): Promise<ScheduleTracking | null> {
  if (wanted === null) return null;
  const link = linkOf(entity);
  if (wanted.length === 0) return { xeroTenantId: link.tenantId, chosen: [] };
  const session = openSession(services, link, { priority: 'interactive', userId }, deadlines);
  const categories = await readTracking(services.xero, session);
  return { xeroTenantId: link.tenantId, chosen: checkedTracking(field, wanted, categories) };
}
