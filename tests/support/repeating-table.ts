import type { Table } from '../../functions/store/table.ts';

/**
 * Returns a table that does each single write twice and answers with the second outcome, as the SDK does after an
 * answer was lost. Transactions carry a token, so that a repetition has no effect.
 */
export const repeatingTable = (table: Table): Table => ({
  get: (...asked) => table.get(...asked),
  getMany: (...asked) => table.getMany(...asked),
  query: (...asked) => table.query(...asked),
  transact: (...asked) => table.transact(...asked),
  write: async (write) => {
    await table.write(write);
    return table.write(write);
  },
});
