import { expect, test } from 'vitest';
import { awaitingText, summaryOf, titleOf } from '../../../web/posting/bulk-texts.ts';

const due = [
  { date: '2025-02-28', amount: 0.1 },
  { date: '2025-01-31', amount: 0.2 },
];
const review = { what: 'entry', noun: 'spread', found: 2, isHindered: false } as const;

test('names the documents, their owners, their period and their sum', () => {
  expect(summaryOf({ ...review, asked: [due, [], [{ date: '2025-02-28', amount: 5 }]] })).toBe(
    '3 entries of 2 spreads, 31st Jan 2025 – 28th Feb 2025, $5.30',
  );
  expect(summaryOf({ ...review, what: 'payment', noun: 'loan', asked: [due.slice(0, 1)] })).toBe(
    '1 payment of 1 loan, 28th Feb 2025, $0.10',
  );
});

test('says of documents that are all left out that they are, not that they are in Xero', () => {
  expect(summaryOf({ ...review, asked: [] })).toBe('All entries are left out.');
  expect(summaryOf({ ...review, what: 'payment', asked: [[], []] })).toBe('All payments are left out.');
});

test('says that everything is in Xero only where nothing hinders the rest', () => {
  expect(summaryOf({ ...review, found: 0, asked: [] })).toBe('Everything up to this date is in Xero.');
  expect(summaryOf({ ...review, found: 0, isHindered: true, asked: [[]] })).toBe(
    'Nothing can be posted up to this date.',
  );
});

test('says that it reads only while it does', () => {
  expect(awaitingText(true, false)).toBe('Reading what is due…');
  expect(awaitingText(true, true)).toBe('What is due could not be read.');
  expect(awaitingText(false, false)).toBe('Enter a date to see what is due.');
});

test('names the outcome in the title', () => {
  const outcome = { what: 'entry', asked: 3, posted: 3, undone: null } as const;
  expect(titleOf('review', { ...outcome, posted: 0 })).toBe('Review before posting');
  expect(titleOf('posting', { ...outcome, posted: 1 })).toBe('Posting to Xero');
  expect(titleOf('done', outcome)).toBe('Posted to Xero');
  expect(titleOf('done', { ...outcome, posted: 1 })).toBe('1 of 3 entries posted');
  expect(titleOf('done', { ...outcome, posted: 0 })).toBe('Nothing was posted');
  expect(titleOf('done', { ...outcome, undone: 3 })).toBe('Undone: 3 entries are out of Xero again');
});
