import type { CalendarDate } from '../calendar.ts';
import { type LineAmountTypes, NO_GST, type TaxType } from '../gst/tax-types.ts';
import { type Cents, negated, sumCents } from '../money.ts';
import { type TrackingOption, trackingKey } from './tracking.ts';
import { type AccountMapping, isKeptNet } from '../accounts/account-mapping.ts';

export const LINE_ROLES = [
  'hirePurchaseCurrent',
  'hirePurchaseNonCurrent',
  'unexpiredChargesCurrent',
  'unexpiredChargesNonCurrent',
  'interestExpense',
  'administrationFee',
  'other',
] as const;

/** The purpose of a line, independent of the account that it is mapped to. */
export type LineRole = (typeof LINE_ROLES)[number];

/** The accounts of a schedule, null or absent while one isn't mapped. */
export type PartialMapping = Readonly<Partial<Record<keyof AccountMapping, string | null>>>;

/** A line of a document. A positive amount debits the account, a negative one credits it. */
export interface DocumentLine {
  readonly role: LineRole;
  /** Null while the schedule isn't mapped. */
  readonly account: string | null;
  readonly description: string;
  readonly amount: Cents;
  readonly taxType: TaxType;
  /** The tracking options that it is assigned to. */
  readonly tracking?: readonly TrackingOption[] | undefined;
}

/** A bank transaction that spends or receives money, or a manual journal. */
export type DocumentType = 'SPEND' | 'RECEIVE' | 'MANUAL-JOURNAL';

/** A document as it posts to Xero. The lines and `bankAmount` add up to 0.00. */
export interface LedgerDocument {
  readonly type: DocumentType;
  readonly date: CalendarDate;
  /** Negative when money leaves the bank account; 0.00 for a manual journal. */
  readonly bankAmount: Cents;
  readonly lineAmountTypes: LineAmountTypes;
  readonly lines: readonly DocumentLine[];
}

const ACCOUNT_OF_ROLE = {
  hirePurchaseCurrent: 'hirePurchaseCurrentId',
  hirePurchaseNonCurrent: 'hirePurchaseNonCurrentId',
  unexpiredChargesCurrent: 'unexpiredChargesCurrentId',
  unexpiredChargesNonCurrent: 'unexpiredChargesNonCurrentId',
  interestExpense: 'interestExpenseAccountId',
  administrationFee: 'administrationFeeId',
} as const satisfies Record<Exclude<LineRole, 'other'>, keyof AccountMapping>;

const OWED_ROLES: ReadonlySet<LineRole> = new Set([
  'hirePurchaseCurrent',
  'hirePurchaseNonCurrent',
  'unexpiredChargesCurrent',
  'unexpiredChargesNonCurrent',
]);

const REVERSED_TYPES = {
  SPEND: 'RECEIVE',
  RECEIVE: 'SPEND',
  'MANUAL-JOURNAL': 'MANUAL-JOURNAL',
} as const satisfies Record<DocumentType, DocumentType>;

/** A line without GST on the account that is mapped to a role. */
export function lineOf(
  mapping: PartialMapping,
  role: Exclude<LineRole, 'other'>,
  amount: Cents,
  description: string,
): DocumentLine {
  return { role, account: mapping[ACCOUNT_OF_ROLE[role]] ?? null, description, amount, taxType: NO_GST };
}

/**
 * The document of some lines, the bank account balancing them. Returns null if every line is 0.00: nothing posts then.
 * Lines of 0.00 are left out, and without money leaving the bank the document is a manual journal.
 */
export function documentOf(date: CalendarDate, lines: readonly DocumentLine[]): LedgerDocument | null {
  const posted = lines.filter(({ amount }) => amount !== 0);
  if (posted.length === 0) return null;
  const bankAmount = negated(sumCents(posted.map(({ amount }) => amount)));
  const type = bankAmount === 0 ? 'MANUAL-JOURNAL' : bankAmount < 0 ? 'SPEND' : 'RECEIVE';
  return { type, date, bankAmount, lineAmountTypes: lineAmountTypesOf(posted), lines: posted };
}

/** Amounts include the tax of lines that carry a type other than BAS Excluded. */
export const lineAmountTypesOf = (lines: readonly Pick<DocumentLine, 'taxType'>[]): LineAmountTypes =>
  lines.some(({ taxType }) => taxType !== NO_GST) ? 'Inclusive' : 'NoTax';

/**
 * The lines of a document of a schedule. Where the loan is kept net, the lines on its account are one line: the change of
 * what is owed.
 */
export function linesFor(mapping: PartialMapping, lines: readonly DocumentLine[]): readonly DocumentLine[] {
  if (!isKeptNet(mapping)) return lines;
  const isOwed = ({ role, account }: DocumentLine): boolean =>
    OWED_ROLES.has(role) && account === mapping.hirePurchaseCurrentId;
  const [first, ...more] = lines.filter(isOwed);
  if (!first) return lines;
  const amount = sumCents([first, ...more].map((line) => line.amount));
  return [{ ...first, amount }, ...lines.filter((line) => !isOwed(line))];
}

/** Leaves out the lines of an account, tax type and tracking that add up to 0.00. */
export function withoutCancelling(lines: readonly DocumentLine[]): DocumentLine[] {
  const keyOf = ({ account, taxType, tracking }: DocumentLine): string =>
    `${account} ${taxType} ${trackingKey(tracking)}`;
  const sums = new Map<string, number>();
  for (const line of lines) sums.set(keyOf(line), (sums.get(keyOf(line)) ?? 0) + line.amount);
  return lines.filter((line) => line.account === null || sums.get(keyOf(line)) !== 0);
}

/** The document that cancels another one on a date: the same lines with opposite signs. */
export function reversedDocument(document: LedgerDocument, date: CalendarDate): LedgerDocument {
  return {
    ...document,
    type: REVERSED_TYPES[document.type],
    date,
    bankAmount: negated(document.bankAmount),
    lines: document.lines.map((line) => ({ ...line, amount: negated(line.amount) })),
  };
}
