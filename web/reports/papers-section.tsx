/** The working papers of the year-end report: what the files have as sheets and sections. */
import { showDate } from '../ui/dates.ts';
import { formatDollars, formatRate } from '../ui/money.tsx';
import { Table } from '../ui/table.tsx';
import type { LoansReport } from './section-table.tsx';
import { reportTexts } from './texts.ts';

type Paper = LoansReport['workingPapers'][number];
type Column = Paper['columns'][number];

export function PapersSection({ report: { workingPapers } }: { readonly report: LoansReport }) {
  return workingPapers.map((paper) => (
    <section key={paper.id} className="report-paper">
      <h2 className="card-title">{paper.title}</h2>
      {paper.rows.length === 0 ? (
        <p className="card-text">{reportTexts.nothing}</p>
      ) : (
        <PaperTable paper={paper} />
      )}
    </section>
  ));
}

function PaperTable({ paper: { title, columns, rows } }: { readonly paper: Paper }) {
  return (
    <Table
      label={title}
      columns={columns.map(({ label, kind }) => ({
        label,
        ...(kind === 'money' && { kind: 'number' as const }),
      }))}
      className="table-stack report-table table-wide"
    >
      <tbody>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- rows of a report don't move
          <tr key={index}>
            {cellsOf(columns, row).map(({ column, text, span }) => (
              <td
                key={column.id}
                colSpan={span}
                className={column.kind === 'money' ? 'number' : ''}
                data-label={column.label}
              >
                {text}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

interface PaperCell {
  readonly column: Column;
  readonly text: string;
  /** The columns that it takes. */
  readonly span: number;
}

/** Texts of more characters take the room of empty cells after them. */
const LONG = 40;

/** The cells of a row: a long text, such as the names of accounts without a check, stands in one line. */
function cellsOf(columns: readonly Column[], row: Paper['rows'][number]): PaperCell[] {
  const cells: PaperCell[] = [];
  for (const column of columns) {
    const text = shown(column, row[column.id] ?? null);
    const last = cells.at(-1);
    if (text === '' && last !== undefined && last.text.length > LONG) {
      cells[cells.length - 1] = { ...last, span: last.span + 1 };
    } else {
      cells.push({ column, text, span: 1 });
    }
  }
  return cells;
}

function shown({ kind }: Column, value: Paper['rows'][number][string] | null): string {
  if (value === null) return '';
  if (value === 0 && kind === 'money') return '–';
  if (kind === 'year') return String(value);
  if (typeof value === 'number') return kind === 'rate' ? formatRate(value) : formatDollars(value);
  return kind === 'date' ? showDate(String(value)) : String(value);
}
