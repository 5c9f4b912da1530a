/** Another interest rate from a date on. */
import { invalid } from '../refusal.ts';
import { formatCount } from '../text.ts';
import { nominalRate } from '../amortisation/rate.ts';
import type { ChargesChange, EventKind, Keep } from './event-kind.ts';
import { repriced } from './next-segment.ts';
import { SAME } from './wire.ts';

export interface RateChange extends ChargesChange {
  readonly kind: 'rate-change';
  /** Nominal, in percent a year. */
  readonly interestRate: number;
  readonly keep: Keep;
}

/** The highest rate that a rate change can set, in percent a year. */
const MAX_RATE = 1000;

export const rateChange = {
  label: 'Rate change',
  timing: 'after-posted',
  fitsTable: false,
  fields: { interestRate: SAME, keep: SAME, gstAccountId: SAME },
  check({ interestRate }) {
    if (interestRate >= 0 && interestRate <= MAX_RATE) return;
    const message = `The interest rate must be between 0 and ${formatCount(MAX_RATE)} percent a year.`;
    throw invalid('interestRate', 'event/interest-rate', message);
  },
  apply: (closing, { interestRate, keep }) =>
    repriced(closing, keep, { rate: nominalRate(interestRate, closing.plan.timetable.frequency) }),
} satisfies EventKind<RateChange>;
