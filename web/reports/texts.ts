/** The texts of the pages about reports. */
import { counted } from '../data/counted.ts';

export const reportTexts = {
  load: 'Something went wrong loading the report. Please try again later.',
  download: 'Something went wrong downloading the report. Please try again later.',
  save: 'Something went wrong saving the statement balances. Please try again later.',
  saved: (count: number) => (count === 1 ? 'Statement balance saved' : `${count} statement balances saved`),
  statements:
    'Type or paste the balances of lenders’ statements. Tab goes to the next one; a pasted column fills the rows below.',
  pastedTooMany: (lines: number) =>
    lines === 1
      ? 'One pasted line has no loan beside it.'
      : `${lines} pasted lines have no loan beside them.`,
  signOff: 'Something went wrong with the sign-off. Please try again later.',
  reviewing: (date: string) =>
    `Statement balances and adjusting journals at ${date} are locked until an Admin reopens the year end.`,
  reopening: 'Both sign-offs are taken away, so that balances and journals can change.',
  none: 'No loans in this report',
  nothing: 'Nothing to report.',
  noneText: 'A loan is listed when it started by the date and did not end before the year up to it.',
  tooMany: 'This report is too large to show here. Choose an entity, or download the whole report.',
  making: 'The report is being made. You can leave this page; a notification follows when it is ready.',
  ready: 'The report is ready. It is kept for 7 days.',
  failed: 'The report could not be made. Please ask for it again.',
  gone: 'This report is no longer available. Please ask for it again.',
  forecast: 'Something went wrong loading the forecast. Please try again later.',
  calendar: 'Something went wrong changing the calendar link. Please try again later.',
  calendarIntro:
    'Add this link to Outlook, Google or Apple Calendar to see the payments of this organisation. Anyone with the link can see them. The link stops working when you change your password.',
  loadCalendar: 'Something went wrong loading the calendar link. Please try again later.',
  calendarOn: 'A link is on. Its address was shown once, when it was made.',
  calendarOff: 'No link is on.',
  calendarOnce:
    'Copy the link now. It is not shown again. Other choices give another address of the same link.',
  calendarEnded: 'The calendar link no longer works.',
  attention: 'Something went wrong loading this list. Please try again later.',
  nothingOpen: 'Due payments, changes in Xero, open statements and contracts that end soon are listed here.',
  nothingSnoozed: (count: number) => `${counted(count, 'issue')} ${count === 1 ? 'is' : 'are'} snoozed.`,
  snooze: 'Something went wrong changing this. Please try again later.',
  snoozed: (count: number, date: string) =>
    `${count === 1 ? 'Snoozed' : `${count} issues snoozed`} until ${date}`,
  checks: 'Something went wrong starting the ledger check. Please try again later.',
  journal: 'Something went wrong with the journal. Please try again later.',
  journalRole: 'Members can prepare and post adjusting journals.',
  journalPosted: 'Adjusting journals posted to Xero',
  journalConfirm: (date: string) =>
    `The journals at ${date} are posted as shown. Each is posted once; to change one, void it in Xero.`,
  startPage: 'Something went wrong saving the start page. Please try again later.',
} as const;

/** The names of the kinds of attention items. */
export const KIND_LABELS = {
  'unknown-documents': 'Unknown in Xero',
  'out-of-balance': 'Out of balance',
  'document-missing': 'Missing in Xero',
  'document-changed': 'Changed in Xero',
  reconnect: 'Reconnect',
  'scope-missing': 'Permission missing',
  'auto-sync-failing': 'Auto sync failing',
  tracking: 'Tracking',
  unmatched: 'Not matched',
  'opening-out-of-date': 'Opening journal',
  overdue: 'To post',
  'register-due': 'Entries to post',
  'division-7a-due': 'Division 7A repayments missing',
  'division-7a-agreement': 'Division 7A loans without an agreement',
  'division-7a-rate': 'Benchmark rates missing',
  'not-linked': 'Not linked',
  'setup-incomplete': 'Not set up',
  balloon: 'Balloon',
  ending: 'Ending',
  'statements-open': 'Statements',
} as const;
