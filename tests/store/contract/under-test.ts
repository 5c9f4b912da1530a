import { WriteRefused } from '../../../functions/store/table.ts';
import type { Key, Table } from '../../../functions/store/table.ts';

/** The table of the current test; each test begins with an empty one. */
export interface UnderTest {
  readonly table: Table;
}

export const key: Key = { pk: 'P', sk: 'a' };
export const other: Key = { pk: 'P', sk: 'b' };

/** Returns the refusal of a call. @throws Error when the call succeeds or fails otherwise. */
export async function refusalOf(call: Promise<unknown>): Promise<WriteRefused> {
  try {
    await call;
  } catch (error) {
    if (error instanceof WriteRefused) return error;
    throw error;
  }
  throw new Error('The call succeeded');
}

/** Returns the error of a call that failed without a refusal. @throws Error when the call succeeds or is refused. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && !(error instanceof WriteRefused)) return error;
    throw error;
  }
  throw new Error('The call succeeded');
}
