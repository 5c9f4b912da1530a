/** Compares the balances of a Xero organisation with those of the contracts, and explains each difference. */
import type { CalendarDate } from '../calendar.ts';
import { cents, type Cents, formatMoney, negated, sumCents, ZERO } from '../money.ts';
import {
  type AccountSums,
  type AdjustingEntry,
  type BookedOwner,
  differenceOf,
  type JournalOwner,
  type Posting,
  sumByAccount,
} from './ledger-entry.ts';
import type { BookedDocument, BooksOf, ComparedAccount, LedgerBooks } from './ledger-books.ts';
import { postedBy } from './own-causes.ts';
import { LIABILITY_ROLES } from './schedule-books.ts';

/** Every kind of cause, in the order in which they are shown. */
export const CAUSE_KINDS = [
  'scope-missing',
  'not-linked',
  'opening-missing',
  'opening-out-of-date',
  'opening-voided',
  'beginning-missing',
  'unsynced',
  'posted-early',
  'posted-late',
  'remapped',
  'document-changed',
  'document-missing',
  'entry-out-of-date',
  'adjusting-journal',
  'reconciling-item',
  'other',
] as const;

export type CauseKind = (typeof CAUSE_KINDS)[number];

/** Why a check has no result: Xero gave no answer, the consent lacks a scope, or nothing is linked or set up. */
export const CHECK_OBSTACLES = ['unavailable', 'scope-missing', 'not-linked'] as const;

/** A document of ours that is not in Xero as it was sent. */
export type Deviation =
  | { readonly status: 'missing' }
  | {
      readonly status: 'changed';
      readonly date: CalendarDate;
      readonly postings: readonly Posting[];
      /** A sentence per difference. */
      readonly differences: readonly string[];
    };

/** A difference on an account that is known and accepted until a day. */
export interface ReconcilingItem {
  readonly account: string;
  /** The balance in Xero minus that of the contracts; debits are positive. */
  readonly amount: Cents;
  readonly note: string;
  /** The last day on which it counts; null for no end. */
  readonly until: CalendarDate | null;
}

/** One cause on one account. The amounts of an account's causes add up to its difference. */
export interface Cause extends BooksOf {
  readonly kind: CauseKind;
  readonly amount: Cents;
  /** The document's owner; null for causes without a document of ours. */
  readonly owner: BookedOwner | JournalOwner | null;
  /** The document in Xero, for changed and missing ones. */
  readonly documentId: string | null;
  /** A sentence per difference of a changed document. */
  readonly differences: readonly string[];
  /** The note of a reconciling item, or the subject of a missing beginning. */
  readonly note: string | null;
}

/** One account at the end of a day; debits are positive. */
export interface AccountCheck extends ComparedAccount {
  readonly xero: Cents;
  readonly posted: Cents;
  readonly contract: Cents;
  /** Xero less contract. */
  readonly difference: Cents;
  readonly causes: readonly Cause[];
}

export interface CheckInput {
  readonly date: CalendarDate;
  /** The balances in Xero; an absent account is 0.00. Null without an answer of Xero's. */
  readonly balances: AccountSums | null;
  /** Schedules stand first. */
  readonly books: readonly LedgerBooks[];
  /** The adjusting journals of the entity, reversals included. */
  readonly journals: readonly AdjustingEntry[];
  /** By the document's id; empty before documents are looked up. */
  readonly deviations: ReadonlyMap<string, Deviation>;
  readonly items: readonly ReconcilingItem[];
  /** Postings of others to the accounts, as far as they were searched. */
  readonly foreign: readonly Posting[];
}

/** Returns a row for each account that a schedule or a register is mapped to, in the order of the roles. */
export function checkLedger(input: CheckInput): AccountCheck[] {
  const { date, books, journals } = input;
  const accounts = comparedAccounts(books);
  const counts = countedOn(accounts);
  const posted = sumByAccount([
    ...books.flatMap((each) => each.posted(date).filter(({ account }) => counts(each, account))),
    ...postedBy(journals, date),
  ]);
  const contract = sumByAccount(books.flatMap((each) => each.contract(date)));
  const own = books.flatMap((each) =>
    each.ownCauses(date).map(({ effect, ...cause }): Effect => {
      const counted = [...effect].filter(([account]) => counts(each, account));
      return { ...placeOf(each), ...cause, effect: new Map(counted) };
    }),
  );
  const adjusted = standingJournals(input);
  const deviating = deviatingDocuments(input);
  // Without an answer of Xero's nothing is known to be missing.
  const beginnings = input.balances ? books.map((each) => beginningOf(each, date)) : [];
  return accounts.map((compared) => {
    const { account } = compared;
    const sums = {
      ...compared,
      xero: input.balances?.get(account) ?? ZERO,
      posted: posted.get(account) ?? ZERO,
      contract: contract.get(account) ?? ZERO,
    };
    const difference = cents(sums.xero - sums.contract);
    const items = itemsOn(account, input);
    // Items that explain the whole difference leave nothing to be found, such as a change that was accepted.
    if (items.length > 0 && agrees({ difference, causes: items }))
      return { ...sums, difference, causes: items };
    const causes = [
      ...own.flatMap((cause) => causeOn(account, cause)),
      ...adjusted.flatMap((cause) => causeOn(account, cause)),
      ...deviating.flatMap((cause) => causeOn(account, cause)),
      ...items,
    ];
    const unexplained = cents(difference - sumOf(causes));
    const missing = missingBeginnings(account, unexplained, beginnings, input.foreign);
    const rest = cents(unexplained - sumOf(missing));
    const other: Cause[] = rest === 0 ? [] : [{ ...NOT_OURS, kind: 'other', amount: rest }];
    return {
      ...sums,
      posted: cents(sums.posted + sumOf(missing)),
      difference,
      causes: [...causes, ...missing, ...other].toSorted(byKind),
    };
  });
}

const sumOf = (causes: readonly Cause[]): Cents => sumCents(causes.map(({ amount }) => amount));

/** Beginnings of one account whose combinations are tried. */
const MAX_TRIED = 10;

interface Beginning {
  readonly books: LedgerBooks;
  readonly sums: AccountSums;
}

const beginningOf = (books: LedgerBooks, date: CalendarDate): Beginning => ({
  books,
  sums: sumByAccount(books.beginning(date)),
});

/**
 * Returns the beginnings of registers that an account doesn't hold, as far as its balance tells: those that make up an
 * unexplained amount in one way alone, or all of them where what others posted is less than half of the smallest.
 */
function missingBeginnings(
  account: string,
  unexplained: Cents,
  all: readonly Beginning[],
  foreign: readonly Posting[],
): Cause[] {
  if (unexplained === 0) return [];
  const found = new Set(foreign.flatMap((one) => (one.account === account ? [one.amount] : [])));
  const beginnings = all.flatMap(({ books, sums }): Cause[] => {
    const amount = sums.get(account) ?? ZERO;
    if (amount === 0 || found.has(amount)) return [];
    const note = `The ${formatMoney(cents(Math.abs(amount)))} that ${books.name} begins with`;
    return [{ ...NOT_OURS, ...placeOf(books), kind: 'beginning-missing', amount: negated(amount), note }];
  });
  if (beginnings.length === 0) return [];
  if (beginnings.length <= MAX_TRIED) {
    const [only, ...others] = combinations(beginnings).filter((some) => sumOf(some) === unexplained);
    if (only && others.length === 0) return only;
  }
  const smallest = Math.min(...beginnings.map(({ amount }) => Math.abs(amount)));
  return Math.abs(unexplained - sumOf(beginnings)) * 2 < smallest ? beginnings : [];
}

/** Every choice of some elements, the empty one included. */
const combinations = <Element>(elements: readonly Element[]): Element[][] =>
  elements.reduce<Element[][]>(
    (choices, element) => choices.concat(choices.map((choice) => [...choice, element])),
    [[]],
  );

/**
 * Returns whether what books post to an account counts. On one that only registers keep, a schedule is one of the others who
 * book what their facts say: the opening journal of a funded premium debits the insurance that its spread takes.
 */
function countedOn(accounts: readonly ComparedAccount[]): (books: BooksOf, account: string) => boolean {
  const ofRegisters = new Set(accounts.flatMap((one) => (isOfSchedule(one) ? [] : [one.account])));
  return ({ scheduleId }, account) => scheduleId === null || !ofRegisters.has(account);
}

const isOfSchedule = ({ role }: ComparedAccount): boolean => LIABILITY_ROLES.some((known) => known === role);

/** Returns the difference of an account beside its reconciling items. */
export function unreconciled({ difference, causes }: Pick<AccountCheck, 'difference' | 'causes'>): Cents {
  const items = causes.filter(({ kind }) => kind === 'reconciling-item');
  return cents(difference - sumCents(items.map(({ amount }) => amount)));
}

/** Whether an account agrees once its reconciling items are taken into account. */
export const agrees = (row: Pick<AccountCheck, 'difference' | 'causes'>): boolean => unreconciled(row) === 0;

/** Whether Xero differs from our documents, so that they must be looked up. */
export const differsFromPosted = ({ causes }: AccountCheck): boolean =>
  causes.some(({ kind }) => kind === 'other' || kind === 'beginning-missing');

const placeOf = ({ scheduleId, registerId }: BooksOf): BooksOf => ({ scheduleId, registerId });

const NOWHERE: BooksOf = { scheduleId: null, registerId: null };

const NOT_OURS = { ...NOWHERE, owner: null, documentId: null, differences: [], note: null };

const byKind = (first: Cause, second: Cause): number =>
  CAUSE_KINDS.indexOf(first.kind) - CAUSE_KINDS.indexOf(second.kind);

interface Effect extends BooksOf {
  readonly kind: CauseKind;
  readonly owner: BookedOwner | JournalOwner;
  readonly effect: AccountSums;
  readonly documentId?: string | null;
  readonly differences?: readonly string[];
}

function causeOn(
  account: string,
  { kind, scheduleId, registerId, owner, effect, documentId = null, differences = [] }: Effect,
): Cause[] {
  const amount = effect.get(account);
  if (amount === undefined) return [];
  return [{ kind, amount, scheduleId, registerId, owner, documentId, differences, note: null }];
}

/** Adjusting journals that no reversal has cancelled by the day. The contract does not know them. */
function standingJournals({ date, journals }: CheckInput): Effect[] {
  const byName = Map.groupBy(journals, ({ owner }) => owner.name);
  return [...byName].map(([name, entries]) => ({
    ...NOWHERE,
    kind: 'adjusting-journal',
    owner: { kind: 'adjusting-journal', name, isReversal: false },
    effect: differenceOf(sumByAccount(postedBy(entries, date)), new Map()),
  }));
}

/** Changed and missing documents with the difference between Xero's amounts and those sent. */
function deviatingDocuments({ date, books, journals, deviations }: CheckInput): Effect[] {
  if (deviations.size === 0) return [];
  const entries: readonly (BooksOf &
    Pick<BookedDocument | AdjustingEntry, 'documentId' | 'owner' | 'date' | 'postings'>)[] = [
    ...books.flatMap((each) => each.entries.map((entry) => ({ ...entry, ...placeOf(each) }))),
    ...journals.map((entry) => ({ ...entry, ...NOWHERE })),
  ];
  return entries.flatMap((entry): Effect[] => {
    const deviation = deviations.get(entry.documentId);
    if (!deviation) return [];
    const found = deviation.status === 'changed' && deviation.date <= date ? deviation.postings : [];
    const effect = differenceOf(sumByAccount(found), sumByAccount(postedBy([entry], date)));
    const { owner, documentId } = entry;
    const differences = deviation.status === 'changed' ? deviation.differences : [];
    const kind = kindOfDeviation(owner, deviation);
    return [{ ...placeOf(entry), kind, owner, effect, documentId, differences }];
  });
}

function kindOfDeviation(owner: Effect['owner'], { status }: Deviation): CauseKind {
  if (status === 'changed') return 'document-changed';
  return owner.kind === 'opening' ? 'opening-voided' : 'document-missing';
}

function itemsOn(account: string, { date, items }: CheckInput): Cause[] {
  return items
    .filter((item) => item.account === account && (item.until === null || item.until >= date))
    .map(({ amount, note }) => ({ ...NOT_OURS, kind: 'reconciling-item', amount, note }));
}

/** Each mapped account with the first role that it has: those of schedules in their order, then those of registers. */
function comparedAccounts(books: readonly LedgerBooks[]): ComparedAccount[] {
  const placeOfRole = ({ role }: ComparedAccount): number => {
    const place = LIABILITY_ROLES.findIndex((known) => known === role);
    return place === -1 ? LIABILITY_ROLES.length : place;
  };
  const inOrder = books
    .flatMap((each) => each.accounts())
    .toSorted((one, other) => placeOfRole(one) - placeOfRole(other));
  return [...Map.groupBy(inOrder, ({ account }) => account).values()].flatMap(([first]) => first ?? []);
}
