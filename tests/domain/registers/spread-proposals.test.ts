import { expect, test } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { AU_TAX_RATES, type TaxType } from '../../../domain/gst/tax-types.ts';
import { toCents } from '../../../domain/money.ts';
import { amountOf } from '../../../domain/registers/entries.ts';
import { spread } from '../../../domain/registers/spread.ts';
import {
  type PostedOpening,
  proposedSpreads,
  type SpreadableContract,
} from '../../../domain/registers/spread-proposals.ts';
import json from './spreads.json' with { type: 'json' };

const day = calendarDate;

const CONTRACT: SpreadableContract = {
  scheduleId: 'a schedule',
  name: 'Fleet policy',
  kind: 'premium-funding',
  loanAmount: toCents(12_100),
  startDate: day('2026-09-30'),
  lastPayment: day('2027-07-30'),
  lender: 'A funder',
  contractNumber: 'PF-1',
};

const PREPAID = { id: 'prepaid', class: 'ASSET' } as const;
const OPPOSITE = { id: 'opposite', class: 'EQUITY' } as const;
const accounts = [PREPAID, OPPOSITE].map((account) => ({
  ...account,
  code: '',
  name: account.id,
  type: '',
  taxType: 'BASEXCLUDED',
  systemAccount: null,
}));

const line = (account: string, dollars: number, taxType: TaxType) => ({
  account,
  amount: toCents(dollars),
  taxType,
});

const OPENING: PostedOpening = {
  accounts,
  taxRates: AU_TAX_RATES,
  lineAmountTypes: 'Inclusive',
  ownLines: [
    line('prepaid', 11_000, 'INPUT'),
    line('prepaid', 1100, 'BASEXCLUDED'),
    line('opposite', 5, 'BASEXCLUDED'),
    line('prepaid', -5, 'BASEXCLUDED'),
  ],
};

const premium = json.vectors.find(({ name }) => name === 'premium-funding');

test('proposes the premium that the opening journal debits, without its GST', () => {
  const [proposal] = proposedSpreads(CONTRACT, OPENING);
  expect(proposal).toEqual({
    name: 'Insurance (Fleet policy)',
    facts: {
      direction: 'expense',
      purpose: 'prepayment',
      amount: 1_110_000,
      from: '2026-09-30',
      to: '2027-09-29',
      method: 'days',
      frequency: 'monthly',
      scheduleId: 'a schedule',
      deductibleShare: null,
      supplier: '',
      reference: 'PF-1',
    },
  });
  const entries = proposal ? spread.entries(proposal.facts, [], undefined) : [];
  expect(entries.map(amountOf)).toEqual(premium?.entries.map(({ amount }) => toCents(Number(amount))));
});

test('proposes a year of cover to 28 February from a 29 February', () => {
  const [proposal] = proposedSpreads({ ...CONTRACT, startDate: day('2028-02-29') }, OPENING);
  expect(proposal?.facts.to).toBe('2029-02-28');
});

test.each([
  ['Exclusive', toCents(12_100)],
  ['NoTax', toCents(12_100)],
] as const)('takes the amounts of a journal in %s as they are', (lineAmountTypes, amount) => {
  const [proposal] = proposedSpreads(CONTRACT, { ...OPENING, lineAmountTypes });
  expect(proposal?.facts.amount).toBe(amount);
});

test('proposes the loan amount without a posted journal, or without debits to assets', () => {
  for (const opening of [null, { ...OPENING, ownLines: [] }]) {
    expect(proposedSpreads(CONTRACT, opening)[0]?.facts.amount).toBe(CONTRACT.loanAmount);
  }
});

test.each([
  ['the day before the last payment', '2029-10-09', '2029-10-08'],
  ['five years less a day', '2046-10-09', '2031-10-08'],
])('proposes borrowing costs to %s', (_end, lastPayment, to) => {
  const contract = { ...CONTRACT, kind: null, startDate: day('2026-10-09'), lastPayment: day(lastPayment) };
  const [proposal] = proposedSpreads(contract, null);
  expect(proposal).toMatchObject({
    name: 'Borrowing costs (Fleet policy)',
    facts: { purpose: 'borrowing-costs', amount: 0, from: '2026-10-09', to, supplier: 'A funder' },
  });
  if (!proposal) throw new Error('Nothing was proposed');
  expect(() => spread.check({ ...proposal.facts, amount: toCents(2450) }, [], undefined)).not.toThrow();
});

test('proposes nothing for a loan that is repaid on its first day', () => {
  expect(proposedSpreads({ ...CONTRACT, kind: 'loan', lastPayment: CONTRACT.startDate }, null)).toEqual([]);
});

test('keeps a name within the longest text', () => {
  const [proposal] = proposedSpreads({ ...CONTRACT, name: 'x'.repeat(250) }, null);
  expect(proposal?.name).toBe('Insurance');
});
