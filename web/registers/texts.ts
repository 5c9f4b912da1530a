/** Texts of the pages about registers. */
import { counted } from '../data/counted.ts';

export const registerTexts = {
  list: 'Something went wrong loading the list. Please try again later.',
  load: 'Something went wrong loading its entries. Please try again later.',
  create: 'Something went wrong creating it. Please try again later.',
  update: 'Something went wrong saving it. Please try again later.',
  delete: 'Something went wrong deleting it. Please try again later.',
  archive: 'Something went wrong archiving it. Please try again later.',
  unarchive: 'Something went wrong unarchiving it. Please try again later.',
  post: 'Something went wrong posting the entries. Please try again later.',
  reverse: 'Something went wrong reversing the entry. Please try again later.',
  change: 'Something went wrong recording the change. Please try again later.',
  attach: 'The minute could not be attached. Attach it on this page.',
  deleteChange: 'Something went wrong deleting the change. Please try again later.',
  found: 'Xero can’t be searched right now. Enter the repayment yourself.',
  statement: 'Something went wrong making the statement. Please try again later.',
  rate: 'Something went wrong saving the rate. Please try again later.',
  rates: 'Something went wrong loading the benchmark rates. Please try again later.',
  preview: 'The entries can’t be shown right now.',
  created: (name: string) => `${name} was created`,
  imported: (count: number) => (count === 1 ? '1 spread was created' : `${count} spreads were created`),
  saved: (name: string) => `${name} was saved`,
  deleted: (name: string) => `${name} was deleted`,
  archived: (name: string) => `${name} was archived`,
  unarchived: (name: string) => `${name} is active again`,
  recorded: (count: number) => (count === 1 ? 'The change was recorded' : `${count} changes were recorded`),
  changeDeleted: 'The change was deleted',
  nothingLeft: (number: number) => `Entry ${number} was voided. It is 0.00 now, so nothing is posted`,
  postedAgain: (number: number) => `Entry ${number} was posted again`,
  reversed: (number: number) => `Entry ${number} was reversed`,
  stale: 'It was changed elsewhere. The preview is up to date again: review it and record the change.',
  archivedNotice: 'It is archived and can’t be changed.',
  noAccounts: 'Choose its accounts before you post.',
  notLinked: 'Link this entity to Xero before you post.',
  checking: (number: number) =>
    `Xero didn’t confirm. Entry ${number} may be in Xero already; Paydown checks before it posts again.`,
  remain: (posted: number) => {
    if (posted === 0) return 'No journals are in Xero.';
    return `${counted(posted, 'journal')} ${posted === 1 ? 'remains' : 'remain'} in Xero.`;
  },
} as const;
