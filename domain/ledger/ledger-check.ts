/** Compares the balances of a Xero organisation with those of the contracts, and explains each difference. */
import type { CalendarDate } from '../calendar.ts';
import { cents, type Cents, sumCents, ZERO } from '../money.ts';
import {
  type AccountSums,
  type AdjustingEntry,
  differenceOf,
  type DocumentOwner,
  type JournalOwner,
  type Posting,
  sumByAccount,
} from './ledger-entry.ts';
import { ownCauses, postedBy } from './own-causes.ts';
import {
  accountOfRole,
  contractPostings,
  LIABILITY_ROLES,
  type LiabilityRole,
  type ScheduleBooks,
} from './schedule-books.ts';

/** Every kind of cause, in the order in which they are shown. */
export const CAUSE_KINDS = [
  'scope-missing',
  'not-linked',
  'opening-missing',
  'opening-out-of-date',
  'opening-voided',
  'unsynced',
  'posted-early',
  'posted-late',
  'remapped',
  'document-changed',
  'document-missing',
  'adjusting-journal',
  'reconciling-item',
  'other',
] as const;

export type CauseKind = (typeof CAUSE_KINDS)[number];

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
export interface Cause {
  readonly kind: CauseKind;
  readonly amount: Cents;
  /** Null for causes that belong to no schedule. */
  readonly scheduleId: string | null;
  /** The document's owner; null for causes without a document of ours. */
  readonly owner: DocumentOwner | JournalOwner | null;
  /** The document in Xero, for changed and missing ones. */
  readonly documentId: string | null;
  /** A sentence per difference of a changed document. */
  readonly differences: readonly string[];
  /** The note of a reconciling item. */
  readonly note: string | null;
}

/** One account at the end of a day; debits are positive. */
export interface AccountCheck {
  readonly account: string;
  readonly role: LiabilityRole;
  readonly xero: Cents;
  readonly posted: Cents;
  readonly contract: Cents;
  /** Xero less contract. */
  readonly difference: Cents;
  readonly causes: readonly Cause[];
}

export interface CheckInput {
  readonly date: CalendarDate;
  /** The balances in Xero; an absent account is 0.00. */
  readonly balances: AccountSums;
  readonly schedules: readonly ScheduleBooks[];
  /** The adjusting journals of the entity, reversals included. */
  readonly journals: readonly AdjustingEntry[];
  /** By the document's id; empty before documents are looked up. */
  readonly deviations: ReadonlyMap<string, Deviation>;
  readonly items: readonly ReconcilingItem[];
}

/** Returns a row for each account that a schedule is mapped to, in the order of the roles. */
export function checkLedger(input: CheckInput): AccountCheck[] {
  const { date, schedules, journals } = input;
  const entries = [...schedules.flatMap((books) => books.entries), ...journals];
  const posted = sumByAccount(postedBy(entries, date));
  const contract = sumByAccount(schedules.flatMap((books) => contractPostings(books, date)));
  const own = schedules.flatMap((books) =>
    ownCauses(books, date).map((cause) => ({ ...cause, scheduleId: books.scheduleId })),
  );
  const adjusted = standingJournals(input);
  const deviating = deviatingDocuments(input);
  return mappedAccounts(schedules).map(([account, role]) => {
    const sums = {
      account,
      role,
      xero: input.balances.get(account) ?? ZERO,
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
    const rest = cents(difference - sumCents(causes.map(({ amount }) => amount)));
    const other: Cause[] = rest === 0 ? [] : [{ ...NOT_OURS, kind: 'other', amount: rest }];
    return { ...sums, difference, causes: [...causes, ...other].toSorted(byKind) };
  });
}

/** Returns the difference of an account beside its reconciling items. */
export function unreconciled({ difference, causes }: Pick<AccountCheck, 'difference' | 'causes'>): Cents {
  const items = causes.filter(({ kind }) => kind === 'reconciling-item');
  return cents(difference - sumCents(items.map(({ amount }) => amount)));
}

/** Whether an account agrees once its reconciling items are taken into account. */
export const agrees = (row: Pick<AccountCheck, 'difference' | 'causes'>): boolean => unreconciled(row) === 0;

/** Whether Xero differs from our documents, so that they must be looked up. */
export const differsFromPosted = ({ causes }: AccountCheck): boolean =>
  causes.some(({ kind }) => kind === 'other');

const NOT_OURS = { scheduleId: null, owner: null, documentId: null, differences: [], note: null };

const byKind = (first: Cause, second: Cause): number =>
  CAUSE_KINDS.indexOf(first.kind) - CAUSE_KINDS.indexOf(second.kind);

interface Effect {
  readonly kind: CauseKind;
  readonly scheduleId: string | null;
  readonly owner: DocumentOwner | JournalOwner;
  readonly effect: AccountSums;
  readonly documentId?: string | null;
  readonly differences?: readonly string[];
}

function causeOn(
  account: string,
  { kind, scheduleId, owner, effect, documentId = null, differences = [] }: Effect,
): Cause[] {
  const amount = effect.get(account);
  if (amount === undefined) return [];
  return [{ kind, amount, scheduleId, owner, documentId, differences, note: null }];
}

/** Adjusting journals that no reversal has cancelled by the day. The contract does not know them. */
function standingJournals({ date, journals }: CheckInput): Effect[] {
  const byName = Map.groupBy(journals, ({ owner }) => owner.name);
  return [...byName].map(([name, entries]) => ({
    kind: 'adjusting-journal',
    scheduleId: null,
    owner: { kind: 'adjusting-journal', name, isReversal: false },
    effect: differenceOf(sumByAccount(postedBy(entries, date)), new Map()),
  }));
}

/** Changed and missing documents with the difference between Xero's amounts and those sent. */
function deviatingDocuments({ date, schedules, journals, deviations }: CheckInput): Effect[] {
  if (deviations.size === 0) return [];
  const entries = [
    ...schedules.flatMap((books) =>
      books.entries.map((entry) => ({ ...entry, scheduleId: books.scheduleId })),
    ),
    ...journals.map((entry) => ({ ...entry, scheduleId: null })),
  ];
  return entries.flatMap((entry): Effect[] => {
    const deviation = deviations.get(entry.documentId);
    if (!deviation) return [];
    const found = deviation.status === 'changed' && deviation.date <= date ? deviation.postings : [];
    const effect = differenceOf(sumByAccount(found), sumByAccount(postedBy([entry], date)));
    const { scheduleId, owner, documentId } = entry;
    const differences = deviation.status === 'changed' ? deviation.differences : [];
    const kind = kindOfDeviation(owner, deviation);
    return [{ kind, scheduleId, owner, effect, documentId, differences }];
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

/** Each mapped account with the first role that it has. */
function mappedAccounts(schedules: readonly ScheduleBooks[]): [account: string, role: LiabilityRole][] {
  const roles = new Map<string, LiabilityRole>();
  for (const role of LIABILITY_ROLES) {
    for (const { mapping } of schedules) {
      const account = accountOfRole(mapping, role);
      if (account !== null && !roles.has(account)) roles.set(account, role);
    }
  }
  return [...roles];
}
