/** Compares a document as it was sent with the same document in Xero. */
import { type CalendarDate, formatDate } from '../calendar.ts';
import { trackingKey, type TrackingOption } from '../journal/tracking.ts';
import { cents, type Cents, formatMoney, sumCents } from '../money.ts';

/** The state of a posted document in Xero; `missing`: deleted or voided there. */
export const XERO_STATUSES = ['posted', 'reconciled', 'changed', 'missing'] as const;

export type XeroStatus = (typeof XERO_STATUSES)[number];

/** The parts of a document that are compared. Debits are positive. */
export interface ComparedDocument {
  readonly date: CalendarDate;
  /** Null for a journal. */
  readonly bankAccountId: string | null;
  /** Null for a journal and where it is not known, which is no difference. */
  readonly contactId?: string | null;
  readonly lines: readonly {
    readonly account: string | null;
    readonly amount: Cents;
    /** Null where it is not known, which is no difference. */
    readonly taxType: string | null;
    /** Absent or empty: a line sent without options may have gained some, which is no difference. */
    readonly tracking?: readonly TrackingOption[] | undefined;
  }[];
}

export interface ReadDocument extends ComparedDocument {
  readonly deleted: boolean;
  readonly reconciled: boolean;
  /** The contact's name. */
  readonly contact?: string;
}

/** The state of a document, and for a changed one, a sentence per difference. */
export interface DocumentState {
  readonly status: XeroStatus;
  readonly differences: readonly string[];
}

/** A document of ours that Xero shows in a shape that can't be read. */
export const UNREADABLE = 'unreadable';

/** Returns the state of a document that was sent. `found` is null where Xero has none with its id. */
export function documentState(
  sent: ComparedDocument,
  found: ReadDocument | typeof UNREADABLE | null,
): DocumentState {
  if (found === UNREADABLE) return { status: 'changed', differences: ['Paydown can’t read it.'] };
  if (found === null || found.deleted) return { status: 'missing', differences: [] };
  const differences = differencesOf(sent, found);
  if (differences.length > 0) return { status: 'changed', differences };
  return { status: found.reconciled ? 'reconciled' : 'posted', differences };
}

function differencesOf(sent: ComparedDocument, found: ReadDocument): string[] {
  const differences: string[] = [];
  if (sent.date !== found.date) {
    differences.push(`The date is ${formatDate(found.date)} instead of ${formatDate(sent.date)}.`);
  }
  if (sent.bankAccountId !== found.bankAccountId) differences.push('The bank account was changed.');
  if (sent.contactId && found.contactId && sent.contactId !== found.contactId) {
    differences.push(`The contact was changed to “${found.contact ?? ''}”.`);
  }
  const [was, is] = [totalOf(sent), totalOf(found)];
  if (was !== is) differences.push(`The amount is ${formatMoney(is)} instead of ${formatMoney(was)}.`);
  else differences.push(...lineDifferences(sent.lines, found.lines));
  return differences;
}

/** The amount that leaves the bank, or the debits of a journal. */
function totalOf({ bankAccountId, lines }: ComparedDocument): Cents {
  const amounts = lines.map(({ amount }) => amount);
  const counted = bankAccountId === null ? amounts.filter((amount) => amount > 0) : amounts;
  return cents(Math.abs(sumCents(counted)));
}

type ComparedLine = ComparedDocument['lines'][number];

const isTrackedAs = (was: ComparedLine, is: ComparedLine): boolean =>
  (was.tracking ?? []).length === 0 || trackingKey(was.tracking) === trackingKey(is.tracking);

/** Ways in which a line may have changed, the smallest change first, each with its sentence. */
const LINE_CHANGES: readonly {
  readonly isSame: (was: ComparedLine, is: ComparedLine) => boolean;
  readonly text: (was: string, is: string) => string | null;
}[] = [
  {
    isSame: (was, is) =>
      was.account === is.account &&
      was.amount === is.amount &&
      (was.taxType === null || was.taxType === is.taxType) &&
      isTrackedAs(was, is),
    text: () => null,
  },
  {
    isSame: (was, is) =>
      was.account === is.account &&
      was.amount === is.amount &&
      (was.taxType === null || was.taxType === is.taxType),
    text: (was) => `The tracking of the line of ${was} is not as it was sent.`,
  },
  {
    isSame: (was, is) => was.account === is.account && was.amount === is.amount,
    text: (was) => `The tax rate of the line of ${was} was changed.`,
  },
  {
    isSame: (was, is) => was.amount === is.amount,
    text: (was) => `The line of ${was} is on another account.`,
  },
  {
    isSame: (was, is) => was.account === is.account,
    text: (was, is) => `A line is ${is} instead of ${was}.`,
  },
];

/** Pairs the lines that were sent with those in Xero, which may order them anew. */
function lineDifferences(sent: readonly ComparedLine[], found: readonly ComparedLine[]): string[] {
  let [missing, added] = [[...sent], [...found]];
  const differences: string[] = [];
  for (const { isSame, text } of LINE_CHANGES) {
    missing = missing.filter((was) => {
      const index = added.findIndex((is) => isSame(was, is));
      const is = added[index];
      if (!is) return true;
      added = added.toSpliced(index, 1);
      const difference = text(formatMoney(was.amount), formatMoney(is.amount));
      if (difference !== null) differences.push(difference);
      return false;
    });
  }
  return [
    ...differences,
    ...missing.map(({ amount }) => `The line of ${formatMoney(amount)} was deleted.`),
    ...added.map(({ amount }) => `A line of ${formatMoney(amount)} was added.`),
  ];
}
