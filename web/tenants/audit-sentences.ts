/** The text of an audit entry: a sentence with links to its subjects, and the facts that the sentence leaves out. */
import { showDate } from '../ui/dates.ts';
import { paths, pathTo } from '../data/paths.ts';
import type { AuditEntry } from './audit.ts';

/** A part of a sentence; subjects that still exist lead to their pages. */
export interface Part {
  readonly text: string;
  readonly href?: string | undefined;
}

/** By action. `{schedule}`, `{entity}` and `{date}` are subjects, other names in braces are facts. */
const SENTENCES: Readonly<Record<string, string>> = {
  'account/create': 'Created the account {code} {name} in Xero for {entity}',
  'attachment/add': 'Attached a file to {schedule}',
  'attachment/begin': 'Began to attach {name} to {schedule}',
  'attachment/delete': 'Deleted the file {name} of {schedule}',
  'attention/snooze': 'Snoozed an attention item until {until}',
  'calendar/create': 'Made a calendar link',
  'calendar/delete': 'Turned the calendar link off',
  'entity/answer-unknown-documents': 'Answered for documents in Xero of {entity}',
  'entity/assign': 'Changed who is responsible for {entity}',
  'entity/change-year-end': 'Changed the year end of {entity}',
  'entity/create': 'Created {entity}',
  'entity/delete': 'Deleted {entity}',
  'entity/link': 'Linked {entity} to {name} in Xero',
  'entity/migrate': 'Moved {entity} to another organisation',
  'entity/post-adjusting-journals': 'Posted adjusting journals of {entity} at {date}',
  'entity/rename': 'Renamed {entity}',
  'entity/set-tracking': 'Chose the tracking of {entity}',
  'entity/unlink': 'Unlinked {entity} from Xero',
  'factor/add': 'Added the second factor {name}',
  'factor/begin': 'Began to add the second factor {name}',
  'factor/begin-reset': 'Started the removal of all second factors',
  'factor/cancel-reset': 'Cancelled the removal of all second factors',
  'factor/remove': 'Removed the second factor {name}',
  'factor/renew-recovery-codes': 'Made new recovery codes',
  'factor/request-reset': 'Asked for the removal of all second factors',
  'factor/reset': 'All second factors were removed',
  'factor/revoke': 'Revoked second factors by the mailed link',
  'import/undo': 'Undid an import',
  'invite/accept': 'Accepted the invitation as {role}',
  'invite/cancel': 'Cancelled the invitation of {subject}',
  'invite/send': 'Invited {subject} as {role}',
  'ledger/check': 'Checked the ledger of {entity} at {date}: {status}',
  'ledger/check-all': 'Started a ledger check of all entities at {date}',
  'ledger/save-items': 'Saved the reconciling items of {entity}',
  'ledger/sign-off': 'Signed off the ledger check of {entity} at {date}',
  'member/change-entities': 'Changed the clients that a user sees',
  'member/change-role': 'Changed the role of a user',
  'member/end-sessions': 'Ended the sessions of a user',
  'member/leave': 'Left the organisation',
  'member/remove': 'Removed a user from the organisation',
  'message/acknowledge': 'Acknowledged messages',
  'message/delete': 'Deleted messages',
  'organisation/create': 'Created the organisation',
  'organisation/delete': 'Deleted the organisation {name}',
  'organisation/export': 'Exported the data of the organisation',
  'organisation/enter-benchmark-rate': 'Entered the Division 7A benchmark rate of {year}',
  'organisation/rename': 'Renamed the organisation',
  'organisation/set-security': 'Changed the security of the organisation',
  'register/accept-entry': 'Accepted entry {entry} of the register {register} of {entity} as it is in Xero',
  'register/add-attachment': 'Attached a file to the register {register} of {entity}',
  'register/archive': 'Archived the register {register} of {entity}',
  'register/begin-attachment': 'Began to attach {name} to the register {register} of {entity}',
  'register/create': 'Created the register {register} of {entity}',
  'register/delete': 'Deleted the register {register} of {entity}',
  'register/delete-attachment': 'Deleted the file {name} of the register {register} of {entity}',
  'register/delete-change': 'Deleted {kind} of the register {register} of {entity}',
  'register/post-entries': 'Posted register entries of {entity}',
  'register/record-change': 'Recorded {kind} of the register {register} of {entity}',
  'register/reverse-entry': 'Reversed entry {entry} of the register {register} of {entity}',
  'register/unarchive': 'Restored the register {register} of {entity}',
  'register/update': 'Changed the register {register} of {entity}',
  'report/reopen': 'Reopened the year end of {entity} at {subject}',
  'report/save-statements': 'Saved statement balances at {subject}',
  'report/sign-off': 'Signed off the year end of {entity} at {subject} as {role}',
  'schedule/accept-document': 'Accepted documents of {schedule} as they are in Xero',
  'schedule/archive': 'Archived {schedule}',
  'schedule/change-details': 'Changed the details of {schedule}',
  'schedule/change-payment': 'Changed payment {number} of {schedule}',
  'schedule/connect': 'Connected {schedule} to Xero',
  'schedule/create': 'Created {schedule}',
  'schedule/delete': 'Deleted {schedule}',
  'schedule/delete-purchase': 'Deleted the purchase of {schedule}',
  'schedule/post-opening-journal': 'Posted the opening balances journal of {schedule}',
  'schedule/record-event': 'Recorded {kind}{amount} on {schedule}',
  'schedule/rename': 'Renamed {schedule}',
  'schedule/dishonour-payment': 'Recorded payment {number} of {schedule} as dishonoured',
  'schedule/post-dishonour-fee': 'Posted the dishonour fee of payment {number} of {schedule}',
  'schedule/reverse-payment': 'Reversed payment {number} of {schedule}',
  'schedule/set-accounts': 'Set the accounts of {schedule}',
  'schedule/set-purchase': 'Set the purchase of {schedule}',
  'schedule/set-up': 'Set up {schedule} in Xero',
  'schedule/sync-event': 'Posted change {number} of {schedule}',
  'schedule/sync-payments': 'Posted {payments} of {schedule}',
  'schedule/unarchive': 'Unarchived {schedule}',
  'schedule/undo-event': 'Undid change {number} of {schedule}',
  'schedule/update': 'Changed {schedule}',
  'session/end': 'Ended a session',
  'session/end-others': 'Ended all other sessions',
  'user/change-address': 'Changed the email address',
  'user/change-password': 'Changed the password',
  'user/delete': 'Deleted the account',
  'user/end-digest': 'Ended the daily email',
  'user/reauthenticate': 'Entered the password again',
  'user/register': 'Registered',
  'user/request-address': 'Asked for a new email address',
  'user/reset-password': 'Set a new password by the mailed link',
  'user/restore-address': 'Restored the email address',
  'user/set-preferences': 'Changed preferences',
  'user/set-theme': 'Changed the theme',
  'user/sign-in': 'Logged in with {factors}',
  'user/update': 'Changed the account details',
  'user/verify': 'Confirmed the email address',
};

/**
 * Returns what was done, in parts; an action without a sentence by its name.
 * @param isOwn in the history of the schedule itself, which needs no name
 */
export function sentenceOf(entry: AuditEntry, { isOwn = false } = {}): Part[] {
  const sentence = SENTENCES[entry.action] ?? entry.action.replace('/', ': ').replaceAll('-', ' ');
  return (isOwn ? sentence.replace(/(?: (?:of|on|to))? \{schedule\}/, '') : sentence)
    .split(/(\{\w+\})/)
    .filter((piece) => piece !== '')
    .map((piece) => (piece.startsWith('{') ? partOf(entry, piece.slice(1, -1)) : { text: piece }));
}

export const sentenceText = (entry: AuditEntry): string =>
  sentenceOf(entry)
    .map(({ text }) => text)
    .join('');

function partOf(entry: AuditEntry, name: string): Part {
  const { entityId, entityName, scheduleId, scheduleName, subject, detail } = entry;
  const known = typeof detail['name'] === 'string' ? detail['name'].split(' → ')[0] : undefined;
  if (name === 'schedule') {
    const place = scheduleName === null || entityName === null ? '' : ` (${entityName})`;
    const text = (scheduleName ?? known ?? 'a deleted schedule') + place;
    if (scheduleName === null || entityId === null || scheduleId === null) return { text };
    return { text, href: pathTo(paths.schedule, { entityId, scheduleId }) };
  }
  if (name === 'entity') {
    if (entityName === null || entityId === null) return { text: known ?? 'a deleted entity' };
    return { text: entityName, href: pathTo(paths.entity, { entityId }) };
  }
  const value = name === 'subject' ? subject : detail[name];
  if (value === undefined || value === null) return { text: '' };
  const text = shownValue(name, String(value));
  return { text: name === 'kind' ? withArticle(text) : text };
}

/** Returns the facts that the sentence leaves out: `Administration fee 0.00 → 12.50`. */
export const factsOf = (entry: AuditEntry): string[] =>
  otherFacts(entry).map(([name, value]) => `${labelOf(name)} ${shownValue(name, String(value))}`);

/** Like `factsOf`, without ids, which only a file needs: `Bank account: changed` for one that replaced another. */
export const shownFactsOf = (entry: AuditEntry): string[] =>
  otherFacts(entry).flatMap(([name, value]) => {
    const text = String(value);
    if (!ID.test(text)) return [`${labelOf(name)} ${shownValue(name, text)}`];
    if (!text.includes('→') || text.startsWith('–')) return [];
    return [`${labelOf(name.replace(/Id$/, ''))}: changed`];
  });

/** A deleted or created thing has its name in the sentence. */
function otherFacts({ action, detail }: AuditEntry): [string, AuditEntry['detail'][string]][] {
  const sentence = SENTENCES[action] ?? '';
  const isNamed = /\/(create|delete)$/.test(action);
  return Object.entries(detail).filter(
    ([name]) => !sentence.includes(`{${name}}`) && !(isNamed && name === 'name'),
  );
}

/** Kinds are written as in the code, dates as on the wire, amounts without separators. */
function shownValue(name: string, text: string): string {
  if (name === 'amount') return ` of $${withSeparators(text)}`;
  if (name === 'kind') return FACTORS[text] ?? text.replaceAll('-', ' ');
  if (name === 'factors')
    return text
      .split(', ')
      .map((factor) => FACTORS[factor] ?? factor)
      .join(' and ');
  if (name === 'payments' && !text.includes('×'))
    return `${/^\d+$/.test(text) ? 'payment' : 'payments'} ${text}`;
  return withSeparators(text.replaceAll(/\d{4}-\d{2}-\d{2}/g, showDate));
}

const withSeparators = (text: string): string =>
  text.replaceAll(/\d+(?=\.\d{2}(?!\d))/g, (dollars) => Number(dollars).toLocaleString('en-AU'));

const FACTORS: Readonly<Record<string, string>> = {
  totp: 'authenticator app',
  'recovery-code': 'recovery code',
};

const withArticle = (words: string): string => `${/^[aeiou]/.test(words) ? 'an' : 'a'} ${words}`;

const ID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

/** `administrationFee` as `Administration fee`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
