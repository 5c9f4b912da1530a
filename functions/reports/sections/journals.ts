/** The adjusting journals of the date with their lines: posted, reversed and proposed. */
import type { JournalRow } from '../pack-journals.ts';
import type { Section } from '../section.ts';
import { day, fullText, money, text } from './columns.ts';

export const journals: Section<JournalRow> = {
  id: 'journals',
  title: { pdf: 'Adjusting journals', xlsx: 'Adjusting journals' },
  rows: (pack) => pack.journals,
  entityOf: (row) => row,
  columns: () => [
    text('state', 'State', { pdf: 64, xlsx: 16 }, ({ state }) => state),
    fullText('journal', 'Journal', { pdf: 184, xlsx: 50 }, ({ journal }) => journal),
    day('date', 'Date', { pdf: 78, xlsx: 12 }, ({ date }) => date),
    fullText('reference', 'Reference', { pdf: 166, xlsx: 56 }, ({ reference }) => reference),
    text('code', 'Code', { pdf: 42, xlsx: 10 }, ({ code }) => code),
    fullText('account', 'Account', { pdf: 169, xlsx: 36 }, ({ account }) => account),
    money('amount', 'Effect on the account', ({ amount }) => amount, {
      pdf: 66,
      pdfLabel: 'Effect on\nthe account',
    }),
  ],
};
