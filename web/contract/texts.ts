/** Texts of the pages about schedules. */
export const scheduleTexts = {
  list: 'Something went wrong loading the schedules. Please try again later.',
  load: 'Something went wrong loading the schedule. Please try again later.',
  create: 'Something went wrong creating the schedule. Please try again later.',
  update: 'Something went wrong updating the schedule. Please try again later.',
  delete: 'Something went wrong deleting the schedule. Please try again later.',
  archive: 'Something went wrong archiving the schedule. Please try again later.',
  unarchive: 'Something went wrong unarchiving the schedule. Please try again later.',
  download: 'Something went wrong downloading the schedule. Please try again later.',
  none: 'There are no schedules yet',
  noneText: 'A schedule lists the payments of one loan or hire purchase.',
  created: (name: string) => `${name} was created`,
  saved: (name: string) => `${name} was saved`,
  deleted: (name: string) => `${name} was deleted`,
  archived: (name: string) => `${name} was archived`,
  unarchived: (name: string) => `${name} is active again`,
  documentsRemain: (documents: number) => {
    if (documents === 0) return 'No transactions are in Xero.';
    return documents === 1 ? '1 transaction remains in Xero.' : `${documents} transactions remain in Xero.`;
  },
  termsFixed:
    'Payments of this schedule are in Xero or changes are recorded, so its terms are fixed. Record a change to adjust the contract from a date on.',
  archivedNotice: 'This schedule is archived and can’t be changed.',
  journalOutOfDate:
    'The schedule has changed since its opening balances journal. Post the journal again to continue syncing.',
} as const;
