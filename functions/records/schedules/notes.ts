/** A schedule's notes: an item of its own, so that lists don't carry 2,000 characters a schedule. */
import * as z from 'zod';
import { keys } from '../../store/keys.ts';
import type { TableReader, Write } from '../../store/table.ts';

const NotesItem = z.object({ notes: z.string() });

export async function readNotes(table: TableReader, scheduleId: string): Promise<string> {
  const item = await table.get(keys.notes(scheduleId));
  return item ? NotesItem.parse(item).notes : '';
}

/** The write that replaces the notes; none for undefined, '' clears them. */
export function notesWrites(scheduleId: string, notes: string | undefined): Write[] {
  if (notes === undefined) return [];
  const key = keys.notes(scheduleId);
  return [notes === '' ? { delete: key } : { put: { ...key, notes } }];
}
