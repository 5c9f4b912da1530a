/** The notes of the loans, one a row; the workbook has them in its summary. */
import type { Section } from '../section.ts';
import { fullText, text } from './columns.ts';

interface LoanNote {
  readonly entityId: string;
  readonly entityName: string;
  readonly loan: string;
  readonly note: string;
}

export const notes: Section<LoanNote> = {
  id: 'notes',
  title: { pdf: 'Notes' },
  rows: ({ loans }) =>
    loans.flatMap(({ entityId, entityName, description: loan, notes: all }) =>
      all.map((note) => ({ entityId, entityName, loan, note })),
    ),
  entityOf: (row) => row,
  columns: () => [
    text('loan', 'Loan', { pdf: 220 }, ({ loan }) => loan),
    fullText('note', 'Note', { pdf: 549 }, ({ note }) => note),
  ],
  isIncluded: ({ loans }) => loans.some((loan) => loan.notes.length > 0),
};
