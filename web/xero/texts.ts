/** Texts of the pages about Xero. */
import { counted } from '../data/counted.ts';

export const xeroTexts = {
  redirectFailed: 'Something went wrong redirecting you to Xero. Please try again later.',
  authorisationCancelled: 'The authorisation was cancelled. Nothing was linked.',
  authorisationFailed: 'Something went wrong authorising with Xero. Please try again later.',
  linkFailed: 'Something went wrong linking the entity to Xero. Please try again later.',
  unlinkFailed: 'Something went wrong unlinking the entity from Xero. Please try again later.',
  disconnected: (name: string) => `Paydown no longer has access to ${name} in Xero.`,
  connectAgain: 'Reconnect to continue. All settings are kept.',
  scopeMissing:
    'Paydown may not read payments of bills in Xero, so it can’t tell whether a repayment is there already. Reconnect to Xero with all permissions ticked; auto sync then continues. All settings are kept.',
  resetDemo:
    'Xero replaces demo companies every 28 days with a new organisation of the same name. Reconnecting links the new one and clears the account settings. Earlier transactions remain in the old one.',
  sameName: (entity: string, name: string) =>
    `${entity} is linked to another organisation that is also called ${name}. A demo company that Xero has reset is a new organisation under the same name. Linking clears the account settings of its schedules and turns off auto sync. Earlier transactions remain in the old organisation and are not posted again.`,
  unlinkConfirm: (entity: string) =>
    `This clears the account settings of all schedules of ${entity} and turns off auto sync. Transactions in Xero remain.`,
  withdrawn: 'Nothing was linked. Paydown gives the access to Xero back.',
  unlinked: 'The entity is no longer linked to Xero.',
  choiceHint: (entity: string) => `Payments of ${entity} will be posted to this organisation.`,
  choice: (name: string, currency: string | null) => {
    if (currency === null) return name;
    return currency === 'AUD' ? `${name} (AUD)` : `${name} (${currency}, can’t be linked)`;
  },
  namesDiffer: 'The names differ. Check that these are the books of this entity.',
  linkedAlready: (name: string, entity: string) =>
    `${name} is already linked to ${entity}. Link it only if both keep their loans in the same books.`,
  linkedTo: (entity: string) => `Linked to ${entity}.`,
  linkSeveral: 'Link several entities to the organisations of this consent',
  linkedSeveral: (count: number) => `${counted(count, 'entity is', 'entities are')} now linked to Xero.`,
  noneToLink: 'Every entity is linked to Xero already. Create an entity first, then link it.',
  onlyAud: 'Only organisations in AUD can be linked.',
  linkedNames: (entity: string, name: string) => `${entity} is linked to ${name} in Xero.`,
  linked: (name: string) => `The entity is now linked to ${name}`,
  notLinked: 'You must connect this entity to Xero before you can sync schedule items.',
  notReady: 'Please complete the Xero integration before syncing payments.',
  limitExceeded: 'You have exceeded your limit for connected schedules.',
  planTooSmall: 'Please upgrade your plan to integrate schedules to Xero.',
  paymentLocked: 'Payment date not after lock date. Check the organisation lock dates in Xero.',
  syncFailed: 'Something went wrong syncing the payments. Please try again later.',
  archivedAccounts: 'Cannot create accounts for an archived schedule.',
  archivedJournal: 'Cannot access opening balances journal for an archived schedule.',
  loadAccounts: 'Something went wrong loading the schedule with its accounts. Please try again later.',
  readAccounts: 'Something went wrong loading the accounts from Xero. Please try again later.',
  saveAccounts: 'Something went wrong saving the accounts. Please try again later.',
  accountGone: 'This account is no longer available in Xero. Choose another one.',
  setUpPace: (minutes: number) =>
    `. Xero allows 60 calls a minute: about ${counted(minutes, 'minute')} left.`,
  accountsSaved: 'The account settings were saved.',
  accountsCreated: 'All new accounts have been successfully created.',
  accountsInUse: 'Rows marked Created show the accounts that this schedule uses.',
  noneIncluded: 'Please include an account to create.',
  detailsMissing: 'Please provide details for all the included accounts.',
  errorsLeft: 'Please fix any errors before creating new accounts.',
  accountFailed: (name: string) => `“${name}” was not created.`,
  loadSchedule:
    'Something went wrong! We were unable to load the schedule information. Please try again later.',
  postJournal: 'Something went wrong submitting the opening balance journal. Please try again later.',
  journalUrl: "Something went wrong retrieving the journal's Xero URL. Please try again later.",
  narrationToken: (token: string) => `In Xero, [${token}] follows the narration. It identifies the journal.`,
  taxRate: 'Something went wrong getting tax type rate.',
  loadTracking: 'Something went wrong loading the tracking categories. Please try again later.',
  saveTracking: 'Something went wrong saving the tracking. Please try again later.',
  trackingSaved: 'The tracking was saved.',
  purchaseSaved: 'The purchase was saved.',
  savePurchase: 'Something went wrong saving the purchase. Please try again later.',
  journalPosted: 'Opening balances journal was successfully submitted.',
} as const;
