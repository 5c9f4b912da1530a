/** Texts of the ledger check. */
import { counted } from '../data/counted.ts';

export const ledgerTexts = {
  load: 'Something went wrong loading the ledger check. Please try again later.',
  check: 'Something went wrong checking the ledger. Please try again later.',
  items: 'Something went wrong saving the reconciling items. Please try again later.',
  matches: 'Something went wrong loading the unmatched payments. Please try again later.',
  intro:
    'Compares the balances of the accounts of loans and registers in Xero with what was posted and with the contracts, at the end of a day.',
  agrees: 'All accounts agree.',
  notYet: 'The ledger has not been checked yet',
  notYetAt: (date: string) => `The ledger at ${date} has not been checked yet`,
  notYetText: 'Choose a date and check: Paydown reads the trial balance from Xero.',
  runs: 'Something went wrong loading the ledger checks. Please try again later.',
  run: 'Something went wrong checking the entities. Please try again later.',
  signOff: 'Something went wrong signing off. Please try again later.',
  signedOff: (count: number) => `${counted(count, 'entity', 'entities')} signed off`,
  allIntro: 'Checks the ledger of every entity that is linked to Xero at the end of a day.',
  noRun: 'No check of all entities yet',
  noRunText: 'Choose a date and check all: Paydown reads one trial balance of each entity.',
  itemsSaved: 'The reconciling items were saved',
  itemsText: 'Known differences, for instance a loan that is kept elsewhere on the same account.',
  matchesText: 'Not matched with the bank: paid late, dishonoured, other amount?',
} as const;
