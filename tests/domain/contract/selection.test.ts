import { expect, test } from 'vitest';
import { calendarDate, isLocked } from '../../../domain/calendar.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import {
  coveredThrough,
  isFullySynced,
  laterLockDate,
  paymentStatus,
  selectUpTo,
} from '../../../domain/contract/selection.ts';
import type { SyncFacts } from '../../../domain/contract/selection.ts';
import { exampleTerms } from '../../support/example-terms.ts';

const date = calendarDate;
const schedule = scheduleOf(exampleTerms());
const { payments } = schedule;
const facts: SyncFacts = { synced: new Set([1, 7]), coveredThrough: 3, lockDate: date('2025-06-30') };

test('payments are synced, covered, locked or selectable, in this order', () => {
  const statuses = payments.slice(0, 8).map((payment) => paymentStatus(payment, facts));
  expect(statuses).toEqual([
    'synced',
    'covered',
    'covered',
    'locked',
    'locked',
    'selectable',
    'synced',
    'selectable',
  ]);
});

test('selecting up to a payment skips what is synced, covered or locked', () => {
  expect(selectUpTo(payments, 9, facts)).toEqual([6, 8, 9]);
  expect(selectUpTo(payments, 5, facts)).toEqual([]);
});

test('the lock date itself is locked, and the next day is not', () => {
  expect(isLocked(date('2025-06-30'), date('2025-06-30'))).toBe(true);
  expect(isLocked(date('2025-07-01'), date('2025-06-30'))).toBe(false);
  expect(isLocked(date('1970-01-01'), null)).toBe(false);
});

test('the later of Xero’s two lock dates applies', () => {
  const [early, late] = [date('2024-06-30'), date('2025-03-31')];
  expect(laterLockDate(early, late)).toBe(late);
  expect(laterLockDate(late, early)).toBe(late);
  expect(laterLockDate(null, early)).toBe(early);
  expect(laterLockDate(early, null)).toBe(early);
  expect(laterLockDate(null, null)).toBeNull();
});

test('opening balances cover the payments dated before them', () => {
  const covered = (day: string, includesDate: boolean) =>
    coveredThrough(schedule, { date: date(day), includesDate });
  expect(covered('2025-04-15', false)).toBe(2);
  expect(covered('2025-04-15', true)).toBe(3);
  expect(covered('2025-04-16', false)).toBe(3);
  expect(coveredThrough(schedule, null)).toBe(0);
});

test('a schedule is synced when every payment is synced or covered', () => {
  expect(isFullySynced(5, { synced: new Set([4, 5]), coveredThrough: 3 })).toBe(true);
  expect(isFullySynced(5, { synced: new Set([5]), coveredThrough: 3 })).toBe(false);
  expect(isFullySynced(5, { synced: new Set(), coveredThrough: 5 })).toBe(true);
});
