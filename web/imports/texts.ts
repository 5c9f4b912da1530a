/** The texts of the import page. */
import { nameSome } from '../../domain/text.ts';
import type { Sheet } from '../extraction/hidden.ts';
import type { Outcome } from '../extraction/read-document.ts';
import type { DateDoubt } from '../extraction/date-doubts.ts';
import { counted } from '../data/counted.ts';

const sheetNames = (sheets: readonly Sheet[]): string =>
  nameSome(sheets.map(({ name, isHidden }) => `${isHidden ? 'hidden sheet' : 'sheet'} “${name}”`));

export const importTexts = {
  unreadable: (outcome: Outcome) =>
    outcome === 'too-large'
      ? 'This file is too large. Please choose one of at most 10 MB, 20,000 rows and 256 columns.'
      : outcome === 'old-xls'
        ? 'This is an old Excel file. Please save it as .xlsx and choose it again.'
        : 'This file can’t be read. Please choose an .xlsx or .csv file.',
  empty: 'This file has no rows below its column names.',
  tooMany: (rows: number, most: number) =>
    `This file has ${rows} rows. Please import at most ${most} rows at a time.`,
  preview: 'Something went wrong checking the rows. Please try again later.',
  create:
    'Something went wrong importing the rows. Import again: what was created already is not created twice.',
  created: (count: number) => (count === 1 ? '1 schedule was created' : `${count} schedules were created`),
  counts: ({ ready, look, duplicate, refused }: Record<'ready' | 'look' | 'duplicate' | 'refused', number>) =>
    [
      `${ready} ready`,
      look > 0 && `${look} to look at`,
      duplicate > 0 && counted(duplicate, 'duplicate'),
      refused > 0 && `${refused} refused`,
    ]
      .filter(Boolean)
      .join(' · '),
  dates: ({ kind, text }: DateDoubt) =>
    kind === 'converted'
      ? `“${text}” is text, and all dates beside it are as likely with day and month swapped. Has a spreadsheet swapped them?`
      : `“${text}” is a date only with the month first. Are these dates month first?`,
  hidden: (text: string, isLeftOut: boolean) =>
    isLeftOut
      ? `The workbook hides ${text}. The hidden rows are left out; hidden columns are read.`
      : `The workbook hides ${text}. Hidden rows and columns are read as the others are.`,
  otherSheets: (sheets: readonly Sheet[]) =>
    `${
      sheets.length === 1
        ? 'Another sheet has rows to import too and isn’t read'
        : `${sheets.length} other sheets have rows to import too and aren’t read`
    }: ${sheetNames(sheets)}. One sheet is read at a time.`,
  largeSheets: (sheets: readonly Sheet[]) =>
    `Too large to read: ${sheetNames(sheets)}. Check that no rows to import are left out.`,
  otherTable: (line: number) =>
    `Line ${line} begins a table with other columns. Its rows aren’t imported. Choose that line above to import them instead.`,
  leftOut: (count: number) =>
    count === 1
      ? 'One line is a heading, total or note and isn’t imported:'
      : `${count} lines are headings, totals or notes and aren’t imported:`,
  replaceAll: (from: string, count: number) =>
    from === ''
      ? count === 1
        ? 'Fill in 1 more empty row'
        : `Fill in ${count} more empty rows`
      : count === 1
        ? `Replace “${from}” in 1 more row`
        : `Replace “${from}” in ${count} more rows`,
  useMonthly: (count: number) => (count === 1 ? 'Use Monthly?' : `Use Monthly for all ${count} rows?`),
  onlyProblems: (count: number) =>
    count === 1
      ? 'Show only the row that can’t be created'
      : `Show only the ${count} rows that can’t be created`,
  undo: 'Something went wrong undoing the import. Please try again later.',
  undone: 'The import was undone',
  undonePartly: (left: number) =>
    left === 1
      ? 'The import was undone. 1 schedule that was changed stays.'
      : `The import was undone. ${left} schedules that were changed stay.`,
  undoing: (left: number) =>
    `The import is being undone. ${counted(left, 'schedule')} left. You can go on working.`,
} as const;
