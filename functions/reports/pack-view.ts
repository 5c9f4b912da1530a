/** The year-end pack as the wire shows it, in dollars. */
import type * as z from 'zod';
import { inDollars, toDollars } from '../../domain/money.ts';
import type { YearAmount } from '../../domain/reports/financial-years.ts';
import type { Maturity, SplitByDate } from '../../domain/reports/split-by-date.ts';
import type { Pack } from './pack.ts';
import type { PackLoan } from './pack-loan.ts';
import type { Column, Section } from './section.ts';
import { WORKING_PAPERS } from './sections.ts';
import type { LoansReport } from '../api/loans-report.ts';
import type { SignOff } from '../records/entities/statements.ts';

type View = z.input<typeof LoansReport>;

export function packView(pack: Pack): View {
  const { date, from, loans, leftOut, signOffs, totals } = pack;
  return {
    date,
    from,
    loans: loans.map(loanView),
    leftOut: leftOut.map(({ isArchived: _isArchived, ...one }) => one),
    signOffs: signOffs.map(({ entityId, entityName, prepared, reviewed, changes }) => ({
      entityId,
      entityName,
      prepared: prepared ? signedOff(prepared) : null,
      reviewed: reviewed
        ? { ...signedOff(reviewed), ...(reviewed.isOnlyMember && { isOnlyMember: true }) }
        : null,
      changes: [...changes],
    })),
    workingPapers: WORKING_PAPERS.map((section) => paperView(section, pack)),
    totals: {
      overdue: toDollars(totals.overdue),
      movement: inDollars(totals.movement),
      split: splitView(totals.split),
      maturity: maturityView(totals.maturity, 'gross'),
      carrying: maturityView(totals.maturity, 'net'),
    },
  };
}

const signedOff = (by: SignOff) => ({ name: by.name, at: new Date(by.at).toISOString() });

function loanView(loan: PackLoan): View['loans'][number] {
  const {
    figures,
    statement,
    ledger,
    contractAt: _contractAt,
    kind: _kind,
    changes: _changes,
    cutOff: _cutOff,
    loanAmount: _loanAmount,
    purchase: _purchase,
    notes,
    ...facts
  } = loan;
  return {
    ...facts,
    movement: inDollars(figures.movement),
    split: splitView(figures.split),
    maturity: maturityView(figures.maturity, 'gross'),
    carrying: maturityView(figures.maturity, 'net'),
    interestByYear: figures.interestByYear.map(yearView),
    feesByYear: figures.feesByYear.map(yearView),
    accruedInterest: toDollars(figures.accruedInterest),
    overdue: toDollars(figures.overdue),
    owed: toDollars(figures.owed),
    statement: statement && {
      balance: toDollars(statement.balance),
      difference: toDollars(statement.difference),
      ...(statement.reason !== null && { reason: statement.reason }),
    },
    ledger: ledger && { xero: toDollars(ledger.xero), difference: toDollars(ledger.difference) },
    notes: [...notes],
  };
}

/** A working paper as JSON: the columns of the workbook, with the entity of each row. */
function paperView<Row>(section: Section<Row>, pack: Pack): View['workingPapers'][number] {
  const columns = section.columns(pack);
  return {
    id: section.id,
    title: section.title.pdf ?? '',
    columns: [...loanEntity(section), ...columns.map(({ id, label, kind }) => ({ id, label, kind }))],
    rows: section.rows(pack).map((row) => ({
      ...(section.entityOf?.(row) && {
        entity: section.entityOf(row).entityName,
        entityId: section.entityOf(row).entityId,
      }),
      ...Object.fromEntries(columns.map((column) => [column.id, valueIn(column, row)])),
    })),
  };
}

const loanEntity = <Row>(section: Section<Row>) =>
  section.entityOf ? [{ id: 'entity', label: 'Entity', kind: 'text' as const }] : [];

function valueIn<Row>(column: Column<Row>, row: Row): string | number | boolean | null {
  if (column.kind !== 'money') return column.value(row);
  const amount = column.value(row);
  return amount === null ? null : toDollars(amount);
}

const splitView = ({ current, nonCurrent }: SplitByDate) => ({
  current: inDollars(current),
  nonCurrent: inDollars(nonCurrent),
});

const maturityView = (
  { upTo1Year, from1To5Years, over5Years }: Maturity,
  which: 'gross' | 'net',
): View['totals']['maturity'] =>
  inDollars({
    upTo1Year: upTo1Year[which],
    from1To5Years: from1To5Years[which],
    over5Years: over5Years[which],
  });

const yearView = ({ year, amount }: YearAmount): { year: number; amount: number } => ({
  year,
  amount: toDollars(amount),
});
