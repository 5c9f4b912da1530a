/** The places of attention items: the subject of each, and the table's items that hold them. */
import { shortId } from '../../lib/short-id.ts';
import { keys } from '../../store/keys.ts';
import type { Key } from '../../store/table.ts';
import { type ChunkOwner, chunkOf } from './schedule-chunks.ts';

/** An attention item's subject: a schedule's short id, or the entity itself. */
export type AttentionSubject = string;

export const ENTITY: AttentionSubject = '@';

export const subjectOf = (scheduleId: string | null): AttentionSubject =>
  scheduleId === null ? ENTITY : shortId(scheduleId);

/** 48 random bits of a schedule's id, which tell it from the others of its entity: every loan has a statement. */
export const briefly = (subject: AttentionSubject): string => subject.slice(0, 8);

export interface EntityPlace {
  readonly tenantId: string;
  readonly entityId: string;
}

export const CHUNKS = 10;

export const entityKey = ({ tenantId, entityId }: EntityPlace): Key => keys.attention(tenantId, entityId);

export const chunkKey = ({ tenantId, entityId }: EntityPlace, chunk: number): Key =>
  keys.attention(tenantId, `${entityId}#${chunk}`);

export const scheduleKey = (entity: ChunkOwner, scheduleId: string): Key =>
  chunkKey(entity, chunkOf(entity, scheduleId) % CHUNKS);
