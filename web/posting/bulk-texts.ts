/** The title and the summary of a review that posts the documents of many schedules or registers. */
import { sumDollars } from '../../domain/money.ts';
import { counted } from '../data/counted.ts';
import { showPeriod } from '../ui/dates.ts';
import { formatDollars } from '../ui/money.tsx';
import { countedDocuments, outOfXero, type PostedWhat } from './posted.ts';
import type { ReviewPhase } from './use-reviewed-posting.ts';

/** A document that a review would post. Dollars. */
export interface Dated {
  readonly date: string;
  readonly amount: number;
}

interface Reviewed {
  readonly what: PostedWhat;
  /** A word for one of the schedules or registers. */
  readonly noun: string;
  /** How many documents are due. */
  readonly found: number;
  /** Whether some can't be posted for another reason than their date. */
  readonly isHindered: boolean;
  /** The documents that are not left out, by schedule or register. */
  readonly asked: readonly (readonly Dated[])[];
}

/** `12 payments of 3 loans, 1st Jan 2025 – 1st Feb 2025, $1,200.00`, or why there are none. */
export function summaryOf({ what, noun, found, isHindered, asked }: Reviewed): string {
  const documents = asked.flat();
  const dates = documents.map(({ date }) => date).toSorted();
  const [first, last] = [dates[0], dates.at(-1)];
  if (found === 0) {
    return isHindered ? 'Nothing can be posted up to this date.' : 'Everything up to this date is in Xero.';
  }
  if (first === undefined || last === undefined) {
    return `All ${what === 'entry' ? 'entries' : 'payments'} are left out.`;
  }
  const owners = asked.filter(({ length }) => length > 0).length;
  const total = formatDollars(sumDollars(documents.map(({ amount }) => amount)));
  return `${countedDocuments(documents.length, what)} of ${counted(owners, noun)}, ${showPeriod(first, last)}, ${total}`;
}

/** Stands in place of the summary until the review is read. */
export function awaitingText(isDate: boolean, hasFailed: boolean): string {
  if (!isDate) return 'Enter a date to see what is due.';
  return hasFailed ? 'What is due could not be read.' : 'Reading what is due…';
}

interface Outcome {
  readonly what: PostedWhat;
  /** How many documents were asked for, how many of them are posted, and how many are out of Xero again. */
  readonly asked: number;
  readonly posted: number;
  readonly undone: number | null;
}

export function titleOf(phase: ReviewPhase, { what, asked, posted, undone }: Outcome): string {
  if (phase === 'review') return 'Review before posting';
  if (phase === 'posting') return 'Posting to Xero';
  if (undone !== null) return outOfXero(undone, what);
  if (posted === 0) return 'Nothing was posted';
  return posted < asked ? `${posted} of ${countedDocuments(asked, what)} posted` : 'Posted to Xero';
}
