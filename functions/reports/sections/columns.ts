/** The columns that several sections share, and functions that make others. */
import type { CalendarDate } from '../../../domain/calendar.ts';
import type { Cents } from '../../../domain/money.ts';
import type { PackLoan } from '../pack-loan.ts';
import type { Column, MoneyColumn, MoneyOptions, Section } from '../section.ts';

const MONEY_WIDTH = 16;

export const LOANS: Pick<Section<PackLoan>, 'rows' | 'entityOf'> = {
  rows: ({ loans }) => loans,
  entityOf: (loan) => loan,
};

export const text = <Row>(
  id: string,
  label: string,
  width: Column<Row>['width'],
  value: (row: Row) => string | null,
): Column<Row> => ({ id, label, kind: 'text', width, value });

/** A text that is read in full: the PDF breaks it into lines. */
export const fullText = <Row>(...given: Parameters<typeof text<Row>>): Column<Row> => ({
  id: given[0],
  label: given[1],
  kind: 'text',
  width: given[2],
  value: given[3],
  pdfWraps: true,
});

export const day = <Row>(
  id: string,
  label: string,
  width: Column<Row>['width'],
  value: (row: Row) => CalendarDate,
): Column<Row> => ({ id, label, kind: 'date', width, value });

/**
 * A column of amounts with a total.
 * @param pdf the width in the PDF, in points; without it the PDF leaves the column out.
 */
export const money = <Row>(
  id: string,
  label: string,
  value: (row: Row) => Cents | null,
  { pdf, ...options }: MoneyOptions & { readonly pdf?: number | undefined } = {},
): MoneyColumn<Row> => ({
  id,
  label,
  kind: 'money',
  width: { xlsx: MONEY_WIDTH, ...(pdf !== undefined && { pdf }) },
  value,
  total: 'sum',
  ...options,
});

export const loanName = (pdf = 150): Column<PackLoan> =>
  text('loan', 'Loan', { pdf, xlsx: 32 }, ({ description }) => description);

export const closingBalance = (pdf: number): Column<PackLoan> =>
  money('closing', 'Closing balance', ({ figures }) => figures.movement.closing, {
    pdf,
    pdfLabel: 'Closing\nbalance',
  });

export const accruedInterest = (pdf?: number): Column<PackLoan> =>
  money('accrued', 'Accrued interest', ({ figures }) => figures.accruedInterest, { pdf });
