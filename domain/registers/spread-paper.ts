/** The working paper of spreads: prepayments and borrowing costs. */
import { addDays, type CalendarDate } from '../calendar.ts';
import { cents, type Cents } from '../money.ts';
import {
  dateOfChange,
  deductibleOf,
  endOfSpread,
  spread,
  type SpreadChange,
  type SpreadFacts,
  sumThrough,
} from './spread.ts';

/** A row of the paper: opening + added − recognised − written off = closing = current + non-current. */
export interface SpreadPaperRow {
  readonly name: string;
  readonly supplier: string;
  readonly from: CalendarDate;
  readonly to: CalendarDate;
  readonly opening: Cents;
  /** The amount where the spread begins in the year, and the differences of new totals. */
  readonly added: Cents;
  readonly recognised: Cents;
  /** The whole entry of a write-off. */
  readonly writtenOff: Cents;
  readonly closing: Cents;
  readonly current: Cents;
  readonly nonCurrent: Cents;
  /** Null without a deductible share. */
  readonly deductible: Cents | null;
}

/**
 * @param allChanges in the order of their recording. Those dated after the year don't count, but where a change dated by
 * its end was recorded on top of them.
 * @param year the first and the last day of the pack's year.
 * @returns null for a spread that ends before the year or begins after it.
 */
export function spreadPaperRow(
  name: string,
  facts: SpreadFacts,
  allChanges: readonly SpreadChange[],
  year: { readonly from: CalendarDate; readonly to: CalendarDate },
): SpreadPaperRow | null {
  const known = allChanges.findLastIndex((change) => dateOfChange(change) <= year.to) + 1;
  const changes = allChanges.slice(0, known);
  if (facts.from > year.to || endOfSpread(facts, changes) < year.from) return null;
  const before = addDays(year.from, -1);
  const entries = spread.entries(facts, changes, undefined);
  const bookedBy = (date: CalendarDate): number =>
    Math.abs(spread.bookedByOthers(facts, changes, date).get('deferred') ?? 0);
  const [recognisedBefore, recognisedThrough] = [sumThrough(entries, before), sumThrough(entries, year.to)];
  const inYear = cents(recognisedThrough - recognisedBefore);
  const writeOff = changes.find((change) => change.kind === 'write-off');
  const isWrittenOff = writeOff !== undefined && writeOff.date >= year.from && writeOff.date <= year.to;
  const writtenOff = isWrittenOff
    ? cents(recognisedThrough - sumThrough(entries, addDays(writeOff.date, -1)))
    : cents(0);
  const closing = cents(bookedBy(year.to) - recognisedThrough);
  const { from, to } = spread.summary(facts, changes, year.to, undefined);
  const { current } = spread.figures(facts, changes, year.to, undefined);
  const deducted = deductibleOf(facts, recognisedThrough);
  return {
    name,
    supplier: facts.supplier,
    from,
    to,
    opening: cents(bookedBy(before) - recognisedBefore),
    added: cents(bookedBy(year.to) - bookedBy(before)),
    recognised: cents(inYear - writtenOff),
    writtenOff,
    closing,
    current,
    nonCurrent: cents(closing - current),
    deductible: deducted === null ? null : cents(deducted - (deductibleOf(facts, recognisedBefore) ?? 0)),
  };
}
