import { expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import {
  itemOf,
  NO_CONTRACT_FIELDS,
  ownedFrom,
  type StoredSchedule,
} from '../../../functions/records/schedules/schedule-item.ts';
import { createMemoryTable } from '../../support/memory-table.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const EMPTY: StoredSchedule = {
  ...NO_CONTRACT_FIELDS,
  scheduleId: 's',
  name: 'Truck',
  terms: { ...exampleTerms({}), rows: [], table: undefined },
  autoSync: false,
  noTax: false,
  autoSyncSince: null,
  archived: false,
  xeroConnected: false,
  accounts: {},
  plannedAccounts: null,
  opening: null,
  openIntents: 0,
  openJournal: null,
  openingAttempts: 0,
  contact: null,
  syncedCount: 0,
  syncedNumbers: new Set(),
  paymentChanges: 0,
  eventCount: 0,
  eventNumber: 0,
  refinances: null,
  version: 1,
  createdAt: '2025-01-01T00:00:00.000Z',
};

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
