import { toast } from '../ui/toasts.tsx';
import { KINDS } from './kinds.ts';
import { stateOf } from './event-state.ts';
import { eventTexts } from './texts.ts';
import type { ScheduleEvent } from './types.ts';

/** Reports a recorded event and whether it is in Xero. */
export function reportRecorded(event: ScheduleEvent): void {
  const { kind, xeroSynchronized, inOpeningBalances, error } = event;
  const { title } = KINDS[kind];
  if (error !== null) toast.warning(eventTexts.notPosted(title, error));
  else if (stateOf(event) === 'Nothing to post') toast.success(eventTexts.nothingPosted(title));
  else if (xeroSynchronized) toast.success(eventTexts.posted(title));
  else toast.success(inOpeningBalances ? eventTexts.contained(title) : eventTexts.recorded(title));
}
