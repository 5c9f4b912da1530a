/** Filters of searches in Xero's language. */
import type { DocumentType } from '../../../domain/journal/document.ts';
import type { DocumentSearch, MoneySearch } from '../../services/xero/port.ts';

/** Manual journals are a list of their own in Xero. */
export const typeFilter = (type: DocumentType): string | undefined =>
  type === 'MANUAL-JOURNAL' ? undefined : `Type=="${type}"`;

/** The filter of a search, of optimised fields only: Type, Status, Contact.ContactID and ranges of Date. */
export function searchFilter({ type, from, to, contactId, isStanding }: DocumentSearch): string {
  const conditions = [
    typeFilter(type) ?? [],
    ...(isStanding ? [`Status=="${type === 'MANUAL-JOURNAL' ? 'POSTED' : 'AUTHORISED'}"`] : []),
    ...(contactId === null ? [] : [`Contact.ContactID==guid("${literal(contactId)}")`]),
    `Date>=${dateTime(from)}`,
    `Date<=${dateTime(to)}`,
  ];
  return conditions.flat().join(' AND ');
}

/** The filter of what stands between two dates, of optimised fields only. Types are told apart on our side. */
export const standingFilter = ({ from, to }: Pick<MoneySearch, 'from' | 'to'>): string =>
  `Status=="AUTHORISED" AND Date>=${dateTime(from)} AND Date<=${dateTime(to)}`;

/** `2026-01-05` as `DateTime(2026,01,05)`. */
const dateTime = (date: string): string => `DateTime(${date.replaceAll('-', ',')})`;

/** A string inside a `where` filter. How Xero escapes quotes is not documented, so there must be none. */
function literal(text: string): string {
  if (!/^[\w .:#/-]+$/.test(text)) throw new RangeError(`Not fit for a filter: ${text}`);
  return text;
}
