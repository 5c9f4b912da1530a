/** The preparer and the reviewer of each entity's year end; blank lines for a signature without one. */
import { businessDate } from '../../../domain/calendar.ts';
import type { SignOff } from '../../records/entities/statements.ts';
import type { EntitySignOffs } from '../pack.ts';
import type { Column, Section } from '../section.ts';
import { text } from './columns.ts';

const dateOf = (
  id: string,
  label: string,
  by: (row: EntitySignOffs) => SignOff | undefined,
): Column<EntitySignOffs> => ({
  id,
  label,
  kind: 'date',
  width: { pdf: 80, xlsx: 12 },
  value: (row) => {
    const signed = by(row);
    return signed ? businessDate(signed.at) : null;
  },
});

export const signOffs: Section<EntitySignOffs> = {
  id: 'sign-offs',
  title: { pdf: 'Prepared and reviewed', xlsx: 'Prepared and reviewed' },
  rows: (pack) => pack.signOffs,
  columns: () => [
    text('entity', 'Entity', { pdf: 249, xlsx: 36 }, ({ entityName }) => entityName),
    text('prepared', 'Prepared by', { pdf: 180, xlsx: 26 }, ({ prepared }) => prepared?.name ?? null),
    dateOf('preparedOn', 'Prepared on', ({ prepared }) => prepared),
    text('reviewed', 'Reviewed by', { pdf: 180, xlsx: 26 }, ({ reviewed }) =>
      reviewed ? `${reviewed.name}${reviewed.isOnlyMember ? ' (the only member)' : ''}` : null,
    ),
    dateOf('reviewedOn', 'Reviewed on', ({ reviewed }) => reviewed),
  ],
};
