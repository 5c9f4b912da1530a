import { WriteRefused } from '../../../functions/store/table.ts';
import type { Key, Table } from '../../../functions/store/table.ts';

/** Holds the table of the test that runs: empty when it begins. */
export interface UnderTest {
  readonly table: Table;
}

export const key: Key = { pk: 'P', sk: 'a' };
export const other: Key = { pk: 'P', sk: 'b' };

/** How a call was refused. @throws when it was not, or failed otherwise */
export async function refusalOf(call: Promise<unknown>): Promise<WriteRefused> {
  try {
    await call;
  } catch (error) {
    if (error instanceof WriteRefused) return error;
    throw error;
  }
  throw new Error('The call went through');
}

/** What a call failed with that was not refused for a condition. @throws when it went through */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && !(error instanceof WriteRefused)) return error;
    throw error;
  }
  throw new Error('The call went through');
}
