import type { CalendarDate } from '../calendar.ts';
import { scheduleOf } from './contract.ts';
import type { Contract } from './contract.ts';
import type { Change, ContractEvent } from './events.ts';
import type { Terms } from './terms.ts';

/** The posted documents that decide how a new event is recorded. */
export interface PostedDocuments {
  /** The last payment that is synced or being posted; 0 for none. */
  readonly payment: number;
  /** The posted opening journal. */
  readonly openingJournal: { readonly date: CalendarDate; readonly isLocked: boolean } | null;
}

/** A new event with the contract that includes it. */
export interface RecordedEvent {
  readonly event: ContractEvent;
  /** The opening balances contain the event once they are posted again, so it posts nothing itself. */
  readonly inOpeningBalances: boolean;
  readonly contract: Contract;
}

/**
 * Records a change of a contract. An event effective before the posted opening journal is contained in it as long as
 * no payment is posted and the journal isn't locked; else it is recorded late, after the last covered payment.
 * @param events recorded before, in the order of their numbers.
 * @throws Refusal as `scheduleOf`.
 */
export function recordEvent(
  terms: Terms,
  events: readonly ContractEvent[],
  { date, change }: { readonly date: CalendarDate; readonly change: Change },
  { payment, openingJournal }: PostedDocuments,
): RecordedEvent {
  const recordedAfter = (postedThrough: number, inOpeningBalances: boolean): RecordedEvent => {
    const event = { date, change, postedThrough };
    return { event, inOpeningBalances, contract: scheduleOf(terms, [...events, event]) };
  };
  const recorded = recordedAfter(payment, false);
  const effectiveDate = recorded.contract.events.at(-1)?.effectiveDate ?? date;
  if (openingJournal === null || effectiveDate >= openingJournal.date) return recorded;
  if (payment === 0 && !openingJournal.isLocked) return { ...recorded, inOpeningBalances: true };
  const covered = scheduleOf(terms, events).before(openingJournal.date);
  return recordedAfter(Math.max(payment, covered), false);
}
