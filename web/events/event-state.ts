import type { DeviatingDocument } from '../posting/accept-document.ts';
import { documentTexts } from '../posting/document-texts.ts';
import { showDate } from '../ui/dates.ts';
import { KINDS } from './kinds.ts';
import type { RecordedEvent, ScheduleEvent } from './types.ts';

/** Returns where the document of an event is. */
export function stateOf(
  event: ScheduleEvent | RecordedEvent,
): 'In opening balances' | 'Not in Xero' | 'Nothing to post' | 'Posted' {
  if (event.inOpeningBalances) return 'In opening balances';
  if (!event.xeroSynchronized) return 'Not in Xero';
  const isEmpty = 'document' in event ? event.document === null : !KINDS[event.kind].movesPayments;
  return isEmpty ? 'Nothing to post' : 'Posted';
}

/** Whether an event can be posted again. A changed document is deleted in Xero first, which reverses a posting. */
export const mayPostAgain = ({ xeroStatus }: ScheduleEvent, mayReverse: boolean): boolean =>
  xeroStatus === 'missing' || (xeroStatus === 'changed' && mayReverse);

/** The document of an event, for its acceptance. */
export const documentOf = ({
  id,
  kind,
  date,
  xeroStatus,
  xeroDifferences,
}: ScheduleEvent): DeviatingDocument => ({
  kind: 'event',
  id,
  subject: `${KINDS[kind].title.toLowerCase()} of ${showDate(date)}`,
  differences: xeroStatus === 'missing' ? [`${documentTexts.missing}.`] : xeroDifferences,
});
