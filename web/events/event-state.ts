import type { RecordedEvent, ScheduleEvent } from './types.ts';

/** Returns where the document of an event is. */
export function stateOf(
  event: ScheduleEvent | RecordedEvent,
): 'In opening balances' | 'Not in Xero' | 'Nothing to post' | 'In Xero' {
  if (event.inOpeningBalances) return 'In opening balances';
  if (!event.xeroSynchronized) return 'Not in Xero';
  const isEmpty = 'document' in event ? event.document === null : event.kind === 'fee-change';
  return isEmpty ? 'Nothing to post' : 'In Xero';
}
