/** The adjusting journals of an entity at the date of a pack: posted ones, and those that are proposed. */
import type { CalendarDate } from '../../domain/calendar.ts';
import { adjustingReference } from '../../domain/posting/document-reference.ts';
import type { Cents } from '../../domain/money.ts';
import { journalName } from '../../domain/reports/adjusting-journal.ts';
import { planJournals } from '../books/adjusting-journals.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { OwnedSchedule } from '../records/schedules/schedule.ts';
import type { TableReader } from '../store/table.ts';
import type { EntityLedger } from './entity-ledger.ts';

/** A line of a journal; debits are positive. */
export interface JournalRow {
  readonly entityId: string;
  readonly entityName: string;
  readonly state: 'Proposed' | 'Posted' | 'Reversal posted';
  readonly journal: string;
  readonly reference: string;
  readonly date: CalendarDate;
  readonly code: string;
  readonly account: string;
  readonly amount: Cents;
}

/** @param allCurrent schedules whose covenant is breached. */
export async function packJournals(
  table: TableReader,
  entity: OwnedEntity,
  ledger: EntityLedger,
  schedules: readonly OwnedSchedule[],
  { date, allCurrent }: { readonly date: CalendarDate; readonly allCurrent: readonly string[] },
): Promise<JournalRow[]> {
  const { entityId, name: entityName, xero } = entity;
  if (!xero) return [];
  const posted = ledger.journals.filter((one) => one.state === 'posted' && one.date === date);
  const wanted = {
    date,
    kinds: ['current-non-current'],
    reverse: true,
    allCurrent,
    nonCurrentAccounts: null,
  } as const;
  const { booksOf, positionOf } = ledger;
  const read = { schedules, journals: ledger.journals, booksOf, positionOf };
  const { journals } = await planJournals(table, entity, wanted, read);
  const proposed = journals.filter((one) => one.stored === null);
  const all = [
    ...posted.map((one) => ({
      place: one,
      attempt: one.attempt,
      document: one.document,
      state: one.isReversal ? ('Reversal posted' as const) : ('Posted' as const),
    })),
    ...proposed.map((one) => ({ ...one, state: 'Proposed' as const })),
  ];
  return all.flatMap(({ place, attempt, document, state }) =>
    document.lines.map(({ account, amount }): JournalRow => {
      const known = ledger.accounts.get(account ?? '');
      const name = journalName(place.kind, place.date);
      return {
        entityId,
        entityName,
        state,
        journal: place.isReversal ? `Reversal of ${name}` : name,
        reference: state === 'Proposed' ? '' : adjustingReference(entityId, { ...place, attempt }),
        date: document.date,
        code: known?.code ?? '',
        account: known?.name ?? '',
        amount,
      };
    }),
  );
}
