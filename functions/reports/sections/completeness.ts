/** Loans that started, ended or were archived, and loans that are not in the pack. */
import { formatDay } from '../../../domain/calendar.ts';
import type { Pack } from '../pack.ts';
import type { LeftOut, PackLoan } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { fullText, text } from './columns.ts';

interface CompletenessRow extends Pick<LeftOut, 'entityId' | 'entityName' | 'description'> {
  readonly isIn: boolean;
  readonly why: string;
}

const inPack = ({ from, date }: Pack, loan: PackLoan): CompletenessRow[] => {
  const { startDate, endDate, status } = loan;
  const facts = [
    ...(startDate >= from ? [`Started on ${formatDay(startDate)}.`] : []),
    ...(endDate <= date ? [`${status === 'paid-out' ? 'Paid out' : 'Ended'} on ${formatDay(endDate)}.`] : []),
    ...(status === 'archived' ? ['Archived.'] : []),
  ];
  return facts.length === 0 ? [] : [{ ...loan, isIn: true, why: facts.join(' ') }];
};

export const completeness: Section<CompletenessRow> = {
  id: 'completeness',
  title: { pdf: 'Completeness', xlsx: 'Completeness' },
  rows: (pack) => [
    ...pack.loans.flatMap((loan) => inPack(pack, loan)),
    ...pack.leftOut.map((loan) => ({ ...loan, isIn: false, why: loan.reason })),
  ],
  entityOf: (row) => row,
  columns: () => [
    text('loan', 'Loan', { pdf: 260, xlsx: 32 }, ({ description }) => description),
    text('included', 'In this pack', { pdf: 100, xlsx: 14 }, ({ isIn }) => (isIn ? 'Yes' : 'No')),
    fullText('why', 'What happened', { pdf: 400, xlsx: 60 }, ({ why }) => why),
  ],
};
