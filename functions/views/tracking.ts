/** An entity's tracking as the wire shows it. */
import type * as z from 'zod';
import type { EntityTracking as Wire } from '../api/tracking.ts';
import {
  type ChosenTracking,
  type EntityTracking,
  ownChoice,
  trackingInForce,
  trackingRevision,
} from '../records/entities/tracking.ts';
import type { ScheduleTracking } from '../records/entities/tracking.ts';
import type { Entity } from '../records/entities/entity.ts';
import type { XeroTracking, XeroTrackingCategory } from '../services/xero/port.ts';

/** The organisation's categories, and the entity's choice; one of another organisation shows as none. */
export function trackingView(
  entity: Pick<Entity, 'xero'> & { readonly tracking: EntityTracking | null },
  categories: readonly XeroTrackingCategory[],
): z.input<typeof Wire> {
  const { chosen, lines, isRequired } = trackingInForce({ tracking: null }, entity, entity.xero?.tenantId);
  return {
    categories: withDeleted(categories, chosen),
    tracking: chosen.map(({ categoryId, optionId }) => ({ categoryId, optionId })),
    lines,
    isRequired,
    revision: trackingRevision(entity.tracking),
  };
}

/** Lists an option of the choice that Xero lists no more as an archived one. */
function withDeleted(
  categories: readonly XeroTrackingCategory[],
  chosen: readonly ChosenTracking[],
): z.input<typeof Wire>['categories'] {
  const all = categories.map((category) => ({ ...category, options: [...category.options] }));
  for (const { categoryId, optionId, category: name, option } of chosen) {
    const archived = { id: optionId, name: option, isArchived: true };
    const category = all.find(({ id }) => id === categoryId);
    if (!category) all.push({ id: categoryId, name, isArchived: true, options: [archived] });
    else if (category.options.every(({ id }) => id !== optionId)) category.options.push(archived);
  }
  return all;
}

/** A schedule's own choice; null where it follows the entity's. */
export const ownTrackingView = (
  tracking: ScheduleTracking | null,
  { xero }: Pick<Entity, 'xero'>,
): { categoryId: string; optionId: string }[] | null =>
  ownChoice({ tracking }, xero?.tenantId)?.chosen.map(({ categoryId, optionId }) => ({
    categoryId,
    optionId,
  })) ?? null;

/** The tracking of a line. */
export const lineTrackingView = (tracking: readonly XeroTracking[]) =>
  tracking.map(({ categoryId, optionId, name, option }) => ({
    categoryId,
    optionId,
    category: name,
    option,
  }));
