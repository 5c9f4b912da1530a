import { describe, expect, it } from 'vitest';
import { clearingText } from '../../../web/registers/clearing-text.ts';

const loan = (balance: number, amount: number, unpaidInterest: number) => ({
  balance,
  figures: {
    toClear: { on: '2026-11-29', amount },
    years: [
      { year: 2026, rateIs: 'published' as const, unpaidInterest },
      { year: 2027, rateIs: 'published' as const, unpaidInterest: 8770 },
    ],
  },
});

describe('clearingText', () => {
  it('says that unpaid interest of an earlier year stays in the accounts', () => {
    expect(clearingText(loan(108_370, 103_628.14, 8370), 2027)).toBe(
      'Clearing the loan takes the balance in the accounts and $3,628.14 of interest that is not in the accounts yet, but not the $8,370.00 of unpaid interest of 2026: Division 7A does not add it to the loan, so it stays in the accounts.',
    );
    expect(clearingText(loan(108_370, 100_000, 8370), 2027)).toBe(
      'Clearing the loan takes the balance in the accounts, but not the $8,370.00 of unpaid interest of 2026: Division 7A does not add it to the loan, so it stays in the accounts.',
    );
  });

  it('names the interest since the last entry', () => {
    expect(clearingText(loan(100_000, 103_628.14, 0), 2027)).toBe(
      'Clearing the loan takes the balance in the accounts and $3,628.14 of interest that is not in the accounts yet.',
    );
  });

  it('says nothing where the two are the same or the loan is repaid', () => {
    expect(clearingText(loan(100_000, 100_000, 0), 2027)).toBeNull();
    expect(clearingText(loan(370, 0, 370), 2027)).toBeNull();
  });
});
