/** Wire schemas of contract events as they are sent. A file of its own, since they take time at a function's start. */
import * as z from 'zod';
import { DateText, TextOrNone } from './wire.ts';
import { NewSchedule } from './terms.ts';
import { changes } from './event.ts';

const recorded = { date: DateText, note: TextOrNone.default('') };

/** An event to preview. */
export const NewEvent = z.discriminatedUnion(
  'kind',
  [
    changes.payout.extend(recorded),
    changes.refinance.extend({ ...recorded, newSchedule: NewSchedule }),
    changes.extraRepayment.extend(recorded),
    changes.rateChange.extend(recorded),
    changes.termsChange.extend(recorded),
    changes.frequencyChange.extend(recorded),
    changes.holiday.extend(recorded),
    changes.feeChange.extend(recorded),
  ],
  'Please choose the kind of change.',
);

/** An event to record, with the revision of the preview that it was decided on. */
export const PreviewedEvent = NewEvent.and(
  z.object({ revision: z.string('Please preview the change first.').min(1) }),
);
