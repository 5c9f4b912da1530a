/** Names of tracking options that are known without a call to Xero. */
import type { OwnedEntity } from '../records/entities/entity.ts';
import { listSchedules } from '../records/schedules/schedule.ts';
import type { XeroTracking, XeroTrackingCategory } from '../services/xero/port.ts';
import type { TableReader } from '../store/table.ts';
import { NIGHTLY_AGE_MS, readCached } from '../xero/read-cache.ts';

/** Returns the options of Xero's last answer, then those of the stored choices. */
export async function knownTracking(
  table: TableReader,
  entity: OwnedEntity,
  now: number,
): Promise<XeroTracking[]> {
  const { xero, tracking } = entity;
  const cached = xero && (await readCached(table, xero, 'tracking', { now, mostMs: NIGHTLY_AGE_MS }));
  const categories = cached === null ? [] : (JSON.parse(cached) as XeroTrackingCategory[]);
  const answered = categories.flatMap(({ id, name, options }) =>
    options.map((option) => ({ categoryId: id, optionId: option.id, name, option: option.name })),
  );
  const choices = [tracking, ...(await listSchedules(table, entity)).map((schedule) => schedule.tracking)];
  const chosen = choices.flatMap((choice) =>
    (choice?.chosen ?? []).map(({ category, ...option }) => ({ ...option, name: category })),
  );
  return [...answered, ...chosen];
}
