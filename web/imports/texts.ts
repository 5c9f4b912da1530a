/** The texts of the import page. */
export const importTexts = {
  read: 'This file can’t be read. Please choose an .xlsx or .csv file.',
  empty: 'This file has no rows below its column names.',
  tooMany: (rows: number, most: number) =>
    `This file has ${rows} rows. Please import at most ${most} rows at a time.`,
  preview: 'Something went wrong checking the rows. Please try again later.',
  create:
    'Something went wrong importing the rows. Import again: what was created already is not created twice.',
  created: (count: number) => (count === 1 ? '1 schedule was created' : `${count} schedules were created`),
  onlyProblems: (count: number) =>
    count === 1
      ? 'Show only the row that can’t be created'
      : `Show only the ${count} rows that can’t be created`,
  undo: 'Something went wrong undoing the import. Please try again later.',
  undone: 'The import was undone',
} as const;
