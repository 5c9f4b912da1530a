import type { CalendarDate } from '../calendar.ts';
import type { LineRole, PartialMapping } from '../journal/document.ts';
import { eventDocument } from '../journal/event-document.ts';
import { paymentLines, type PaymentPart } from '../journal/payment-documents.ts';
import { negated } from '../money.ts';
import type { AppliedEvent } from '../contract/applied-event.ts';
import type { Contract } from '../contract/contract.ts';
import type { OpeningDate } from '../contract/covered.ts';
import type { DocumentOwner, LedgerEntry, Posting } from './ledger-entry.ts';

/** The accounts that the check compares, in the order of its page. */
export const LIABILITY_ROLES = [
  'hirePurchaseCurrent',
  'hirePurchaseNonCurrent',
  'unexpiredChargesCurrent',
  'unexpiredChargesNonCurrent',
] as const satisfies readonly LineRole[];

export type LiabilityRole = (typeof LIABILITY_ROLES)[number];

/** A schedule's contract, and what was posted for it to one Xero organisation. */
export interface ScheduleBooks {
  readonly scheduleId: string;
  readonly name: string;
  /** Whether its payments may be synced now. An archived schedule isn't connected any more. */
  readonly isConnected: boolean;
  readonly isArchived: boolean;
  readonly mapping: PartialMapping;
  readonly contract: Contract;
  /** The numbers of the contract's events, in their order. */
  readonly eventNumbers: readonly number[];
  /** The numbers of the events that the posted opening journal contains. */
  readonly containedEvents: ReadonlySet<number>;
  /** The day of the posted opening journal, null without one. */
  readonly opening: OpeningDate | null;
  /** Payments that were made late or in parts, or dishonoured. */
  readonly variations: ReadonlyMap<
    number,
    {
      readonly paidOn: CalendarDate | null;
      readonly parts: readonly PaymentPart[];
      /** The last day on which the bank gave it back; absent for none. */
      readonly dishonouredOn?: CalendarDate | null;
    }
  >;
  readonly entries: readonly LedgerEntry[];
}

/** Whether a role's account normally has a credit balance. */
export const isCreditRole = (role: LiabilityRole): boolean =>
  role === 'hirePurchaseCurrent' || role === 'hirePurchaseNonCurrent';

/** The account that a role is mapped to, null without one. */
export const accountOfRole = (mapping: PartialMapping, role: LiabilityRole): string | null =>
  mapping[`${role}Id`] ?? null;

/**
 * The balances at the end of a day by the contract: 0.00 before it starts. An event that was recorded late counts from
 * the date of its document on, although it changes the payments after a later one only.
 */
export function contractPostings(books: ScheduleBooks, date: CalendarDate): Posting[] {
  const { contract, mapping } = books;
  if (date < contract.terms.startDate) return [];
  const split = contract.splitAt({ date, includesDate: true });
  const ofSplit = LIABILITY_ROLES.flatMap((role) => {
    const account = accountOfRole(mapping, role);
    const amount = isCreditRole(role) ? negated(split[role]) : split[role];
    return account === null || amount === 0 ? [] : [{ account, amount }];
  });
  const late = openEvents(books).filter(
    ({ applied }) => applied.documentDate <= date && applied.effectiveDate > date,
  );
  return [...ofSplit, ...late.flatMap(({ applied }) => eventPostings(applied, mapping))];
}

const eventPostings = (applied: AppliedEvent, mapping: PartialMapping): Posting[] =>
  liabilityPostings(eventDocument(applied, mapping, null)?.lines ?? []);

/** A payment or event that should be in Xero on a day, with its effect on the four accounts. */
export interface DueItem {
  readonly owner: DocumentOwner;
  readonly postings: readonly Posting[];
}

/** The payments and events due by the end of a day that the opening balances do not contain. */
export function dueItems(books: ScheduleBooks, date: CalendarDate): DueItem[] {
  const { contract, mapping, opening } = books;
  if (date < contract.terms.startDate) return [];
  const covered = opening === null ? 0 : contract.coveredBy(opening);
  const items: DueItem[] = [];
  const due = contract.dueBy(date);
  for (let number = covered + 1; number <= due; number++) {
    const lines = paymentLines(contract.planOf(number), number, mapping);
    items.push({ owner: { kind: 'payment', number }, postings: liabilityPostings(lines) });
  }
  for (const { number, applied } of openEvents(books)) {
    if (applied.documentDate > date) continue;
    items.push({ owner: { kind: 'event', number }, postings: eventPostings(applied, mapping) });
  }
  return items;
}

/** The events that post documents of their own. */
export function openEvents({
  contract,
  eventNumbers,
  containedEvents,
}: ScheduleBooks): { readonly number: number; readonly applied: AppliedEvent }[] {
  return contract.events.flatMap((applied, index) => {
    const number = eventNumbers[index];
    return number === undefined || containedEvents.has(number) ? [] : [{ number, applied }];
  });
}

/** The events whose documents are due by the end of a day and not in Xero. */
export const unpostedEvents = (books: ScheduleBooks, date: CalendarDate): AppliedEvent[] =>
  openEvents(books).flatMap(({ number, applied }) => {
    const isPosted = books.entries.some(
      ({ owner, isCurrent }) => isCurrent && owner.kind === 'event' && owner.number === number,
    );
    const isDue = applied.documentDate <= date && eventDocument(applied, books.mapping, null) !== null;
    return isDue && !isPosted ? [applied] : [];
  });

const isLiabilityRole = (role: LineRole): role is LiabilityRole =>
  LIABILITY_ROLES.some((known) => known === role);

function liabilityPostings(
  lines: readonly {
    readonly role: LineRole;
    readonly account: string | null;
    readonly amount: Posting['amount'];
  }[],
): Posting[] {
  return lines.flatMap(({ role, account, amount }) =>
    isLiabilityRole(role) && account !== null && amount !== 0 ? [{ account, amount }] : [],
  );
}
