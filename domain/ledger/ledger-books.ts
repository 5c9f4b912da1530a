/** The books that a ledger check compares: those of a schedule, or of a register. */
import { type CalendarDate, formatDate, formatShortDay } from '../calendar.ts';
import type { Contract } from '../contract/contract.ts';
import { formatMoney } from '../money.ts';
import type { BookedOwner, DocumentOwner, LedgerEntry, Posting } from './ledger-entry.ts';
import type { BALANCE_ROLES } from '../registers/register-kind.ts';
import { type OwnCause, ownCauses, postedBy } from './own-causes.ts';
import {
  accountOfRole,
  contractPostings,
  isCreditRole,
  LIABILITY_ROLES,
  type LiabilityRole,
  type ScheduleBooks,
} from './schedule-books.ts';

/** The schedule or the register that books are kept of; null for causes that belong to neither. */
export interface BooksOf {
  readonly scheduleId: string | null;
  readonly registerId: string | null;
}

/** The roles of schedules, and those of registers. */
type ComparedRole = LiabilityRole | (typeof BALANCE_ROLES)[number];

/** An account that the check compares. */
export interface ComparedAccount {
  readonly account: string;
  readonly role: ComparedRole;
  /** The purpose of the role: `Hire purchase, current`. */
  readonly purpose: string;
  /** Whether the account normally has a credit balance. */
  readonly isCredit: boolean;
}

/** A document as it was sent. */
export type BookedDocument = Omit<LedgerEntry, 'owner'> & { readonly owner: BookedOwner };

export interface LedgerBooks extends BooksOf {
  readonly name: string;
  accounts(): readonly ComparedAccount[];
  readonly entries: readonly BookedDocument[];
  /** The balances at the end of a day as the contract or the facts say. */
  contract(date: CalendarDate): readonly Posting[];
  /** Our documents dated on or before a day, and what others have booked as the facts say. */
  posted(date: CalendarDate): readonly Posting[];
  /** The part of `posted` that a register begins with, which users bring to the accounts by entries of their own. */
  beginning(date: CalendarDate): readonly Posting[];
  /** The causes whose effects add up to what is posted on the compared accounts less the contract's balances. */
  ownCauses(date: CalendarDate): readonly OwnCause<BookedOwner>[];
  /** The owner of a document in words: `Payment 17 of Truck (15 Jun 2026, $1,000.00)`. */
  describe(owner: BookedOwner): string;
}

export const ROLE_NAMES: Readonly<Record<LiabilityRole, string>> = {
  hirePurchaseCurrent: 'Hire purchase, current',
  hirePurchaseNonCurrent: 'Hire purchase, non-current',
  unexpiredChargesCurrent: 'Unexpired charges, current',
  unexpiredChargesNonCurrent: 'Unexpired charges, non-current',
};

export const booksOfSchedule = (books: ScheduleBooks): LedgerBooks => ({
  scheduleId: books.scheduleId,
  registerId: null,
  name: books.name,
  accounts: () =>
    LIABILITY_ROLES.flatMap((role) => {
      const account = accountOfRole(books.mapping, role);
      return account === null
        ? []
        : [{ account, role, purpose: ROLE_NAMES[role], isCredit: isCreditRole(role) }];
    }),
  entries: books.entries,
  contract: (date) => contractPostings(books, date),
  posted: (date) => postedBy(books.entries, date),
  beginning: () => [],
  ownCauses: (date) => ownCauses(books, date),
  describe: (owner) => (owner.kind === 'entry' ? '' : ownerText(books, owner)),
});

function ownerText({ name, contract, eventNumbers }: ScheduleBooks, owner: DocumentOwner): string {
  if (owner.kind === 'opening') return `The opening journal of ${name}`;
  if (owner.kind === 'payment')
    return `Payment ${owner.number} of ${name}${factsText(contract, owner.number)}`;
  const applied = contract.events[eventNumbers.indexOf(owner.number)];
  return `The change of ${name} on ${applied ? formatDate(applied.event.date) : 'an earlier date'}`;
}

/** The date and amount of a payment; empty for one that the contract has no more. */
function factsText(contract: Contract, number: number): string {
  if (number > contract.count) return '';
  const { date } = contract.payment(number);
  return ` (${formatShortDay(date)}, ${formatMoney(contract.amountDue(number))})`;
}
