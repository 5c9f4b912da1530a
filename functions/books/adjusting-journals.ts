/** The adjusting journals that an entity needs on a date: those that are posted, and those that are not. */
import type { CalendarDate } from '../../domain/calendar.ts';
import type { LedgerDocument } from '../../domain/journal/document.ts';
import { trackingKey } from '../../domain/journal/tracking.ts';
import {
  adjustingJournal,
  type AdjustedLoan,
  hasSingleAccount,
  type JournalKind,
  type NonCurrentAccounts,
  reversedJournal,
  untrackedLoans,
  NO_ADJUSTMENT,
} from '../../domain/reports/adjusting-journal.ts';
import { nameSome } from '../../domain/text.ts';
import { digest } from '../lib/digest.ts';
import type { OwnedEntity } from '../records/entities/entity.ts';
import type { TableReader } from '../store/table.ts';
import { type KnownBooks, loansOn } from './adjusted-loans.ts';
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
  /** The names of loans that have no tracking although it is required. */
  readonly untracked: readonly string[];
}

export interface JournalPlan {
  readonly journals: readonly PlannedJournal[];
  readonly warnings: readonly string[];
}

/** The schedules and journals of an entity that were read already. */
interface Known extends KnownBooks {
  readonly journals: readonly StoredJournal[];
}

/** Works out the journals without a call to Xero. */
export async function planJournals(
  table: TableReader,
  entity: OwnedEntity,
  wanted: JournalsWanted,
  known: Known | null = null,
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
  const request = { date, kind, nonCurrent };
  const computed = adjustingJournal(loans, request, standing);
  const legs = [false, true].map((isReversal) => journalAt(stored, entityId, { date, kind, isReversal }));
  const inForce = legs.find((leg) => leg !== null && leg.state !== 'retired') ?? null;
  // If one of the two is in Xero, the other one reverses it, whatever has changed since.
  const document = inForce ? { ...inForce.document, date, lines: originalLines(inForce) } : computed;
  const warnings: string[] = [];
  const name = KIND_NAMES[kind];
  if (document === null) return { journals: [], warnings: [`${name}: ${NO_ADJUSTMENT}`] };
  if (inForce && !isSame(document, computed)) {
    warnings.push(
      `${name}: the posted journal no longer fits. Void it and its reversal in Xero, then post it again.`,
    );
  }
  if (document.lines.some(({ account }) => account === null)) {
    warnings.push(`${name}: choose the accounts of the non-current part before you post.`);
  }
  const untracked = inForce ? [] : untrackedLoans(loans, request);
  if (untracked.length > 0) warnings.push(`${name}: ${untrackedText(untracked)}`);
  const isReversed = reverse || (inForce !== null && legs[1]?.state === 'posted');
  const journals = (isReversed ? [false, true] : [false]).map((isReversal): PlannedJournal => {
    const place = { date, kind, isReversal };
    const leg = legs[Number(isReversal)] ?? null;
    const isOpen = leg !== null && leg.state !== 'retired';
    return {
      place,
      sk: leg?.sk ?? journalKey(books, place).sk,
      document: isReversal ? reversedJournal(document) : document,
      attempt: isOpen ? leg.attempt : (leg?.attempt ?? 0) + 1,
      stored: isOpen ? leg : null,
      untracked,
    };
  });
  return { journals, warnings };
}

/** The reason why a journal of loans without tracking can't be posted. */
export const untrackedText = (names: readonly string[]): string =>
  `This entity requires tracking, and these loans have none: ${nameSome([...new Set(names)])}. Please choose an option in the settings of the loans or of the entity.`;

const KIND_NAMES = {
  'current-non-current': 'Current and non-current',
  'single-account-split': 'Single accounts',
  'accrued-interest': 'Accrued interest',
} as const satisfies Record<JournalKind, string>;

const isSame = (posted: LedgerDocument, computed: LedgerDocument | null): boolean =>
  linesKey(posted) === linesKey(computed);

const linesKey = (document: LedgerDocument | null): string =>
  (document?.lines ?? [])
    .map(({ role, account, amount, tracking }) => `${role} ${account} ${amount} ${trackingKey(tracking)}`)
    .toSorted((a, b) => a.localeCompare(b))
    .join();

/** Identifies journals by their lines. Whether they are posted changes nothing, so that a retry may send it again. */
export const journalsRevision = (journals: readonly PlannedJournal[]): string =>
  digest(
    JSON.stringify(
      journals.map(({ place: { date, kind, isReversal }, document }) => [
        date,
        kind,
        isReversal,
        linesKey(document),
      ]),
    ),
  );

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
