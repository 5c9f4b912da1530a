import { Button } from '@primer/react';
import { memo, useState } from 'react';
import { COLUMN_ROLES, type ColumnRole } from '../extraction/column-names.ts';
import type { Place } from '../extraction/document-text.ts';
import type { ColumnRoles } from '../extraction/judge.ts';
import { useDrawnRows } from '../ui/drawn-rows.ts';
import { useStable } from '../ui/use-stable.ts';
import { Table } from '../ui/table.tsx';
import { formatShortDay, isCalendarDate } from '../../domain/calendar.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { formatMoney } from '../../domain/money.ts';
import { dateOfText } from '../ui/dates.ts';
import type { CheckedRow, RowField } from './checked-rows.ts';

const LABELS: Readonly<Record<RowField, string>> = {
  date: 'Date',
  amount: 'Payment',
  interest: 'Interest',
  balance: 'Balance',
};

interface ReadRowsProps {
  readonly rows: readonly CheckedRow[];
  /** The fields that the document states. */
  readonly fields: readonly RowField[];
  /** The numbers of rows that a person left out. */
  readonly dropped: ReadonlySet<number>;
  readonly onDrop: (row: number, isDropped: boolean) => void;
  readonly onEdit: (row: number, field: RowField, text: string) => void;
  readonly onFocus: (place: Place) => void;
}

/** Rows in the page at once: each has four fields, so more would make typing slow. */
const ROWS_AT_ONCE = 100;

/** The payments that were read, some at a time. A corrected cell shows the document's value below. */
export function ReadRows({ rows, fields, dropped, onEdit, onDrop, onFocus }: ReadRowsProps) {
  const [wanted, setFirst] = useState(0);
  const first = wanted < rows.length ? wanted : 0;
  const shown = rows.slice(first, first + ROWS_AT_ONCE);
  const drawn = useDrawnRows(shown.length);
  const edit = useStable(onEdit);
  const drop = useStable(onDrop);
  const focus = useStable(onFocus);
  return (
    <>
      <Table
        label="Payments of the document"
        className="table-dense reading-table"
        rowCount={rows.length}
        columns={[
          { label: 'Row', kind: 'number' },
          ...fields.map((field) => ({ label: LABELS[field] })),
          { label: 'Use' },
        ]}
      >
        <tbody>
          {shown.slice(0, drawn).map((row) => (
            <ReadRow
              key={row.number}
              row={row}
              fields={fields}
              isDropped={dropped.has(row.number)}
              onEdit={edit}
              onDrop={drop}
              onFocus={focus}
            />
          ))}
        </tbody>
      </Table>
      {rows.length > ROWS_AT_ONCE && (
        <div className="reading-pages">
          <Button size="small" disabled={first === 0} onClick={() => setFirst(first - ROWS_AT_ONCE)}>
            Previous rows
          </Button>
          <span aria-live="polite">
            {first + 1} to {first + shown.length} of {rows.length}
          </span>
          <Button
            size="small"
            disabled={first + ROWS_AT_ONCE >= rows.length}
            onClick={() => setFirst(first + ROWS_AT_ONCE)}
          >
            Next rows
          </Button>
        </div>
      )}
    </>
  );
}

/** A cell in the formats of the other pages: `2 Mar 2026`, `$1,566.00`; text that can’t be read as it was typed. */
function shownCell(field: RowField, text: string): string {
  if (field === 'date') return isCalendarDate(text) ? formatShortDay(text) : text;
  const amount = parseMoneyInput(text);
  return amount === undefined ? text : formatMoney(amount);
}

interface ReadRowProps {
  readonly row: CheckedRow;
  readonly fields: ReadRowsProps['fields'];
  readonly isDropped: boolean;
  readonly onDrop: ReadRowsProps['onDrop'];
  readonly onEdit: ReadRowsProps['onEdit'];
  readonly onFocus: ReadRowsProps['onFocus'];
}

const ReadRow = memo(
  function ReadRow({ row, fields, isDropped, onEdit, onDrop, onFocus }: ReadRowProps) {
    const { number, texts, stated, problem, source } = row;
    const [typed, setTyped] = useState<{ readonly field: RowField; readonly text: string }>();
    return (
      <tr
        data-wrong={problem === null ? undefined : true}
        data-dropped={isDropped ? true : undefined}
        onFocus={() => source && onFocus(source.place)}
      >
        <td className="number">{number}</td>
        {fields.map((field) => (
          <td key={field}>
            <input
              className={`input cell-input ${field === 'date' ? '' : 'input-number'}`}
              aria-label={`${LABELS[field]}, row ${number}`}
              aria-invalid={problem === null ? undefined : true}
              autoComplete="off"
              disabled={isDropped}
              value={typed?.field === field ? typed.text : shownCell(field, texts[field])}
              onBlur={() => setTyped(undefined)}
              onChange={({ currentTarget: { value: text } }) => {
                setTyped({ field, text });
                onEdit(number, field, field === 'date' ? dateOfText(text) || text : text);
              }}
            />
            {texts[field] !== stated[field] && (
              <span className="reading-stated">Document: {shownCell(field, stated[field])}</span>
            )}
          </td>
        ))}
        <td>
          <Button
            size="small"
            variant="invisible"
            aria-label={isDropped ? `Restore row ${number}` : `Leave out row ${number}`}
            onClick={() => onDrop(number, !isDropped)}
          >
            {isDropped ? 'Restore' : 'Leave out'}
          </Button>
        </td>
      </tr>
    );
  },
  (before, now) =>
    before.row.problem === now.row.problem &&
    before.isDropped === now.isDropped &&
    now.fields.every((field) => before.row.texts[field] === now.row.texts[field]),
);

const ROLE_LABELS: Readonly<Record<ColumnRole, string>> = {
  balance: 'Balance',
  payment: 'Payment',
  interest: 'Interest',
  principal: 'Principal',
  fee: 'Fee in the payment',
  extra: 'Repaid on top of the payment',
};

interface ColumnMenusProps {
  readonly names: readonly string[];
  readonly roles: ColumnRoles;
  readonly onChange: (roles: ColumnRoles) => void;
}

/** The meaning of each column of the document, which a person may change. */
export function ColumnMenus({ names, roles, onChange }: ColumnMenusProps) {
  const choose = (index: number, text: string): void => {
    const role = COLUMN_ROLES.find((each) => each === text) ?? null;
    onChange(roles.map((each, other) => (other === index ? role : each === role ? null : each)));
  };
  return (
    <details className="reading-columns">
      <summary>Columns of the document</summary>
      <div className="reading-column-grid">
        {names.map((name, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- columns don't move
          <label key={index} className="field">
            <span className="field-label">{name === '' ? `Column ${index + 1}` : name}</span>
            <select
              className="input"
              value={roles[index] ?? ''}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
            >
              <option value="">Not used</option>
              {COLUMN_ROLES.map((role) => (
                <option key={role} value={role}>
                  {ROLE_LABELS[role]}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}
