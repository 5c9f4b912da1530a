/** Why the balances that we posted differ from those of the contract. */
import type { CalendarDate } from '../calendar.ts';
import {
  type AccountSums,
  type BookedOwner,
  differenceOf,
  type DocumentOwner,
  type LedgerEntry,
  type Posting,
  sumByAccount,
} from './ledger-entry.ts';
import {
  accountOfRole,
  contractPostings,
  type DueItem,
  dueItems,
  LIABILITY_ROLES,
  type ScheduleBooks,
} from './schedule-books.ts';

/** The kinds of causes that lie with our own documents. */
export type OwnCauseKind =
  | 'not-linked'
  | 'opening-missing'
  | 'opening-out-of-date'
  | 'unsynced'
  | 'posted-early'
  | 'posted-late'
  | 'remapped'
  | 'document-changed'
  | 'entry-out-of-date';

/** A cause with its effect: what was posted less what the contract says. */
export interface OwnCause<Owner extends BookedOwner = DocumentOwner> {
  readonly kind: OwnCauseKind;
  readonly owner: Owner;
  readonly effect: AccountSums;
}

/** The amounts of the documents dated on or before a day. */
export const postedBy = (
  entries: readonly Pick<LedgerEntry, 'date' | 'postings'>[],
  date: CalendarDate,
): Posting[] => entries.flatMap((entry) => (entry.date <= date ? entry.postings : []));

/**
 * Returns the causes of a schedule at the end of a day, the opening journal's first. Their effects add up to what was
 * posted on its accounts less the contract's balances.
 */
export function ownCauses(books: ScheduleBooks, date: CalendarDate): OwnCause[] {
  const due = dueItems(books, date);
  const entries = Map.groupBy(books.entries, ({ owner }) => keyOf(owner));
  const dueKeys = new Set(due.map(({ owner }) => keyOf(owner)));
  const early = [...entries].flatMap(([key, own]): DueItem[] => {
    const [first] = own;
    return first === undefined || first.owner.kind === 'opening' || dueKeys.has(key)
      ? []
      : [{ owner: first.owner, postings: [] }];
  });
  const causes = [...due, ...early].flatMap((item) => {
    const own = entries.get(keyOf(item.owner)) ?? [];
    const effect = differenceOf(sumByAccount(postedBy(own, date)), sumByAccount(item.postings));
    return effect.size === 0 ? [] : [{ kind: kindOf(books, item, own, date), owner: item.owner, effect }];
  });
  return [...openingCause(books, date, due, entries.get('opening') ?? []), ...causes];
}

const keyOf = (owner: DocumentOwner): string =>
  owner.kind === 'opening' ? owner.kind : `${owner.kind} ${owner.number}`;

/**
 * The opening balances must hold what the contract owes beside the payments and events that post documents of their
 * own: the split as at the journal's day.
 */
function openingCause(
  books: ScheduleBooks,
  date: CalendarDate,
  due: readonly DueItem[],
  entries: readonly LedgerEntry[],
): OwnCause[] {
  const ofDue = sumByAccount(due.flatMap(({ postings }) => postings));
  const expected = differenceOf(sumByAccount(contractPostings(books, date)), ofDue);
  const actual = sumByAccount(postedBy(entries, date));
  const effect = differenceOf(actual, expected);
  if (effect.size === 0) return [];
  const kind = openingKind(books, date, isMoved(actual, expected) ? 'remapped' : 'opening-out-of-date');
  return [{ kind, owner: { kind: 'opening' }, effect }];
}

function openingKind(
  { opening, contract }: ScheduleBooks,
  date: CalendarDate,
  otherwise: OwnCauseKind,
): OwnCauseKind {
  if (opening === null) return 'opening-missing';
  if (opening.date > date) return 'posted-late';
  return date < contract.terms.startDate ? 'posted-early' : otherwise;
}

/** Whether the expected amounts are all there, some of them on other accounts. */
function isMoved(actual: AccountSums, expected: AccountSums): boolean {
  const amounts = new Set(actual.values());
  return expected.size > 0 && [...expected.values()].every((amount) => amounts.has(amount));
}

function kindOf(
  books: ScheduleBooks,
  { owner, postings }: DueItem,
  entries: readonly LedgerEntry[],
  date: CalendarDate,
): OwnCauseKind {
  if (postings.length === 0) return 'posted-early';
  const byDate = sumByAccount(postedBy(entries, date));
  const everything = sumByAccount(entries.flatMap((entry) => entry.postings));
  const isCancelled = [...byDate.values()].every((amount) => amount === 0);
  const isPostedLater = [...everything.values()].some((amount) => amount !== 0);
  // A reversal of a document that a user of Xero has changed doesn't cancel the one that was sent.
  const isReversed = entries.length > 0 && entries.every(({ isCurrent }) => !isCurrent);
  if (isPaidLater(books, owner, date)) return 'posted-late';
  if (isReversed || (isCancelled && !isPostedLater)) return isSyncable(books) ? 'unsynced' : 'not-linked';
  if (isRight(books, postings, entries, date)) return 'document-changed';
  if (entries.some((entry) => entry.date > date)) return 'posted-late';
  return isComplete(books, owner, entries) ? 'remapped' : 'unsynced';
}

/** Whether the documents that stand post the amounts due, so that a difference lies with reversed ones. */
function isRight(
  { mapping }: ScheduleBooks,
  due: readonly Posting[],
  entries: readonly LedgerEntry[],
  date: CalendarDate,
): boolean {
  const standing = postedBy(
    entries.filter(({ isCurrent }) => isCurrent),
    date,
  );
  const difference = differenceOf(sumByAccount(standing), sumByAccount(due));
  return LIABILITY_ROLES.every((role) => !difference.has(accountOfRole(mapping, role) ?? ''));
}

/** An archived schedule's payments can't be synced either, but its connection was given up on purpose. */
const isSyncable = ({ isConnected, isArchived }: ScheduleBooks): boolean => isConnected || isArchived;

/** Whether a payment, or a part of it, was made after the day. */
function isPaidLater({ variations }: ScheduleBooks, owner: DocumentOwner, date: CalendarDate): boolean {
  if (owner.kind !== 'payment') return false;
  const variation = variations.get(owner.number);
  if (!variation) return false;
  const { paidOn, parts } = variation;
  return (paidOn !== null && paidOn > date) || parts.some((part) => part.date > date);
}

/** Whether every part of a payment was posted. */
function isComplete(
  { variations }: ScheduleBooks,
  owner: DocumentOwner,
  entries: readonly LedgerEntry[],
): boolean {
  const parts = owner.kind === 'payment' ? (variations.get(owner.number)?.parts.length ?? 0) : 0;
  return entries.length >= Math.max(parts, 1);
}
