import { addDays, type CalendarDate, formatDay } from '../calendar.ts';
import {
  type DocumentLine,
  documentOf,
  type LedgerDocument,
  lineOf,
  type LineRole,
  type PartialMapping,
  reversedDocument,
  withoutCancelling,
} from '../journal/document.ts';
import { cents, type Cents, negated, sumCents, ZERO } from '../money.ts';
import {
  isTracked,
  type TrackedLines,
  trackingKey,
  type TrackingOption,
  withTracking,
} from '../journal/tracking.ts';
import type { SplitByDate } from './split-by-date.ts';

/** The kinds of adjusting journals at year end. */
export const JOURNAL_KINDS = ['current-non-current', 'single-account-split', 'accrued-interest'] as const;

export type JournalKind = (typeof JOURNAL_KINDS)[number];

const LABELS = {
  'current-non-current': 'Current and non-current',
  'single-account-split': 'Non-current portion',
  'accrued-interest': 'Accrued interest',
} as const satisfies Record<JournalKind, string>;

/** A loan of an entity on a date, with the accounts that it is mapped to. */
export interface AdjustedLoan {
  readonly name: string;
  readonly mapping: PartialMapping;
  /** The balances of its accounts by our documents dated on or before the date; debits are positive. */
  readonly ledger: ReadonlyMap<string, Cents>;
  /** Payments due and not posted, less those posted early: still current. */
  readonly overdue: Cents;
  readonly byDate: SplitByDate;
  readonly accruedInterest: Cents;
  /** The tracking in force for it. */
  readonly tracking: {
    readonly chosen: readonly TrackingOption[];
    readonly lines: TrackedLines;
    readonly isRequired: boolean;
  };
  /** The amounts that its documents have posted to liability accounts, by the options of their lines. */
  readonly tracked: readonly TrackedPosting[];
}

interface TrackedPosting {
  readonly account: string;
  readonly amount: Cents;
  readonly tracking?: readonly TrackingOption[];
}

/** The accounts that take the non-current part of loans with a single account; null where none is known. */
export interface NonCurrentAccounts {
  readonly hirePurchase: string | null;
  readonly unexpiredCharges: string | null;
}

export interface JournalRequest {
  readonly date: CalendarDate;
  readonly kind: JournalKind;
  readonly nonCurrent: NonCurrentAccounts;
}

/** Whether current and non-current payments, or charges, of a loan are in one account. */
export const hasSingleAccount = ({ mapping }: Pick<AdjustedLoan, 'mapping'>): boolean =>
  mapping.hirePurchaseCurrentId === mapping.hirePurchaseNonCurrentId ||
  mapping.unexpiredChargesCurrentId === mapping.unexpiredChargesNonCurrentId;

/**
 * The journal that brings the ledger of some loans to its year-end position, a line an account and tracking.
 * @param standing the lines of journals of the same kind that are in force on the date: they are not posted again.
 * @returns null where nothing differs.
 */
export function adjustingJournal(
  loans: readonly AdjustedLoan[],
  request: JournalRequest,
  standing: readonly DocumentLine[],
): LedgerDocument | null {
  const wanted = loans.map((loan) => ({
    name: loan.name,
    lines: linesOf(loan, request).map((line) => trackedLine(loan, line)),
  }));
  const text = journalName(request.kind, request.date);
  const sums = new Map<string, { line: DocumentLine; amount: number; names: Set<string> }>();
  const add = (line: DocumentLine, amount: number, name: string | null): void => {
    if (amount === 0) return;
    const key = `${line.role} ${line.account} ${trackingKey(line.tracking)}`;
    const sum = sums.get(key) ?? { line, amount: 0, names: new Set<string>() };
    sum.amount += amount;
    if (name !== null) sum.names.add(name);
    sums.set(key, sum);
  };
  for (const { name, lines } of wanted) for (const line of lines) add(line, line.amount, name);
  for (const line of standing) add(line, negated(line.amount), null);
  const lines = [...sums.values()].map(({ line, amount, names }) => ({
    ...line,
    description: names.size === 0 ? text : `${text}: ${namesIn(names)}`,
    amount: cents(amount),
  }));
  return documentOf(request.date, withoutCancelling(lines));
}

/** The reversal of a journal on the next day. */
export const reversedJournal = (journal: LedgerDocument): LedgerDocument => {
  const reversal = reversedDocument(journal, addDays(journal.date, 1));
  const lines = reversal.lines.map((line) => ({ ...line, description: `Reversal: ${line.description}` }));
  return { ...reversal, lines };
};

/** `Accrued interest at 30 June 2026`. */
export const journalName = (kind: JournalKind, date: CalendarDate): string =>
  `${LABELS[kind]} at ${formatDay(date)}`;

/** The narration of a journal, without its reference. */
/** The end of the sentence about a journal that has nothing to adjust. */
export const NO_ADJUSTMENT = 'no adjustment is needed.';

export const narrationOf = (kind: JournalKind, date: CalendarDate, isReversal: boolean): string =>
  `Paydown - ${isReversal ? 'Reversal of ' : ''}${journalName(kind, date)}`;

/** Returns the names of loans that the journal is about, and that have no tracking although it is required. */
export const untrackedLoans = (loans: readonly AdjustedLoan[], request: JournalRequest): string[] =>
  loans.flatMap((loan) => {
    const { chosen, isRequired } = loan.tracking;
    const isAbout = linesOf(loan, request).some(({ amount }) => amount !== 0);
    return isRequired && chosen.length === 0 && isAbout ? [loan.name] : [];
  });

/** Other lines than interest are of liabilities. */
const trackedLine = ({ tracking }: AdjustedLoan, line: DocumentLine): DocumentLine =>
  line.tracking === undefined && isTracked(tracking.lines, line.role, undefined)
    ? withTracking(line, tracking.chosen)
    : line;

function linesOf(loan: AdjustedLoan, { kind, nonCurrent }: JournalRequest): DocumentLine[] {
  if (kind === 'accrued-interest') return accrualLines(loan);
  return kind === 'single-account-split' ? singleAccountLines(loan, nonCurrent) : splitLines(loan);
}

/**
 * Brings the accounts from what was posted to the split by date. Overdue payments stay current; what else remains is
 * interest that was not expensed, or was too early.
 */
function splitLines(loan: AdjustedLoan): DocumentLine[] {
  const { mapping, ledger, overdue, byDate } = loan;
  const { current, nonCurrent } = byDate;
  const wanted = [
    lineOf(mapping, 'hirePurchaseCurrent', cents(0 - current.gross - overdue), ''),
    lineOf(mapping, 'hirePurchaseNonCurrent', negated(nonCurrent.gross), ''),
    lineOf(mapping, 'unexpiredChargesCurrent', current.unexpired, ''),
    lineOf(mapping, 'unexpiredChargesNonCurrent', nonCurrent.unexpired, ''),
  ];
  const lines = [...Map.groupBy(wanted, ({ account }) => account)].flatMap(
    ([account, own]): DocumentLine[] => {
      const target = sumCents(own.map(({ amount }) => amount));
      const held = account === null ? ZERO : (ledger.get(account) ?? ZERO);
      const [first] = own;
      if (!first) return [];
      return [{ ...first, amount: cents(target - held) }, ...movesTo(first, loan)];
    },
  );
  const rest = sumCents(lines.map(({ amount }) => amount));
  return [...lines, lineOf(mapping, 'interestExpense', negated(rest), '')];
}

/** Moves what an account's lines carry of other options than those in force now to these. */
function movesTo(line: DocumentLine, { tracked, tracking }: AdjustedLoan): DocumentLine[] {
  const inForce = isTracked(tracking.lines, line.role, undefined) ? tracking.chosen : [];
  const elsewhere = tracked.filter(
    (one) => one.account === line.account && trackingKey(one.tracking) !== trackingKey(inForce),
  );
  return elsewhere.flatMap(({ amount, tracking: options = [] }) => [
    { ...line, amount: negated(amount), tracking: options },
    { ...line, amount, tracking: inForce },
  ]);
}

/** Moves the non-current part out of an account that holds both parts. */
function singleAccountLines(
  { mapping, byDate: { nonCurrent } }: AdjustedLoan,
  accounts: NonCurrentAccounts,
): DocumentLine[] {
  const move = (
    from: Exclude<LineRole, 'other'>,
    to: Exclude<LineRole, 'other'>,
    account: string | null,
    amount: Cents,
  ): DocumentLine[] => [
    lineOf(mapping, from, amount, ''),
    { ...lineOf(mapping, to, negated(amount), ''), account },
  ];
  const isOne = (one: string | null | undefined, other: string | null | undefined): boolean => one === other;
  return [
    ...(isOne(mapping.hirePurchaseCurrentId, mapping.hirePurchaseNonCurrentId)
      ? move('hirePurchaseCurrent', 'hirePurchaseNonCurrent', accounts.hirePurchase, nonCurrent.gross)
      : []),
    ...(isOne(mapping.unexpiredChargesCurrentId, mapping.unexpiredChargesNonCurrentId)
      ? move(
          'unexpiredChargesCurrent',
          'unexpiredChargesNonCurrent',
          accounts.unexpiredCharges,
          negated(nonCurrent.unexpired),
        )
      : []),
  ];
}

/** Expenses the interest that is earned and not paid yet, out of the charges that fall due next. */
const accrualLines = ({ mapping, accruedInterest }: AdjustedLoan): DocumentLine[] => [
  lineOf(mapping, 'interestExpense', accruedInterest, ''),
  lineOf(mapping, 'unexpiredChargesCurrent', negated(accruedInterest), ''),
];

const NAMED = 3;

function namesIn(names: ReadonlySet<string>): string {
  return names.size <= NAMED ? [...names].join(', ') : `${names.size} loans`;
}
