import { expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { newSchedule } from '../../../functions/records/schedules/creation.ts';
import {
  itemOf,
  ownedFrom,
  type StoredSchedule,
} from '../../../functions/records/schedules/schedule-item.ts';
import { createMemoryTable } from '../../support/memory-table.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const EMPTY = newSchedule({
  scheduleId: 's',
  name: 'Truck',
  terms: { ...exampleTerms({}), rows: [], table: undefined },
  autoSyncSince: null,
  createdAt: '2025-01-01T00:00:00.000Z',
});

const FILLED: StoredSchedule = {
  ...EMPTY,
  lender: 'Westpac',
  autoSyncSince: calendarDate('2025-02-01'),
  openJournal: 'OB2',
  openingAttempts: 2,
  syncedCount: 2,
  syncedNumbers: new Set([1, 3]),
};

it.each([EMPTY, FILLED])('reads a schedule as it was written', async (schedule) => {
  const table = createMemoryTable();
  const { terms, ...written } = schedule;
  const item = await table.write({ put: itemOf('e', schedule) });
  if (!item) throw new Error('Nothing was written');
  expect(ownedFrom('e', item)).toMatchObject(written);
  expect(ownedFrom('e', item).terms.loanAmount).toBe(terms.loanAmount);
});

it('stores no value that is empty', () => {
  expect(Object.keys(itemOf('e', EMPTY)).toSorted()).toEqual(
    'accounts archived autoSync createdAt name pk scheduleId sk terms version xeroConnected'.split(' '),
  );
});
