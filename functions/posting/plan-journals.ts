/** The adjusting journals that an entity needs on a date: those that are posted, and those that are not. */
import { addDays, type CalendarDate, formatDay } from '../../domain/calendar.ts';
import { isMappingComplete } from '../../domain/accounts/account-mapping.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import {
  adjustingJournal,
  type AdjustedLoan,
  hasSingleAccount,
  type JournalKind,
  type NonCurrentAccounts,
  reversalOf,
} from '../../domain/reports/adjusting-journal.ts';
import { ledgerPosition, type LedgerPosition, openCash } from '../../domain/ledger/cut-off.ts';
import type { ScheduleBooks } from '../../domain/ledger/schedule-books.ts';
import { contractsOf } from '../../domain/reports/contract.ts';
import { splitOn } from '../../domain/reports/split-by-date.ts';
import { accruedInterest } from '../../domain/reports/year-end.ts';
import type { Contract } from '../../domain/contract/contract.ts';
import type { OwnedEntity, XeroLink } from '../records/entities/entity.ts';
import { readBooks } from '../records/schedules/books.ts';
import { listSchedules, type OwnedSchedule } from '../records/schedules/schedule.ts';
import { overdueNumbers, readSyncState } from '../records/schedules/sync-state.ts';
import type { TableReader } from '../store/table.ts';
import {
  journalAt,
  type JournalBooks,
  journalKey,
  type JournalPlace,
  originalLines,
  readAdjustingJournals,
  standingLines,
  type StoredJournal,
} from '../records/schedules/adjusting-journals.ts';

export interface JournalsWanted {
  readonly date: CalendarDate;
  readonly kinds: readonly JournalKind[];
  /** Whether each journal is reversed on the next day. */
  readonly reverse: boolean;
  /** Schedules whose covenant is breached, so that all of them is current. */
  readonly allCurrent: readonly string[];
  /** The accounts for the non-current part of loans with one account; by default the accounts of the entity's other loans. */
  readonly nonCurrentAccounts: NonCurrentAccounts | null;
}

export interface PlannedJournal {
  readonly place: JournalPlace;
  /** The sort key of its item. */
  readonly sk: string;
  readonly document: LedgerDocument;
  readonly attempt: number;
  /** The journal in Xero, or on its way there; null where it is to be posted. */
  readonly stored: StoredJournal | null;
}

export interface JournalPlan {
  readonly journals: readonly PlannedJournal[];
  readonly warnings: readonly string[];
}

/** The schedules and journals of an entity with the books of those that were read already. */
interface KnownBooks {
  readonly schedules: readonly OwnedSchedule[];
  readonly journals: readonly StoredJournal[];
  readonly booksOf: (scheduleId: string) => ScheduleBooks | undefined;
}

/** Works out the journals without a call to Xero. */
export async function planJournals(
  table: TableReader,
  entity: OwnedEntity,
  wanted: JournalsWanted,
  known: KnownBooks | null = null,
): Promise<JournalPlan> {
  const { xero } = entity;
  if (!xero) return { journals: [], warnings: ['The entity is not linked to Xero.'] };
  const books = { entityId: entity.entityId, xeroTenantId: xero.tenantId };
  const stored = known?.journals ?? (await readAdjustingJournals(table, books));
  const { loans, warnings } = await loansOn(table, entity, xero, wanted, known);
  const nonCurrent = wanted.nonCurrentAccounts ?? otherAccounts(loans);
  const planned = wanted.kinds.map((kind) => planKind(stored, loans, { books, wanted, kind, nonCurrent }));
  return {
    journals: planned.flatMap(({ journals }) => journals),
    warnings: [...planned.flatMap((each) => each.warnings), ...warnings],
  };
}

interface KindContext {
  readonly books: JournalBooks;
  readonly wanted: JournalsWanted;
  readonly kind: JournalKind;
  readonly nonCurrent: NonCurrentAccounts;
}

function planKind(
  stored: readonly StoredJournal[],
  loans: readonly AdjustedLoan[],
  { books, wanted, kind, nonCurrent }: KindContext,
): JournalPlan {
  const { entityId } = books;
  const { date, reverse } = wanted;
  const standing = standingLines(stored, { entityId, kind, date });
  const computed = adjustingJournal(loans, { date, kind, nonCurrent }, standing);
  const legs = [false, true].map((isReversal) => journalAt(stored, entityId, { date, kind, isReversal }));
  const inForce = legs.find((leg) => leg !== null && leg.state !== 'retired') ?? null;
  // If one of the two is in Xero, the other one reverses it, whatever has changed since.
  const document = inForce ? { ...inForce.document, date, lines: originalLines(inForce) } : computed;
  const warnings: string[] = [];
  const name = KIND_NAMES[kind];
  if (document === null) return { journals: [], warnings: [`${name}: no adjustment is needed.`] };
  if (inForce && !isSame(document, computed)) {
    warnings.push(
      `${name}: the posted journal no longer fits. Void it and its reversal in Xero, then post it again.`,
    );
  }
  if (document.lines.some(({ account }) => account === null)) {
    warnings.push(`${name}: choose the accounts of the non-current part before you post.`);
  }
  const isReversed = reverse || (inForce !== null && legs[1]?.state === 'posted');
  const journals = (isReversed ? [false, true] : [false]).map((isReversal): PlannedJournal => {
    const place = { date, kind, isReversal };
    const leg = legs[Number(isReversal)] ?? null;
    const isOpen = leg !== null && leg.state !== 'retired';
    return {
      place,
      sk: leg?.sk ?? journalKey(books, place).sk,
      document: isReversal ? reversalOf(document) : document,
      attempt: isOpen ? leg.attempt : (leg?.attempt ?? 0) + 1,
      stored: isOpen ? leg : null,
    };
  });
  return { journals, warnings };
}

const KIND_NAMES = {
  'current-non-current': 'Current and non-current',
  'single-account-split': 'Single accounts',
  'accrued-interest': 'Accrued interest',
} as const satisfies Record<JournalKind, string>;

function isSame(posted: LedgerDocument, computed: LedgerDocument | null): boolean {
  const facts = (document: LedgerDocument | null): string =>
    (document?.lines ?? [])
      .map(({ role, account, amount }) => `${role} ${account} ${amount}`)
      .toSorted((a, b) => a.localeCompare(b))
      .join();
  return facts(posted) === facts(computed);
}

/** The non-current accounts of loans that have them, where these agree. */
function otherAccounts(loans: readonly AdjustedLoan[]): NonCurrentAccounts {
  const only = (accounts: readonly (string | null | undefined)[]): string | null => {
    const [first, ...others] = [...new Set(accounts)];
    return others.length === 0 ? (first ?? null) : null;
  };
  const apart = loans.filter((loan) => !hasSingleAccount(loan)).map(({ mapping }) => mapping);
  return {
    hirePurchase: only(apart.map(({ hirePurchaseNonCurrentId }) => hirePurchaseNonCurrentId)),
    unexpiredCharges: only(apart.map(({ unexpiredChargesNonCurrentId }) => unexpiredChargesNonCurrentId)),
  };
}

/** The loans of the ledger on a date, and sentences about those that it does not hold rightly. */
async function loansOn(
  table: TableReader,
  entity: OwnedEntity,
  xero: XeroLink,
  { date, allCurrent }: JournalsWanted,
  known: KnownBooks | null,
): Promise<{ readonly loans: AdjustedLoan[]; readonly warnings: string[] }> {
  const schedules = known?.schedules ?? (await listSchedules(table, entity));
  const begun = schedules.filter(
    ({ archivedEnd, terms }) => terms.startDate <= date && (archivedEnd === null || archivedEnd > date),
  );
  const found = await Promise.all(
    begun.map(async (schedule) => {
      const books =
        known?.booksOf(schedule.scheduleId) ?? (await readBooks(table, schedule, xero.tenantId)).books;
      const { contract } = books;
      const position = ledgerPosition(books, date);
      if (contract.balanceAt(date) === 0 && position.items.length === 0) return { loans: [], warnings: [] };
      const reason = reasonToLeaveOut(schedule);
      if (reason !== null) return { loans: [], warnings: [], leftOut: { name: schedule.name, reason } };
      const isAllCurrent = allCurrent.includes(schedule.scheduleId);
      return {
        loans: [loanOn(schedule, contract, { date, isAllCurrent, position })],
        warnings: await warningsAbout(table, entity, xero, { schedule, contract, date }),
      };
    }),
  );
  return {
    loans: found.flatMap(({ loans }) => loans),
    warnings: [
      ...found.flatMap(({ warnings }) => warnings),
      ...Map.groupBy(
        found.flatMap(({ leftOut }) => leftOut ?? []),
        ({ reason }) => reason,
      )
        .entries()
        .map(([reason, each]) => `Not included: ${each.map(({ name }) => name).join(', ')} (${reason}).`),
    ],
  };
}

/** Why the ledger can't hold a loan; null if it can. */
function reasonToLeaveOut({ accounts, archived, xeroConnected }: OwnedSchedule): string | null {
  if (archived) return 'archived';
  if (!xeroConnected) return 'not set up in Xero';
  return isMappingComplete(accounts) ? null : 'setup incomplete';
}

function loanOn(
  { name, accounts }: OwnedSchedule,
  contract: Contract,
  {
    date,
    isAllCurrent,
    position,
  }: { readonly date: CalendarDate; readonly isAllCurrent: boolean; readonly position: LedgerPosition },
): AdjustedLoan {
  const onDate = contractsOf(contract)(date);
  return {
    name,
    mapping: accounts,
    ledger: position.balances,
    overdue: openCash(position),
    byDate: splitOn(onDate, date, isAllCurrent),
    accruedInterest: accruedInterest(onDate, date),
  };
}

interface Checked {
  readonly schedule: OwnedSchedule;
  readonly contract: Contract;
  readonly date: CalendarDate;
}

async function warningsAbout(
  table: TableReader,
  entity: OwnedEntity,
  xero: XeroLink,
  { schedule, contract, date }: Checked,
): Promise<string[]> {
  const { name, opening } = schedule;
  const warnings: string[] = [];
  const isHere = opening?.xeroTenantId === xero.tenantId;
  if (!isHere) warnings.push(`${name} has no opening balances journal in Xero.`);
  else if (opening.outOfDate) warnings.push(`${name}: the opening balances journal is out of date.`);
  const today = addDays(date, 1);
  const [first, ...others] = overdueNumbers(schedule, contract, await readSyncState(table, schedule), {
    entity,
    today,
  });
  if (first !== undefined) {
    const which = others.length === 0 ? `payment ${first} is` : `${others.length + 1} payments are`;
    warnings.push(
      `${name}: ${which} not in Xero, since ${formatDay(contract.dateOf(first))}. Sync before you rely on this journal.`,
    );
  }
  return warnings;
}
