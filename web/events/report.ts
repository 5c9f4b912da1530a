import { toast } from '../ui/toasts.tsx';
import { KINDS } from './kinds.ts';
import { eventTexts } from './texts.ts';
import type { ScheduleEvent } from './types.ts';

/** Reports a recorded event and whether it is in Xero. */
export function reportRecorded({ kind, xeroSynchronized, inOpeningBalances, error }: ScheduleEvent): void {
  const { title } = KINDS[kind];
  if (error !== null) toast.warning(eventTexts.notPosted(title, error));
  else if (xeroSynchronized) toast.success(eventTexts.posted(title));
  else toast.success(inOpeningBalances ? eventTexts.contained(title) : eventTexts.recorded(title));
}
