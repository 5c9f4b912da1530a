import { type ReactNode, useId } from 'react';

export interface CellColumn<Name extends string> {
  readonly column: Name;
  readonly header: string;
  /** Holds names, which are longer than other texts. */
  readonly isWide?: boolean;
}

interface CellRowProps<Name extends string> {
  readonly line: number;
  readonly result: ReactNode;
  readonly columns: readonly CellColumn<Name>[];
  /** Text by column; what is missing is ''. */
  readonly cells: Partial<Readonly<Record<Name, string>>>;
  readonly isWrong: (column: Name) => boolean;
  /** The row's facts, across the whole width; null without any. */
  readonly facts?: ReactNode;
  /** The row's mistakes; null without any. */
  readonly reason: ReactNode;
  /** Whether it keeps the row from being created. */
  readonly isRefused: boolean;
  readonly onEdit: (line: number, column: Name, text: string) => void;
}

/** The columns that stand on a line before its cells. */
const COLUMNS_BEFORE = 2;

/** A row of an import on one line, whose cells can be corrected in place, and below it what is wrong with it. */
export function CellRow<Name extends string>(props: CellRowProps<Name>) {
  const { line, result, columns, cells, isWrong, facts = null, reason, isRefused, onEdit } = props;
  const reasonId = useId();
  return (
    <tbody className="import-row">
      <tr>
        <td className="number">{line}</td>
        <td>{result}</td>
        {columns.map(({ column, header, isWide }) => (
          <td key={column} className={isWide ? 'import-name' : undefined}>
            <input
              className="input cell-input"
              aria-label={`${header}, line ${line}`}
              aria-invalid={isWrong(column) ? true : undefined}
              aria-describedby={isWrong(column) ? reasonId : undefined}
              value={cells[column] ?? ''}
              onChange={({ currentTarget }) => onEdit(line, column, currentTarget.value)}
            />
          </td>
        ))}
      </tr>
      {(facts !== null || reason !== null) && (
        <tr className="import-reason">
          <td colSpan={COLUMNS_BEFORE + columns.length}>
            {facts}
            <p id={reasonId} className={isRefused ? 'reason-error' : 'reason-warning'}>
              {reason}
            </p>
          </td>
        </tr>
      )}
    </tbody>
  );
}
