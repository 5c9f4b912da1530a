import { type CalendarDate, formatDate } from '../calendar.ts';
import { conflict } from '../refusal.ts';
import { type Contract, scheduleOf } from './contract.ts';
import { isCovered, type OpeningDate } from './covered.ts';
import type { Change, ContractEvent } from '../event-kinds/kinds.ts';
import type { Terms } from '../amortisation/terms.ts';

/** The posted documents that decide how a new event is recorded. */
export interface PostedDocuments {
  /** The last payment that is synced or being posted; 0 for none. */
  readonly payment: number;
  /** The posted opening journal. */
  readonly openingJournal: (OpeningDate & { readonly isLocked: boolean }) | null;
}

/** A new event with the contract that includes it. */
export interface RecordedEvent {
  readonly event: ContractEvent;
  /** The opening balances contain the event once they are posted again, so it posts nothing itself. */
  readonly inOpeningBalances: boolean;
  readonly contract: Contract;
}

/**
 * Records a change of a contract. An event that the posted opening journal covers is contained in it as long as
 * no payment is posted, the journal isn't locked, and the contract goes on: a journal without balances can't be posted
 * again. Else the event is recorded late, after the last covered payment; the journal must not
 * cover its new payments, which it does not contain.
 * @param events recorded before, in the order of their numbers.
 * @throws Refusal as `scheduleOf`, and `conflict` for new payments that the journal covers.
 */
export function recordEvent(
  terms: Terms,
  events: readonly ContractEvent[],
  { date, change }: { readonly date: CalendarDate; readonly change: Change },
  { payment, openingJournal }: PostedDocuments,
): RecordedEvent {
  const recordedAfter = (postedThrough: number): RecordedEvent => {
    const event = { date, change, postedThrough };
    return { event, inOpeningBalances: false, contract: scheduleOf(terms, [...events, event]) };
  };
  const recorded = recordedAfter(payment);
  const effectiveDate = recorded.contract.events.at(-1)?.effectiveDate ?? date;
  if (openingJournal === null || !isCovered({ date: effectiveDate }, openingJournal)) return recorded;
  const goesOn = !isCovered({ date: recorded.contract.endDate }, openingJournal);
  if (payment === 0 && !openingJournal.isLocked && goesOn) return { ...recorded, inOpeningBalances: true };
  const after = Math.max(payment, scheduleOf(terms, events).coveredBy(openingJournal));
  const late = recordedAfter(after);
  if (late.contract.coveredBy(openingJournal) <= after) return late;
  const message = `New payments would be dated ${openingJournal.includesDate ? 'by' : 'before'} the opening balances journal of ${formatDate(openingJournal.date)}, which doesn’t contain them. Please choose later dates.`;
  throw conflict('event/before-opening-journal', message);
}
