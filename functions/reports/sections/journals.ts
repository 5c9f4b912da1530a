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
    text('state', 'State', { pdf: 76, xlsx: 16 }, ({ state }) => state),
    fullText('journal', 'Journal', { pdf: 176, xlsx: 50 }, ({ journal }) => journal),
    day('date', 'Date', { pdf: 78, xlsx: 12 }, ({ date }) => date),
    fullText('reference', 'Reference', { pdf: 190, xlsx: 56 }, ({ reference }) => reference),
    text('code', 'Code', { pdf: 50, xlsx: 10 }, ({ code }) => code),
    text('account', 'Account', { pdf: 120, xlsx: 36 }, ({ account }) => account),
    money('amount', 'Effect on the account', ({ amount }) => amount, {
      pdf: 79,
      pdfLabel: 'Effect on\nthe account',
    }),
  ],
};
