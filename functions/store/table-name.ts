/** The table's own name in an item: a table that was restored under another name without `npm run restore` is noticed. */
import { keys } from './keys.ts';
import { commitOne, type Table, WriteRefused } from './table.ts';

/** Returns whether the table holds another name than its own. Writes the name into a table that holds none. */
export async function isOfAnotherName(table: Table, name: string): Promise<boolean> {
  const item = await table.get(keys.tableName());
  if (item) return item['name'] !== name;
  try {
    await commitOne(table, { put: { ...keys.tableName(), name }, if: 'absent' });
  } catch (error) {
    // Another process has written it.
    if (!(error instanceof WriteRefused)) throw error;
  }
  return false;
}
