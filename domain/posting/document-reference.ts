/**
 * References of documents in Xero. Each document carries one in its reference or narration, unique for ever, by which
 * it is found again:
 *
 * - `PD-{scheduleId}-{number}`: a payment, then `.{part}` for a part of it
 * - `PD-{scheduleId}-E{number}`: a contract event
 * - `PD-{scheduleId}-OB{attempt}`: an opening journal
 * - `PD-{entityId}-AJ{yyyymmdd}.{kind}`: an adjusting journal; kinds count from 1
 * - `PD-{registerId}-J{number}`: an entry of a register
 *
 * Then `/{attempt}` from the second attempt on; `R` for the reversal, `F` for the fee of its dishonour, `CJ` for the journal that corrects the coding of a
 * bank transaction of others; and `g{n}` for one made after the table's n-th restore: what was given before a restore is
 * unknown after it, so nothing is given again.
 */
import { cutText } from '../text.ts';
import { type CalendarDate, isCalendarDate } from '../calendar.ts';
import { JOURNAL_KINDS, type JournalKind } from '../reports/adjusting-journal.ts';

/** Which document of a payment or an event it is. */
export interface DocumentOf {
  /** 0 for the payment as a whole. */
  readonly part?: number;
  /** Counts from 1. */
  readonly attempt: number;
  /** Whether it reverses the document of that attempt. */
  readonly isReversal?: boolean;
  /** Whether it is the fee charged when that attempt was dishonoured. */
  readonly isFee?: boolean;
  /** Whether it is the journal that corrects the coding of a transaction of others. */
  readonly isCorrection?: boolean;
}

/** Which adjusting journal of an entity it is. */
export interface AdjustingOf {
  readonly date: CalendarDate;
  readonly kind: JournalKind;
  readonly isReversal: boolean;
  /** Counts from 1. */
  readonly attempt: number;
}

/** Which document of a register's entry it is. */
export type EntryOf = Pick<DocumentOf, 'attempt' | 'isReversal'>;

/** A reference in its parts. `ownerId` is the schedule's id, the entity's for an adjusting journal, the register's for an entry. */
export type DocumentReference =
  | ({ readonly of: 'payment'; readonly ownerId: string; readonly number: number } & Required<DocumentOf>)
  | ({ readonly of: 'event'; readonly ownerId: string; readonly number: number } & Required<DocumentOf>)
  | { readonly of: 'opening'; readonly ownerId: string; readonly attempt: number }
  | ({ readonly of: 'entry'; readonly ownerId: string; readonly number: number } & Required<EntryOf>)
  | ({ readonly of: 'adjusting'; readonly ownerId: string } & AdjustingOf);

// `restores` counts the restores of the table so far.

export const paymentReference = (scheduleId: string, number: number, of: DocumentOf, restores = 0): string =>
  `PD-${scheduleId}-${number}${suffixOf(of)}${afterRestore(restores)}`;

export const eventReference = (scheduleId: string, number: number, of: DocumentOf, restores = 0): string =>
  `PD-${scheduleId}-E${number}${suffixOf(of)}${afterRestore(restores)}`;

export const openingReference = (scheduleId: string, attempt: number, restores = 0): string =>
  `PD-${scheduleId}-OB${attempt}${afterRestore(restores)}`;

export const adjustingReference = (
  entityId: string,
  { date, kind, isReversal, attempt }: AdjustingOf,
  restores = 0,
): string =>
  `PD-${entityId}-AJ${date.replaceAll('-', '')}.${JOURNAL_KINDS.indexOf(kind) + 1}` +
  suffixOf({ attempt, isReversal }) +
  afterRestore(restores);

export const entryReference = (registerId: string, number: number, of: EntryOf, restores = 0): string =>
  `PD-${registerId}-J${number}${suffixOf(of)}${afterRestore(restores)}`;

/** The longest text of Xero's field Reference. */
const MAX_REFERENCE_LENGTH = 255;

/**
 * Returns the text of Xero's field Reference: the contract number first, or the schedule's name cut to fit, so that the
 * document reads like the bank line. The reference stays last, and it alone is matched.
 */
export function referenceField(
  { contractNumber, name }: { readonly contractNumber: string; readonly name: string },
  reference: string,
): string {
  const room = MAX_REFERENCE_LENGTH - reference.length - 1;
  const text = cutText(contractNumber === '' ? name : contractNumber, room);
  return `${text} ${reference}`;
}

const suffixOf = ({
  part = 0,
  attempt,
  isReversal = false,
  isFee = false,
  isCorrection = false,
}: DocumentOf): string =>
  `${part > 0 ? `.${part}` : ''}${attempt > 1 ? `/${attempt}` : ''}${isReversal ? 'R' : ''}${isFee ? 'F' : ''}${isCorrection ? 'CJ' : ''}`;

const afterRestore = (restores: number): string => (restores > 0 ? `g${restores}` : '');

const IN_TEXT = /PD-[0-9a-f-]{36}-(?:E|OB|AJ|J)?\d+(?:\.\d+)?(?:\/\d+)?(?:R|F|CJ)?(?:g\d+)?(?![\w/.]*\w)/gi;

/** Returns the last reference in a text of Xero's, as it is written there; null for documents of others. */
export const referenceIn = (text: string): string | null => text.match(IN_TEXT)?.at(-1) ?? null;

const PARTS =
  /^PD-(?<ownerId>[0-9a-f-]{36})-(?<of>E|OB|AJ|J)?(?<number>\d+)(?:\.(?<part>\d+))?(?:\/(?<attempt>\d+))?(?:(?<reversal>R)|(?<fee>F)|(?<correction>CJ))?(?:g\d+)?$/i;

/** Returns the parts of a reference; null if it is none. */
export function parseReference(reference: string): DocumentReference | null {
  const groups = PARTS.exec(reference)?.groups;
  if (!groups) return null;
  const { ownerId = '', of = '', number = '', part = '0' } = groups;
  const attempt = Number(groups['attempt'] ?? 1);
  const isReversal = groups['reversal'] !== undefined;
  const isFee = groups['fee'] !== undefined;
  const isCorrection = groups['correction'] !== undefined;
  const rest = { number: Number(number), part: Number(part), attempt, isReversal, isFee, isCorrection };
  switch (of.toUpperCase()) {
    case '':
      return { of: 'payment', ownerId, ...rest };
    case 'E':
      return { of: 'event', ownerId, ...rest };
    case 'J':
      return { of: 'entry', ownerId, number: Number(number), attempt, isReversal };
    case 'OB':
      return { of: 'opening', ownerId, attempt: Number(number) };
    default: {
      const kind = JOURNAL_KINDS[Number(part) - 1];
      const date = `${number.slice(0, 4)}-${number.slice(4, 6)}-${number.slice(6)}`;
      if (kind === undefined || !isCalendarDate(date)) return null;
      return { of: 'adjusting', ownerId, date, kind, attempt, isReversal };
    }
  }
}
