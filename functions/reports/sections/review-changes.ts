/** The loans whose figures have changed since the review of their year end. */
import { businessDate } from '../../../domain/calendar.ts';
import type { EntitySignOffs } from '../pack.ts';
import type { ReviewChange } from '../review-changes.ts';
import type { Section } from '../section.ts';
import { text } from './columns.ts';

type Row = ReviewChange & Pick<EntitySignOffs, 'entityId' | 'entityName'>;

export const reviewChanges: Section<Row> = {
  id: 'review-changes',
  title: { pdf: 'Changed since the review', xlsx: 'Changed since the review' },
  rows: ({ signOffs }) =>
    signOffs.flatMap(({ entityId, entityName, changes }) =>
      changes.map((change) => ({ ...change, entityId, entityName })),
    ),
  entityOf: (row) => row,
  columns: () => [
    text('loan', 'Loan', { pdf: 160, xlsx: 32 }, ({ description }) => description),
    text('change', 'Change', { pdf: 409, xlsx: 70 }, (row) => row.text),
    text('by', 'Last changed by', { pdf: 120, xlsx: 26 }, ({ by }) => by),
    {
      id: 'on',
      label: 'On',
      kind: 'date',
      width: { pdf: 80, xlsx: 12 },
      value: ({ at }) => (at === null ? null : businessDate(Date.parse(at))),
    },
  ],
  isIncluded: ({ signOffs }) => signOffs.some(({ changes }) => changes.length > 0),
};
