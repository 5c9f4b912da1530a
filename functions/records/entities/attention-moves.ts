/** Moves attention items with an entity into another organisation, or with its schedules into another entity. */
import { keys } from '../../store/keys.ts';
import type { Item, Key, Write } from '../../store/table.ts';
import {
  briefly,
  chunkKey,
  CHUNKS,
  entityKey,
  type EntityPlace,
  scheduleKey,
  type AttentionSubject,
  subjectOf,
} from './attention-keys.ts';
import type { ChunkOwner } from './schedule-chunks.ts';

/** Returns the writes that move an entity's items, which are refused when one has changed since the read. */
export function movedAttention(items: readonly Item[], entity: EntityPlace, targetTenantId: string): Write[] {
  const { pk } = keys.organisation(targetTenantId);
  const places = [
    entityKey(entity),
    ...Array.from({ length: CHUNKS }, (_, chunk) => chunkKey(entity, chunk)),
  ];
  return places.flatMap((key): Write[] => {
    const item = items.find(({ sk }) => sk === key.sk);
    return item
      ? [{ delete: key, if: asRead(item) }, { put: { ...item, pk } }]
      : [{ check: key, if: 'absent' }];
  });
}

const asRead = (item: Item) => ['version', '=', Number(item['version'])] as const;

/**
 * Returns the writes that move the attributes of schedules into another entity; `isLast` deletes the items. They are
 * refused when an item has changed since the read.
 */
export function mergedAttention(
  items: readonly Item[],
  entity: ChunkOwner,
  into: ChunkOwner,
  { scheduleIds, isLast }: { readonly scheduleIds: readonly string[]; readonly isLast: boolean },
): Write[] {
  const bySubject = new Map(scheduleIds.map((id) => [subjectOf(id), id]));
  const subjects = new Set([...bySubject.keys()].flatMap((subject) => [subject, briefly(subject)]));
  const subjectIn = (name: string): AttentionSubject => name.split(':').at(-1) ?? '';
  const isMoved = (name: string): boolean => subjects.has(subjectIn(name));
  const moved = items.flatMap((item) => Object.entries(item)).filter(([name]) => isMoved(name));
  const intoKey = (name: string): Key => {
    const scheduleId = bySubject.get(subjectIn(name));
    return scheduleId === undefined ? entityKey(into) : scheduleKey(into, scheduleId);
  };
  const left = new Map(
    [entityKey(entity), ...scheduleIds.map((id) => scheduleKey(entity, id))].map((key) => [key.sk, key]),
  );
  return [
    ...[...left.values()]
      .filter(({ sk }) => !items.some((item) => item.sk === sk))
      .map((key): Write => ({ check: key, if: 'absent' })),
    ...items
      .filter(({ sk }) => isLast || left.has(sk))
      .map((item): Write => {
        const key = { pk: item.pk, sk: item.sk };
        if (isLast) return { delete: key, if: asRead(item) };
        const remove = Object.keys(item).filter(isMoved);
        return { update: key, remove, add: { version: 1 }, if: asRead(item) };
      }),
    ...[...Map.groupBy(moved, ([name]) => intoKey(name).sk).values()].map((some): Write => ({
      update: intoKey(some[0]?.[0] ?? ''),
      set: Object.fromEntries(some),
      add: { version: 1 },
    })),
  ];
}
