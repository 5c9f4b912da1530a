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
            {columns.map((column) => (
              <td
                key={column.id}
                className={column.kind === 'money' ? 'number' : ''}
                data-label={column.label}
              >
                {shown(column, row[column.id] ?? null)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function shown({ kind }: Column, value: Paper['rows'][number][string] | null): string {
  if (value === null) return '';
  if (value === 0 && kind === 'money') return '–';
  if (kind === 'year') return String(value);
  if (typeof value === 'number') return kind === 'rate' ? formatRate(value) : formatDollars(value);
  return kind === 'date' ? showDate(String(value)) : String(value);
}
