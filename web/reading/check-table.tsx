import { Button } from '@primer/react';
import { useEffect, useMemo, useState } from 'react';
import type { Place } from '../extraction/document-text.ts';
import type { ColumnRoles } from '../extraction/judge.ts';
import type { ReadTable } from '../extraction/read-document.ts';
import { dollars, type TableRow } from '../extraction/table-rows.ts';
import type { TermValue } from '../extraction/term-values.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { cents, formatMoney } from '../../domain/money.ts';
import { counted } from '../data/counted.ts';
import { Flag } from '../ui/flag.tsx';
import { MoneyField } from '../ui/money-field.tsx';
import { showDate } from '../ui/dates.ts';
import { Notice } from '../ui/notice.tsx';
import {
  cellKey,
  checkedRows,
  feeChange,
  fieldsOf,
  ROW_FIELDS,
  type Corrections,
  type RowField,
} from './checked-rows.ts';
import { ColumnMenus, ReadRows } from './read-table.tsx';
import { AskDates, type StatedDates } from './ask-dates.tsx';
import { agreementText } from './texts.ts';
import { balloonRow, type UsedTable } from './used-reading.ts';

interface CheckTableProps {
  readonly table: ReadTable;
  readonly balloonDate: TermValue | undefined;
  readonly residual: TermValue | undefined;
  /** Receives the table once every row agrees; null until then. */
  readonly onUsable: (table: UsedTable | null) => void;
  readonly onFocus: (place: Place) => void;
  readonly onColumns: (roles: ColumnRoles) => void;
  /** Receives the dates that the document doesn't state. */
  readonly onDates: (dates: StatedDates) => void;
}

/** The table that was read: its rows, what doesn't add up, and its corrections. */
export function CheckTable({ table, balloonDate, residual, onUsable, onFocus, ...does }: CheckTableProps) {
  const [corrections, setCorrections] = useState<Corrections>(new Map());
  const [added, setAdded] = useState<readonly TableRow[]>([]);
  const [dropped, setDropped] = useState<ReadonlySet<number>>(new Set());
  const [onlyWrong, setOnlyWrong] = useState(false);
  const [oneFee, setOneFee] = useState<string | null>(null);
  const all = useMemo(
    () => checkedRows(table, corrections, added, dropped),
    [table, corrections, added, dropped],
  );
  const rows = useMemo(() => all.filter(({ number }) => !dropped.has(number)), [all, dropped]);
  const wrong = rows.filter(({ problem }) => problem !== null);
  const { startDate } = table;
  const fields = useMemo(() => fieldsOf(table), [table]);
  const feeRow = feeChange(rows);
  const fee = oneFee ?? (feeRow === null ? dollars(rows[0]?.fee ?? 0) : null);
  const left = parseMoneyInput(rows.at(-1)?.texts.balance ?? '') ?? 0;
  const isUsable = wrong.length === 0 && fee !== null && left === 0;
  useEffect(
    () =>
      onUsable(
        isUsable
          ? {
              loan: table.loan,
              startDate: startDate?.date ?? null,
              rows,
              hasInterest: table.loan !== null,
              fee,
            }
          : null,
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- the page's handler is another one at each render
    [isUsable, rows, fee, table],
  );
  const edit = (row: number, field: RowField, text: string): void =>
    setCorrections((before) => new Map(before).set(cellKey(row, field), text));
  const drop = (row: number, isDropped: boolean): void =>
    setDropped((before) => {
      const now = new Set(before);
      if (isDropped) now.add(row);
      else now.delete(row);
      return now;
    });
  const add = (): void => {
    const last = rows.at(-1);
    const paid = parseMoneyInput(last?.texts.amount ?? '');
    if (last && paid !== undefined && last.texts.date === balloonDate) {
      edit(last.number, 'amount', dollars(paid + left));
      edit(last.number, 'balance', '0.00');
      return;
    }
    const row = balloonRow([...table.rows, ...added], balloonDate);
    if (row) setAdded([...added, row]);
  };
  return (
    <>
      <h3>Table</h3>
      {table.lacks !== null && <AskDates lacks={table.lacks} onDates={does.onDates} />}
      {startDate && (
        <p>
          The loan starts on {showDate(startDate.date)}, as the line above the first payment says:{' '}
          <button type="button" className="link-button" onClick={() => onFocus(startDate.place)}>
            {startDate.text}
          </button>
        </p>
      )}
      <p role="status">
        {fields.length < ROW_FIELDS.length
          ? `${counted(rows.length, 'payment')}, dates and amounts alone.`
          : agreementText(rows.length - wrong.length, rows.length)}
      </p>
      {wrong.slice(0, 5).map(({ number, problem }) => (
        <Notice key={number} tone="warning">
          Row {number}: {problem}
        </Notice>
      ))}
      {left > 0 && wrong.length === 0 && (
        <Notice
          tone="warning"
          action={
            <Button size="small" onClick={add}>
              Add payment
            </Button>
          }
        >
          {leftText(left, residual)}
        </Notice>
      )}
      {rows.some((row) => row.fee !== 0) && <FeeChoice row={feeRow} fee={fee} onFee={setOneFee} />}
      {wrong.length > 0 && (
        <Flag label="Rows that don’t agree" checked={onlyWrong} disabled={false} onChange={setOnlyWrong} />
      )}
      <ReadRows
        rows={onlyWrong && wrong.length > 0 ? wrong : all}
        fields={fields}
        dropped={dropped}
        onEdit={edit}
        onDrop={drop}
        onFocus={onFocus}
      />
      <ColumnMenus names={table.columnNames} roles={table.roles} onChange={does.onColumns} />
      <LeftOut lines={table.leftOut} onFocus={onFocus} />
    </>
  );
}

function leftText(left: number, residual: TermValue | undefined): string {
  const amount = formatMoney(cents(left));
  const isResidual = residual === dollars(left);
  return `The table leaves ${amount}${isResidual ? ', the stated residual value' : ''}. Add it as the last payment?`;
}

interface FeeChoiceProps {
  /** The row at which the document's fee changes; null where it is the same in all. */
  readonly row: number | null;
  readonly fee: string | null;
  readonly onFee: (fee: string) => void;
}

/** The fee that was read. A schedule has one; where the document's differs, the person enters one or none. */
function FeeChoice({ row, fee, onFee }: FeeChoiceProps) {
  return (
    <div className="reading-fee">
      <MoneyField
        label="Fee of every payment"
        hint={
          row === null
            ? 'As the document states it. It is paid on top of each payment.'
            : `The document’s fee changes at row ${row}. Enter one fee, or use none.`
        }
        value={fee ?? ''}
        onChange={onFee}
      />
      <Button size="small" onClick={() => onFee('0.00')}>
        No fee
      </Button>
    </div>
  );
}

interface LeftOutProps {
  readonly lines: ReadTable['leftOut'];
  readonly onFocus: (place: Place) => void;
}

/** Totals and other lines between the payments. */
function LeftOut({ lines, onFocus }: LeftOutProps) {
  if (lines.length === 0) return null;
  return (
    <details className="reading-left-out">
      <summary>{lines.length === 1 ? '1 line left out' : `${lines.length} lines left out`}</summary>
      <ul>
        {lines.map(({ text, place }) => (
          <li key={`${place.page} ${place.y} ${place.x}`}>
            <button type="button" className="link-button" onClick={() => onFocus(place)}>
              {text}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
