/** A segment whose payments, dates and balances are as the lender states them. */
import type { CalendarDate } from '../calendar.ts';
import { precisionFor } from './fixed-point.ts';
import { type Debt, Segment, type SegmentTerms } from './segment.ts';
import { joinRows } from './term-rows.ts';
import type { Rate } from './rate.ts';
import type { LenderRow, Timetable } from './timetable.ts';

/** The attributes of a segment whose payments a lender's table states. */
interface StatedTerms extends Pick<
  SegmentTerms,
  'after' | 'since' | 'opening' | 'administrationFee' | 'gstOnCharges'
> {
  readonly timetable: Timetable & { readonly table: readonly LenderRow[] };
  /** The rate that the table implies. */
  readonly rate: Rate;
}

export class StatedSegment extends Segment {
  constructor({ rate, ...terms }: StatedTerms) {
    const { table } = terms.timetable;
    super({
      ...terms,
      carried: 0n,
      firstPeriod: { numerator: 1, denominator: 1 },
      rows: joinRows(table.map(({ amount }) => ({ qty: 1, amount }))),
      given: { rate, residue: 0n, balances: [terms.opening, ...table.map(({ balance }) => balance)] },
    });
  }

  /** The first row of a table contains the interest since payment `after`, also if the table came later. */
  override accruesFrom(number: number): CalendarDate {
    return this.dateOf(number);
  }

  /** Interest accrues as the table states it for the period. */
  override debtAt(number: number, date: CalendarDate): Debt {
    const fixed = precisionFor(0, 0);
    const elapsed = this.elapsedPeriods(number, date);
    const { interest } = this.payment(number + 1);
    const accrued = fixed.timesFraction(fixed.ofWhole(interest), elapsed);
    return { balance: this.balanceAfter(number), carried: fixed.toCarried(accrued), elapsed };
  }
}
