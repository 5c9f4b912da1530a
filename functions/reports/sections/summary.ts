/** Each loan in a row: its contract, its balance, and what the statement and Xero say. */
import { type PackLoan, STATUS_LABELS } from '../pack-loan.ts';
import type { Section } from '../section.ts';
import { accruedInterest, closingBalance, fullText, loanName, LOANS, money, text } from './columns.ts';

export const summary: Section<PackLoan> = {
  ...LOANS,
  id: 'summary',
  title: { pdf: 'Summary', xlsx: 'Summary' },
  columns: () => [
    loanName(118),
    fullText('contract', 'Lender, contract', { pdf: 98 }, ({ lender, contractNumber }) =>
      [lender, contractNumber].filter((each) => each !== null).join(', '),
    ),
    text('lender', 'Lender', { xlsx: 20 }, ({ lender }) => lender),
    text('contractNumber', 'Contract number', { xlsx: 18 }, ({ contractNumber }) => contractNumber),
    text('asset', 'Asset', { xlsx: 20 }, ({ asset }) => asset),
    {
      id: 'start',
      label: 'Start',
      kind: 'date',
      width: { pdf: 74, xlsx: 12 },
      value: (loan) => loan.startDate,
    },
    { id: 'end', label: 'End', kind: 'date', width: { pdf: 74, xlsx: 12 }, value: (loan) => loan.endDate },
    {
      id: 'rate',
      label: 'Rate',
      kind: 'rate',
      width: { pdf: 38, xlsx: 9 },
      value: (loan) => loan.interestRate,
    },
    closingBalance(72),
    money('current', 'Current', ({ figures }) => figures.split.current.net, { pdf: 70 }),
    money('nonCurrent', 'Non-current', ({ figures }) => figures.split.nonCurrent.net, { pdf: 70 }),
    money('statement', 'Statement balance', ({ statement }) => statement?.balance ?? null, {
      pdf: 72,
      pdfLabel: 'Statement\nbalance',
      pdfTotal: 'none',
      missing: 'not entered',
    }),
    money('difference', 'Difference', ({ statement }) => statement?.difference ?? null, {
      pdf: 62,
      pdfTotal: 'none',
      isCheck: true,
      formula: (cell) => `${cell('statement')}-${cell('owed')}`,
    }),
    // Without totals: loans that share accounts have their balances by account, on a sheet of their own.
    { ...money('xero', 'Xero', ({ ledger }: PackLoan) => ledger?.xero ?? null), total: undefined },
    {
      ...money('xeroDifference', 'Xero less closing', ({ ledger }: PackLoan) => ledger?.difference ?? null),
      total: undefined,
    },
    {
      id: 'agrees',
      label: 'Agrees',
      pdfLabel: '',
      kind: 'tick',
      width: { pdf: 21, xlsx: 9 },
      value: ({ statement }) => statement?.difference === 0,
    },
    accruedInterest(),
    money('owed', 'Owed', ({ figures }) => figures.owed),
    text('reason', 'Difference accepted', { xlsx: 30 }, ({ statement }) => statement?.reason ?? null),
    text('status', 'Status', { xlsx: 10 }, ({ status }) => STATUS_LABELS[status]),
    text('notes', 'Notes', { xlsx: 50 }, ({ notes }) => notes.join(' ')),
  ],
};
