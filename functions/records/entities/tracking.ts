/** The stored choices of tracking options: of an entity by default, of a schedule in its place. */
import * as z from 'zod';
import { TRACKED_LINES, trackingKey } from '../../../domain/journal/tracking.ts';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { digest } from '../../lib/digest.ts';
import type { XeroTenantId } from '../../services/xero/port.ts';

/** The names are those of the choice: Xero's own win where they are read. */
const Chosen = z.array(
  z.object({ categoryId: z.string(), optionId: z.string(), category: z.string(), option: z.string() }),
);

export type ChosenTracking = Readonly<z.output<typeof Chosen>[number]>;

const xeroTenantId = z.string().transform((id) => id as XeroTenantId);

export const EntityTracking = z.object({
  xeroTenantId,
  chosen: Chosen,
  lines: z.enum(TRACKED_LINES),
  isRequired: z.boolean(),
  /** Counts its saves. */
  version: z.number(),
});

export type EntityTracking = Readonly<z.output<typeof EntityTracking>>;

/** A schedule's own choice, which may be of no option. */
export const ScheduleTracking = z.object({ xeroTenantId, chosen: Chosen });

export type ScheduleTracking = Readonly<z.output<typeof ScheduleTracking>>;

export const trackingChanged = (): Refusal =>
  conflict('tracking/changed', 'The tracking was changed elsewhere. Please check it and try again.');

/** Identifies the entity's choice as it is. */
export const trackingRevision = (tracking: EntityTracking | null): string => digest(JSON.stringify(tracking));

export interface TrackingInForce {
  readonly chosen: readonly ChosenTracking[];
  readonly lines: EntityTracking['lines'];
  readonly isRequired: boolean;
}

interface Tracked<Choice> {
  readonly tracking: Choice | null;
}

/** Returns a schedule's own choice; null where it follows the entity's. One of another Xero organisation is ignored. */
export const ownChoice = (
  { tracking }: Tracked<ScheduleTracking>,
  tenantId: XeroTenantId | undefined,
): ScheduleTracking | null => (tracking?.xeroTenantId === tenantId ? tracking : null);

/** Returns the choice that a schedule's documents follow. One of another Xero organisation is ignored. */
export function trackingInForce(
  schedule: Tracked<ScheduleTracking>,
  entity: Tracked<EntityTracking>,
  tenantId: XeroTenantId | undefined,
): TrackingInForce {
  const own = ownChoice(schedule, tenantId);
  const usual = entity.tracking?.xeroTenantId === tenantId ? entity.tracking : null;
  return {
    chosen: own?.chosen ?? usual?.chosen ?? [],
    lines: usual?.lines ?? 'profit-and-loss',
    isRequired: usual?.isRequired ?? false,
  };
}

interface Merged extends Tracked<EntityTracking> {
  readonly xero: { readonly tenantId: XeroTenantId } | null;
}

/** Returns the own choice of a schedule whose entity is merged into another: what it followed before stays its choice. */
export function keptTracking(
  tracking: ScheduleTracking | null,
  entity: Merged,
  into: Merged,
): ScheduleTracking | null {
  if (!entity.xero) return tracking;
  const { tenantId } = entity.xero;
  // An entity without a link takes this one's over, with its choice.
  const next = into.xero ? into : entity;
  const { chosen } = trackingInForce({ tracking }, entity, tenantId);
  const isSame = trackingKey(chosen) === trackingKey(trackingInForce({ tracking }, next, tenantId).chosen);
  return isSame ? tracking : { xeroTenantId: tenantId, chosen: [...chosen] };
}
