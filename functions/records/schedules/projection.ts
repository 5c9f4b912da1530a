/** The projection of a schedule in its entity's chunk, and the schedule that follows from it. */
import { isMappingComplete } from '../../../domain/accounts/account-mapping.ts';
import { amortise, originalTerms } from '../../../domain/amortisation/amortise.ts';
import { countPayments } from '../../../domain/amortisation/term-rows.ts';
import { Segment } from '../../../domain/amortisation/segment.ts';
import { Contract, scheduleOf } from '../../../domain/contract/contract.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { followsFromTerms, type Outline, outlineOf } from '../../../domain/reports/outline.ts';
import type { Projection } from '../entities/schedule-chunks.ts';
import type { StoredSchedule } from './schedule-item.ts';

/** With more rows of terms, a lender's table, or GST on the charges, the schedule itself must be read. */
const MAX_ROWS = 10;

type Projected = Pick<
  StoredSchedule,
  'name' | 'lender' | 'contractNumber' | 'archivedEnd' | 'eventCount' | 'xeroConnected' | 'accounts'
> & {
  readonly terms: Terms;
  /** Of a schedule with events. */
  readonly outline: Outline | null;
};

export function projectionOf(schedule: Projected): Projection {
  const { name, lender, contractNumber: number, archivedEnd, eventCount, terms } = schedule;
  const isSetUp = schedule.xeroConnected && isMappingComplete(schedule.accounts);
  const isOrdinary = followsFromTerms(terms, eventCount) && terms.rows.length <= MAX_ROWS;
  return {
    name,
    lender,
    number,
    archivedEnd,
    isSetUp,
    figures: isOrdinary ? figuresOf(terms) : null,
    outline: isOrdinary ? null : (schedule.outline ?? outlineOf(scheduleOf(terms))),
  };
}

/** Returns how many payments a schedule has, without a payout; 0 for none. */
export const paymentsIn = (projection: Projection | null): number =>
  projection?.figures ? countPayments(projection.figures.rows) : (projection?.outline?.count ?? 0);

function figuresOf(terms: Terms): NonNullable<Projection['figures']> {
  const { loanAmount, frequency, startDate, firstPaymentOnStartDate, firstPaymentDate } = terms;
  const { paymentsAtMonthEnd = false, administrationFee } = terms;
  const rows = terms.rows.map(({ qty, amount }) => ({ qty, amount }));
  const rate = amortise(terms).rate.periodic;
  const dates = { frequency, startDate, firstPaymentOnStartDate, firstPaymentDate, paymentsAtMonthEnd };
  return { loanAmount, ...dates, administrationFee, rows, rate };
}

/** Returns the schedule of a projection; null where the schedule itself must be read. */
export function scheduleFrom({ figures }: Projection): Contract | null {
  if (figures === null) return null;
  const { rate, ...terms } = figures;
  return new Contract(terms, new Segment(originalTerms(terms), rate));
}
