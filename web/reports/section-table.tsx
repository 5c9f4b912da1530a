import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import type { Answer } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { formatDollars, Money } from '../ui/money.tsx';
import { useSorting, type SortableColumn } from '../ui/sorting.tsx';
import { Table } from '../ui/table.tsx';

export type LoansReport = Exclude<Answer<'GET /v1/reports/loans'>, { reportId: string }>;
export type Loan = LoansReport['loans'][number];

/** A column of a section: an amount of each loan that is added up, or anything else that isn't. */
export interface SectionColumn {
  readonly label: string;
  readonly amount?: (loan: Loan) => number | null;
  readonly show?: (loan: Loan) => ReactNode;
  /** The value to sort by; by default the amount. A column without either doesn't sort. */
  readonly sortBy?: (loan: Loan) => string | number | null;
}

interface SectionTableProps {
  readonly label: string;
  readonly loans: readonly Loan[];
  readonly columns: readonly SectionColumn[];
  /** Stand beside the names of entities, by id. */
  readonly besideEntities?: ReadonlyMap<string, ReactNode>;
  /** Whether lender and contract number stand below the names of loans. */
  readonly namesLenders?: boolean;
}

/** A section of the year-end report: the loans of each entity with their totals, sorted within the entity. */
export function SectionTable({
  label,
  loans,
  columns,
  besideEntities,
  namesLenders = false,
}: SectionTableProps) {
  const { sorted, heads } = useSorting(loans, [
    { label: 'Loan', sortBy: ({ description }) => description },
    ...columns.map(({ label: name, amount, sortBy = amount }): SortableColumn<Loan> => ({
      label: name,
      ...(amount && { kind: 'number' }),
      ...(sortBy && { sortBy }),
    })),
  ]);
  const groups = groupsOf(loans, sorted);
  return (
    <Table
      label={label}
      columns={heads}
      className={`table-stack report-table ${columns.length > MOST_IN_VIEW ? 'table-wide' : 'table-sticky'}`}
    >
      {groups.map(([entityId, own]) => (
        <tbody key={entityId}>
          <tr className="report-group">
            <th scope="rowgroup" className="whole" colSpan={columns.length + 1}>
              <span className="report-group-line">
                <span>{own[0]?.entityName}</span>
                {besideEntities?.get(entityId)}
              </span>
            </th>
          </tr>
          {own.map((loan) => (
            <LoanRow key={loan.scheduleId} loan={loan} columns={columns} namesLender={namesLenders} />
          ))}
          {groups.length > 1 && (
            <Totals className="report-subtotal" label="Subtotal" loans={own} columns={columns} />
          )}
        </tbody>
      ))}
      <tfoot>
        <Totals label="Total" loans={loans} columns={columns} />
      </tfoot>
    </Table>
  );
}

/** With more columns the table scrolls sideways on any screen. */
const MOST_IN_VIEW = 8;

/** The sorted loans of each entity, entities in the order of the report. */
function groupsOf(
  loans: readonly Loan[],
  sorted: readonly Loan[],
): (readonly [entityId: string, loans: readonly Loan[]])[] {
  const byEntity = Map.groupBy(sorted, ({ entityId }) => entityId);
  return [...new Set(loans.map(({ entityId }) => entityId))].map((id) => [id, byEntity.get(id) ?? []]);
}

interface LoanRowProps {
  readonly loan: Loan;
  readonly columns: readonly SectionColumn[];
  readonly namesLender: boolean;
}

function LoanRow({ loan, columns, namesLender }: LoanRowProps) {
  const lender = [loan.lender, loan.contractNumber].filter((text) => text !== null && text !== '');
  return (
    <>
      <tr>
        <td className="name">
          <Link href={pathTo(paths.schedule, loan)}>{loan.description}</Link>
          {namesLender && lender.length > 0 && <span className="cell-detail">{lender.join(', ')}</span>}
        </td>
        {columns.map((column) => (
          <Cell key={column.label} column={column} loan={loan} />
        ))}
      </tr>
      {loan.notes.length > 0 && (
        <tr className="report-notes">
          <td className="whole" colSpan={columns.length + 1}>
            {loan.notes.map((note) => (
              <span key={note} className="report-note">
                {note}
              </span>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}

function Cell({ column, loan }: { readonly column: SectionColumn; readonly loan: Loan }) {
  const { label, amount, show } = column;
  if (show || !amount) {
    return (
      <td className={amount ? 'number' : ''} data-label={label}>
        {show?.(loan)}
      </td>
    );
  }
  const dollars = amount(loan);
  return (
    <td className="number" data-label={label}>
      {dollars === 0 ? <span className="muted">–</span> : dollars !== null && <Money dollars={dollars} />}
    </td>
  );
}

/** Nothing where no loan has the amount: a statement that is not typed is not 0.00. */
function totalOf(amounts: readonly (number | null)[]): string {
  const known = amounts.filter((amount) => amount !== null);
  return known.length === 0 ? '' : formatDollars(sumDollars(known));
}

interface TotalsProps {
  readonly label: string;
  readonly className?: string;
  readonly loans: readonly Loan[];
  readonly columns: readonly SectionColumn[];
}

function Totals({ label, className, loans, columns }: TotalsProps) {
  return (
    <tr className={className}>
      <th scope="row">{label}</th>
      {columns.map(({ label: name, amount }) => (
        <td key={name} className={amount ? 'number' : ''} data-label={amount ? name : undefined}>
          {amount && totalOf(loans.map((loan) => amount(loan)))}
        </td>
      ))}
    </tr>
  );
}
