import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { type ComparedDocument, documentState } from '../../../domain/ledger/document-state.ts';
import { toCents } from '../../../domain/money.ts';

const sent: ComparedDocument = {
  date: calendarDate('2026-06-15'),
  bankAccountId: 'bank',
  lines: [
    { account: 'hp', amount: toCents(1000), taxType: 'BASEXCLUDED' },
    { account: 'interest', amount: toCents(237.56), taxType: 'BASEXCLUDED' },
    { account: 'charges', amount: toCents(-237.56), taxType: 'BASEXCLUDED' },
  ],
};
const kept = { deleted: false, reconciled: false };
const [first, ...others] = sent.lines;
const withFirst = (changes: Partial<(typeof sent.lines)[number]>) => ({
  ...sent,
  ...kept,
  lines: [{ account: 'hp', amount: toCents(1000), taxType: 'BASEXCLUDED', ...changes }, ...others],
});

describe('documentState', () => {
  it('is posted while nothing differs, whatever the order of the lines', () => {
    const lines = first ? [...others, first] : [];
    expect(documentState(sent, { ...sent, ...kept, lines })).toEqual({ status: 'posted', differences: [] });
  });

  it('is reconciled once Xero has matched it with the bank', () => {
    expect(documentState(sent, { ...sent, ...kept, reconciled: true }).status).toBe('reconciled');
  });

  it('is missing when it was deleted, or is not there', () => {
    expect(documentState(sent, null).status).toBe('missing');
    expect(documentState(sent, { ...sent, ...kept, deleted: true }).status).toBe('missing');
  });

  it('names what differs', () => {
    const differences = (found: Parameters<typeof documentState>[1]) =>
      documentState(sent, found).differences;
    expect(differences({ ...sent, ...kept, date: calendarDate('2026-06-20') })).toEqual([
      'The date is 20th Jun 2026 instead of 15th Jun 2026.',
    ]);
    expect(differences(withFirst({ amount: toCents(900) }))).toEqual([
      'The amount is $900.00 instead of $1,000.00.',
    ]);
    expect(differences(withFirst({ account: 'loan' }))).toEqual([
      'The line of $1,000.00 is on another account.',
    ]);
    expect(differences(withFirst({ taxType: 'INPUT' }))).toEqual([
      'The tax rate of the line of $1,000.00 was changed.',
    ]);
    expect(differences({ ...sent, ...kept, bankAccountId: 'savings' })).toEqual([
      'The bank account was changed.',
    ]);
  });

  it('names lines whose amounts changed while the total stayed, and lines that were added or deleted', () => {
    const differences = (...amounts: readonly (readonly [string, number])[]) => {
      const lines = amounts.map(([account, amount]) => ({
        account,
        amount: toCents(amount),
        taxType: 'BASEXCLUDED',
      }));
      return documentState(sent, { ...sent, ...kept, lines }).differences;
    };
    expect(differences(['hp', 1010], ['interest', 227.56], ['charges', -237.56])).toEqual([
      'A line is $1,010.00 instead of $1,000.00.',
      'A line is $227.56 instead of $237.56.',
    ]);
    expect(differences(['hp', 1000])).toEqual([
      'The line of $237.56 was deleted.',
      'The line of -$237.56 was deleted.',
    ]);
    expect(
      differences(['hp', 1000], ['interest', 237.56], ['charges', -237.56], ['fee', 5], ['fee', -5]),
    ).toEqual(['A line of $5.00 was added.', 'A line of -$5.00 was added.']);
  });

  it('counts a change as more than a match with the bank', () => {
    expect(documentState(sent, { ...withFirst({ amount: toCents(900) }), reconciled: true }).status).toBe(
      'changed',
    );
  });
});
