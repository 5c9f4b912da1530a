import { addDays, formatDate } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { documentOf, lineOf, reversedDocument } from '../journal/document.ts';
import type { DocumentLine, LedgerDocument, LineRole, PartialMapping } from '../journal/document.ts';
import { cents, negated } from '../money.ts';
import type { Cents } from '../money.ts';
import type { Split } from '../amortisation/payment-plan.ts';
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
  /** The split that the ledger holds, counted in payments. */
  readonly counted: Split;
  readonly byDate: SplitByDate;
  readonly accruedInterest: Cents;
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
 * The journal that brings the ledger of some loans to its year-end position, a line an account.
 * @param standing the lines of journals of the same kind that are in force on the date: they are not posted again.
 * @returns null where nothing differs.
 */
export function adjustingJournal(
  loans: readonly AdjustedLoan[],
  request: JournalRequest,
  standing: readonly DocumentLine[],
): LedgerDocument | null {
  const wanted = loans.map((loan) => ({ name: loan.name, lines: linesOf(loan, request) }));
  const text = journalName(request.kind, request.date);
  const sums = new Map<string, { line: DocumentLine; amount: number; names: Set<string> }>();
  const add = (line: DocumentLine, amount: number, name: string | null): void => {
    if (amount === 0) return;
    const key = `${line.role} ${line.account}`;
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
export const reversalOf = (journal: LedgerDocument): LedgerDocument => {
  const reversal = reversedDocument(journal, addDays(journal.date, 1));
  const lines = reversal.lines.map((line) => ({ ...line, description: `Reversal: ${line.description}` }));
  return { ...reversal, lines };
};

/** `Accrued interest at 30th Jun 2026`. */
export const journalName = (kind: JournalKind, date: CalendarDate): string =>
  `${LABELS[kind]} at ${formatDate(date)}`;

/** The narration of a journal, without its reference. */
export const narrationOf = (kind: JournalKind, date: CalendarDate, isReversal: boolean): string =>
  `Paydown - ${isReversal ? 'Reversal of ' : ''}${journalName(kind, date)}`;

function linesOf(loan: AdjustedLoan, { kind, nonCurrent }: JournalRequest): DocumentLine[] {
  if (kind === 'accrued-interest') return accrualLines(loan);
  return kind === 'single-account-split' ? singleAccountLines(loan, nonCurrent) : splitLines(loan);
}

/** Moves what the ledger counts as current, and is due later, or the other way round. */
function splitLines({ mapping, counted, byDate: { current, nonCurrent } }: AdjustedLoan): DocumentLine[] {
  const lines = [
    lineOf(mapping, 'hirePurchaseCurrent', cents(counted.hirePurchaseCurrent - current.gross), ''),
    lineOf(mapping, 'hirePurchaseNonCurrent', cents(counted.hirePurchaseNonCurrent - nonCurrent.gross), ''),
    lineOf(
      mapping,
      'unexpiredChargesCurrent',
      cents(current.unexpired - counted.unexpiredChargesCurrent),
      '',
    ),
    lineOf(
      mapping,
      'unexpiredChargesNonCurrent',
      cents(nonCurrent.unexpired - counted.unexpiredChargesNonCurrent),
      '',
    ),
  ];
  return withoutCancelling(lines);
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

/** Leaves out the lines of accounts whose lines add up to 0.00. */
function withoutCancelling(lines: readonly DocumentLine[]): DocumentLine[] {
  const sums = new Map<string | null, number>();
  for (const { account, amount } of lines) sums.set(account, (sums.get(account) ?? 0) + amount);
  return lines.filter(({ account }) => account === null || sums.get(account) !== 0);
}

const NAMED = 3;

function namesIn(names: ReadonlySet<string>): string {
  return names.size <= NAMED ? [...names].join(', ') : `${names.size} loans`;
}
