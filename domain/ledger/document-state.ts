/** Compares a document as it was sent with the same document in Xero. */
import { formatDate } from '../calendar.ts';
import type { CalendarDate } from '../calendar.ts';
import { cents, formatMoney, sumCents } from '../money.ts';
import type { Cents } from '../money.ts';

/** The state of a posted document in Xero; `missing`: deleted or voided there. */
export const XERO_STATUSES = ['posted', 'reconciled', 'changed', 'missing'] as const;

export type XeroStatus = (typeof XERO_STATUSES)[number];

/** The parts of a document that are compared. Debits are positive. */
export interface ComparedDocument {
  readonly date: CalendarDate;
  /** Null for a journal. */
  readonly bankAccountId: string | null;
  readonly lines: readonly {
    readonly account: string | null;
    readonly amount: Cents;
    readonly taxType: string;
  }[];
}

export interface ReadDocument extends ComparedDocument {
  readonly deleted: boolean;
  readonly reconciled: boolean;
}

/** The state of a document, and for a changed one, a sentence per difference. */
export interface DocumentState {
  readonly status: XeroStatus;
  readonly differences: readonly string[];
}

/** Returns the state of a document that was sent. `found` is null where Xero has none with its id. */
export function documentState(sent: ComparedDocument, found: ReadDocument | null): DocumentState {
  if (found === null || found.deleted) return { status: 'missing', differences: [] };
  const differences = differencesOf(sent, found);
  if (differences.length > 0) return { status: 'changed', differences };
  return { status: found.reconciled ? 'reconciled' : 'posted', differences };
}

function differencesOf(sent: ComparedDocument, found: ComparedDocument): string[] {
  const differences: string[] = [];
  if (sent.date !== found.date) {
    differences.push(`The date is ${formatDate(found.date)} instead of ${formatDate(sent.date)}.`);
  }
  if (sent.bankAccountId !== found.bankAccountId) differences.push('The bank account is another one.');
  const [was, is] = [totalOf(sent), totalOf(found)];
  if (was !== is) differences.push(`The amount is ${formatMoney(is)} instead of ${formatMoney(was)}.`);
  else if (linesOf(sent) !== linesOf(found)) differences.push(lineDifference(sent, found));
  return differences;
}

/** The amount that leaves the bank, or the debits of a journal. */
function totalOf({ bankAccountId, lines }: ComparedDocument): Cents {
  const amounts = lines.map(({ amount }) => amount);
  const counted = bankAccountId === null ? amounts.filter((amount) => amount > 0) : amounts;
  return cents(Math.abs(sumCents(counted)));
}

/** Xero may order the lines anew. */
const linesOf = ({ lines }: ComparedDocument): string =>
  lines
    .map(({ account, amount, taxType }) => `${account} ${amount} ${taxType}`)
    .toSorted()
    .join('\n');

function lineDifference(sent: ComparedDocument, found: ComparedDocument): string {
  const accounts = (document: ComparedDocument): string =>
    document.lines
      .map(({ account }) => account ?? '')
      .toSorted((first, second) => first.localeCompare(second))
      .join();
  return accounts(sent) === accounts(found)
    ? 'The amounts or tax rates of its lines differ.'
    : 'Its lines are on other accounts.';
}
