import type { Cents } from '../money.ts';
import { EventSegment } from './event-segment.ts';
import type { SegmentFacts } from './event-segment.ts';
import { joinRows } from './term-rows.ts';
import type { LenderRow } from './terms.ts';
import type { Timetable } from './timetable.ts';

/** The attributes of a segment whose payments a lender's table states. */
export interface StatedFacts extends SegmentFacts {
  /** The balance after payment `after`. */
  readonly opening: Cents;
  readonly timetable: Timetable & { readonly table: readonly LenderRow[] };
}

/** A segment whose payments, dates and balances are as the lender states them. */
export class StatedSegment extends EventSegment {
  readonly #table: readonly LenderRow[];

  constructor(facts: StatedFacts) {
    const { table } = facts.timetable;
    super(facts, facts.opening, joinRows(table.map(({ amount }) => ({ qty: 1, amount }))));
    this.#table = table;
  }

  override balanceAfter(number: number): Cents {
    if (number === this.after) return this.opening;
    const row = this.#table[number - this.after - 1];
    if (row === undefined) throw new RangeError(`There is no payment ${number}`);
    return row.balance;
  }
}
