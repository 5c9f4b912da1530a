/** The events of the year and those after the date, with a note where they modify the terms. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import { kindOf, type ChangeKind } from '../../../domain/event-kinds/kinds.ts';
import { changeText } from '../../../domain/reports/change-text.ts';
import type { ContractChange } from '../../../domain/reports/contract.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { day, fullText, money, text } from './columns.ts';

interface EventRow {
  readonly loan: PackLoan;
  readonly change: ContractChange;
  readonly until: CalendarDate;
}

const MODIFIED = 'Terms modified: see AASB 9 B3.3.6.';

const NOTES: Readonly<Partial<Record<ChangeKind, string>>> = {
  'terms-change': MODIFIED,
  'frequency-change': MODIFIED,
  holiday: MODIFIED,
  'rate-change': 'A fixed rate that changes is a modification: see AASB 9 B3.3.6.',
};

export const events: Section<EventRow> = {
  id: 'events',
  title: { pdf: 'Events of the year and after the date', xlsx: 'Events' },
  rows: ({ loans, date }) =>
    loans.flatMap((loan) => loan.changes.map((change) => ({ loan, change, until: date }))),
  entityOf: ({ loan }) => loan,
  columns: () => [
    text('loan', 'Loan', { pdf: 125, xlsx: 32 }, ({ loan }) => loan.description),
    day('date', 'Date', { pdf: 78, xlsx: 12 }, ({ change }) => change.date),
    text('when', 'When', { pdf: 66, xlsx: 14 }, ({ change, until }) =>
      change.date > until ? 'After the date' : 'In the year',
    ),
    fullText('kind', 'Event', { pdf: 90, xlsx: 28 }, ({ change }) => kindOf(change.event.change).label),
    fullText('detail', 'Change', { pdf: 136, xlsx: 50 }, ({ change }) => changeText(change.event.change)),
    // Without totals: those of the year are in the movement, and later events belong to none.
    money('amount', 'Amount', ({ change }) => change.amount, { pdf: 66, total: undefined }),
    money('interest', 'Interest', ({ change }) => change.interest, { pdf: 54, total: undefined }),
    money('fee', 'Fees', ({ change }) => change.fee, { pdf: 46, total: undefined }),
    fullText('note', 'Note', { pdf: 108, xlsx: 60 }, ({ change }) => NOTES[change.event.change.kind] ?? null),
  ],
};
