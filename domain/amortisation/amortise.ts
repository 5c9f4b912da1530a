/** From the terms of a contract to its segment 0: its rate, its payments and the balance after each. */
import { checkLenderTable, impliedRate } from './lender-table.ts';
import { Segment, type SegmentTerms } from './segment.ts';
import { StatedSegment } from './stated-segment.ts';
import { checkTerms, refuseDates, type Terms } from './terms.ts';
import { periodsUntil, timetableOf } from './timetable.ts';

/**
 * Works out the payments of a contract without events. Every ending balance is the exact balance rounded to the cent
 * and interest = payment − fall of the rounded balance, so interest sums to the total interest, the last balance is
 * 0.00 and no interest is negative. A lender's table is kept as written, at the rate it implies.
 * @throws Refusal invalid for terms that checkTerms or checkLenderTable doesn't accept.
 */
export function amortise(terms: Terms): Segment {
  const { loanAmount: opening, startDate: since, administrationFee, gstOnCharges = false, table } = terms;
  if (table) {
    refuseDates(terms);
    checkLenderTable(terms, table);
    const timetable = { ...timetableOf(terms), table };
    const rate = impliedRate(terms, table);
    return new StatedSegment({ after: 0, since, opening, administrationFee, gstOnCharges, timetable, rate });
  }
  checkTerms(terms);
  return new Segment(originalTerms(terms));
}

/** The first period of most contracts; its dates are not worked out. */
const ONE_PERIOD = { numerator: 1, denominator: 1 };

/** The original contract as a segment. A payment on the start date has a first period of no days. */
export function originalTerms(terms: Terms): SegmentTerms {
  const {
    loanAmount,
    startDate,
    firstPaymentOnStartDate,
    firstPaymentDate,
    paymentsAtMonthEnd,
    administrationFee,
    rows,
    gstOnCharges = false,
  } = terms;
  const timetable = timetableOf(terms);
  const isUsual = !firstPaymentOnStartDate && firstPaymentDate === undefined && paymentsAtMonthEnd !== true;
  const firstPeriod = isUsual ? ONE_PERIOD : periodsUntil(timetable, startDate, 1);
  return {
    after: 0,
    since: startDate,
    opening: loanAmount,
    carried: 0n,
    firstPeriod,
    rows,
    timetable,
    administrationFee,
    gstOnCharges,
  };
}
