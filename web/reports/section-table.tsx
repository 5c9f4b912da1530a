import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { sumDollars } from '../../domain/money.ts';
import type { Answer } from '../data/api.ts';
import { paths, pathTo } from '../data/paths.ts';
import { formatDollars, Money } from '../ui/money.tsx';
import { Table, type Column } from '../ui/table.tsx';

export type LoansReport = Exclude<Answer<'GET /v1/reports/loans'>, { reportId: string }>;
export type Loan = LoansReport['loans'][number];

/** A column of a section: an amount of each loan that is added up, or anything else that isn't. */
export interface SectionColumn {
  readonly label: string;
  readonly amount?: (loan: Loan) => number | null;
  readonly show?: (loan: Loan) => ReactNode;
}

interface SectionTableProps {
  readonly label: string;
  readonly loans: readonly Loan[];
  readonly columns: readonly SectionColumn[];
}

/** A section of the year-end report: a row a loan, and their totals. */
export function SectionTable({ label, loans, columns }: SectionTableProps) {
  const heads = columns.map((column): Column => ({
    label: column.label,
    ...(column.amount && { kind: 'number' as const }),
  }));
  return (
    <Table
      label={label}
      columns={[{ label: 'Loan' }, ...heads]}
      className={`table-stack report-table ${columns.length > MOST_IN_VIEW ? 'table-wide' : 'table-sticky'}`}
    >
      <tbody>
        {loans.map((loan) => (
          <tr key={loan.scheduleId}>
            <td className="name">
              <Link href={pathTo(paths.schedule, loan)}>{loan.description}</Link>
              <span className="report-entity">{loan.entityName}</span>
              {loan.notes.map((note) => (
                <span key={note} className="report-note">
                  {note}
                </span>
              ))}
            </td>
            {columns.map((column) => (
              <Cell key={column.label} column={column} loan={loan} />
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">Total</th>
          {columns.map(({ label: name, amount }) => (
            <td key={name} className={amount ? 'number' : ''} data-label={amount ? name : undefined}>
              {amount && formatDollars(sumOf(loans, amount))}
            </td>
          ))}
        </tr>
      </tfoot>
    </Table>
  );
}

/** With more columns the table scrolls sideways on any screen. */
const MOST_IN_VIEW = 8;

function Cell({ column, loan }: { readonly column: SectionColumn; readonly loan: Loan }) {
  const { label, amount, show } = column;
  if (!amount) return <td data-label={label}>{show?.(loan)}</td>;
  const dollars = amount(loan);
  return (
    <td className="number" data-label={label}>
      {dollars !== null && <Money dollars={dollars} />}
    </td>
  );
}

function sumOf(loans: readonly Loan[], amount: (loan: Loan) => number | null): number {
  return sumDollars(loans.map((loan) => amount(loan) ?? 0));
}
