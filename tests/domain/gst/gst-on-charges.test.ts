/** Contract B as a hire purchase whose GST on the charges is claimed at the opening. */
import { describe, expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { NO_GST } from '../../../domain/gst/tax-types.ts';
import { withoutGst } from '../../../domain/gst/gst-on-charges.ts';
import { eventDocument } from '../../../domain/journal/event-document.ts';
import { openingLines } from '../../../domain/journal/opening-balances.ts';
import { paymentJournal } from '../../../domain/journal/payment-journal.ts';
import { cents, sumCents } from '../../../domain/money.ts';
import { contractsOf } from '../../../domain/reports/contract.ts';
import { loanFigures } from '../../../domain/reports/year-end.ts';
import { scheduleOf } from '../../../domain/contract/contract.ts';
import { TERMS_B } from '../reports/contract-b.ts';
import { ACCOUNTS } from '../../support/journal-accounts.ts';

const terms = { ...TERMS_B, gstOnCharges: true };
const contract = scheduleOf(terms);
const paidOut = scheduleOf(terms, [
  {
    date: calendarDate('2026-08-05'),
    postedThrough: 0,
    change: {
      kind: 'payout',
      payoutFigure: cents(3_739_692),
      fees: [{ accountId: null, amount: cents(35_000), taxType: NO_GST }],
      settledFrom: null,
      gstAccountId: 'gst',
    },
  },
]);

describe('charges without GST', () => {
  it('are ten elevenths, half up to the cent, a rebate as a charge', () => {
    expect([1_000_000, 15_748, 6, 5, -15_748].map((amount) => withoutGst(cents(amount)))).toEqual([
      909_091, 14_316, 5, 5, -14_316,
    ]);
  });

  it('open the ledger with the balance and the GST in the charges', () => {
    const amounts = openingLines(contract, { date: terms.startDate, includesDate: false }, ACCOUNTS).map(
      ({ amount }) => amount,
    );
    expect(amounts).toEqual([-1_200_000, -4_800_000, 311_111, 597_980]);
    expect(sumCents(amounts)).toBe(-5_090_909);
  });

  it('fall by what each payment expenses, in all by the charges of the contract', () => {
    const interest = contract.payments.map(({ number }) => {
      const { lines } = paymentJournal(contract.planOf(number), number, ACCOUNTS);
      return lines.find(({ account }) => account === ACCOUNTS.interestExpenseAccountId)?.amount ?? cents(0);
    });
    expect([interest[0], interest[16]]).toEqual([28_106, 21_596]);
    expect(sumCents(interest)).toBe(909_091);
  });
});

describe('a payout', () => {
  const [applied] = paidOut.events;

  it('credits the GST on the charges that it saves', () => {
    const document = applied ? eventDocument(applied, ACCOUNTS, null) : null;
    const amounts = document?.lines.map(({ amount }) => amount);
    expect(document?.bankAmount).toBe(-3_739_692);
    expect(amounts?.slice(-3)).toEqual([14_316, -45_028, 35_000]);
    expect(sumCents(amounts?.slice(2, 4) ?? [])).toBe(-464_596);
  });

  it('is explained by the movement, with the GST as an adjustment', () => {
    const { movement, owed, gst, cash } = loanFigures(contractsOf(paidOut), calendarDate('2027-06-30'));
    expect(movement).toMatchObject({ payouts: 3_704_692, adjustments: -45_028, closing: 0 });
    expect([owed, gst.adjusted, gst.closing, cash.closing]).toEqual([0, -45_028, 0, 0]);
  });
});

describe('the year end', () => {
  it('carries movement, split and maturity with the GST in the charges, and owes the balance', () => {
    const date = calendarDate('2026-06-30');
    const { movement, split, maturity, owed, interestByYear } = loanFigures(contractsOf(contract), date);
    const counted = contract.splitAt({ date, includesDate: true });
    expect(split.current).toMatchObject({ gross: 1_200_000, unexpired: counted.unexpiredChargesCurrent });
    expect(split.current.net + split.nonCurrent.net).toBe(movement.closing);
    expect(maturity.upTo1Year.net + maturity.from1To5Years.net).toBe(movement.closing);
    expect([owed, movement.closing]).toEqual([3_765_660, 3_814_236]);
    expect(sumCents(interestByYear.map(({ amount }) => amount))).toBe(909_091);
  });
});
