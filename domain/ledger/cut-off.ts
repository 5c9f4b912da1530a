/** The ledger of a schedule at a year end: what our documents dated by then hold, and which payments they lack. */
import { type CalendarDate, formatDay } from '../calendar.ts';
import { cents, type Cents, sumCents, ZERO } from '../money.ts';
import { type AccountSums, type DocumentOwner, type LedgerEntry, sumByAccount } from './ledger-entry.ts';
import { type OwnCause, ownCauses } from './own-causes.ts';
import { accountOfRole, contractPostings, LIABILITY_ROLES, type ScheduleBooks } from './schedule-books.ts';

/** A payment or event that was due by a day and not posted by then, or the other way round. */
export interface CutOffItem {
  readonly owner: Exclude<DocumentOwner, { readonly kind: 'opening' }>;
  readonly due: CalendarDate;
  /** Due and not posted; negative for what was posted before it was due. Without fees. */
  readonly amount: Cents;
  /** `Paid on 3 July 2026.` */
  readonly text: string;
}

export interface LedgerPosition {
  /** The balances of the mapped accounts by documents dated by the day; debits are positive. */
  readonly balances: AccountSums;
  readonly items: readonly CutOffItem[];
}

/** Causes that say nothing about the payments: the opening balances, and documents on other accounts. */
const isAboutPayments = ({ kind, owner }: OwnCause): boolean =>
  owner.kind !== 'opening' && kind !== 'remapped' && kind !== 'not-linked';

/**
 * Returns the ledger of a schedule at the end of a day. Without an opening journal of ours it is unknown what the ledger
 * began with, so it counts as agreeing with the contract.
 */
export function ledgerPosition(books: ScheduleBooks, date: CalendarDate): LedgerPosition {
  const contract = contractPostings(books, date);
  if (books.opening === null) return { balances: sumByAccount(contract), items: [] };
  // The interest and fees of a document are no part of what the check compares.
  const mapped = new Set(LIABILITY_ROLES.map((role) => accountOfRole(books.mapping, role)));
  const causes = ownCauses(books, date).filter(
    (cause) => isAboutPayments(cause) && [...cause.effect.keys()].some((account) => mapped.has(account)),
  );
  const effects = causes.flatMap(({ effect }) =>
    [...effect].map(([account, amount]) => ({ account, amount })),
  );
  return {
    balances: sumByAccount([...contract, ...effects]),
    items: causes.flatMap((cause) => itemOf(books, cause, date)),
  };
}

/** Σ of what is due and not posted. */
export const overdueIn = ({ items }: LedgerPosition): Cents =>
  sumCents(items.map(({ amount }) => (amount > 0 ? amount : ZERO)));

/** Σ of what is due and not posted, less what was posted early. */
export const openCash = ({ items }: LedgerPosition): Cents => sumCents(items.map(({ amount }) => amount));

function itemOf(books: ScheduleBooks, { owner, kind }: OwnCause, date: CalendarDate): CutOffItem[] {
  if (owner.kind === 'opening') return [];
  const entries = books.entries.filter((entry) => isSame(entry.owner, owner));
  const known = owner.kind === 'payment' ? paymentOf(books, owner.number) : eventOf(books, owner.number);
  if (known === null) return [];
  const posted = entries.filter((entry) => entry.date <= date);
  const paid = Math.min(known.amount, postedIn(posted));
  const amount = kind === 'posted-early' && known.due > date ? 0 - paid : known.amount - paid;
  return [
    {
      owner,
      due: known.due,
      amount: cents(amount),
      text: textOf(books, { owner, due: known.due }, entries, date),
    },
  ];
}

const isSame = (one: DocumentOwner, other: DocumentOwner): boolean =>
  one.kind === other.kind && 'number' in one && 'number' in other && one.number === other.number;

/** The sum of a document's lines is what it moved through the bank. */
const postedIn = (entries: readonly LedgerEntry[]): number =>
  Math.max(0, sumCents(entries.flatMap(({ postings }) => postings.map(({ amount }) => amount))));

function paymentOf({ contract }: ScheduleBooks, number: number) {
  if (number > contract.count) return null;
  const { date: due, amount } = contract.payment(number);
  return { due, amount };
}

function eventOf({ contract, eventNumbers }: ScheduleBooks, number: number) {
  const applied = contract.events[eventNumbers.indexOf(number)];
  return applied ? { due: applied.documentDate, amount: applied.repaid } : null;
}

function textOf(
  { variations }: ScheduleBooks,
  { owner, due }: Pick<CutOffItem, 'owner' | 'due'>,
  entries: readonly LedgerEntry[],
  date: CalendarDate,
): string {
  const variation = owner.kind === 'payment' ? variations.get(owner.number) : undefined;
  const paidOn = variation?.paidOn ?? null;
  const last = variation?.parts.at(-1);
  const later = entries.find((entry) => entry.date > date && entry.isCurrent);
  if (last && last.date > date) return `Paid in parts, the last on ${formatDay(last.date)}.`;
  if (entries.some((entry) => entry.date <= date && entry.isCurrent)) {
    return due > date ? 'Posted before it was due.' : 'Not all of it is in Xero.';
  }
  const dishonouredOn = variation?.dishonouredOn ?? null;
  if (dishonouredOn !== null && dishonouredOn <= date) {
    const again = paidOn === null ? '' : ` Presented again on ${formatDay(paidOn)}.`;
    return `Dishonoured on ${formatDay(dishonouredOn)}.${again}`;
  }
  if (paidOn !== null && paidOn > date) return `Paid on ${formatDay(paidOn)}.`;
  if (entries.some(({ isCurrent }) => !isCurrent)) return 'Reversed.';
  return later ? `Posted on ${formatDay(later.date)}.` : 'Not in Xero.';
}
