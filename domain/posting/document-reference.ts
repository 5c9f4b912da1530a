/**
 * References of documents in Xero. Each document carries one in its reference or narration, unique for ever, by which
 * it is found again:
 *
 * - `PD-{scheduleId}-{number}`: a payment, then `.{part}` for a part of it
 * - `PD-{scheduleId}-E{number}`: a contract event
 * - `PD-{scheduleId}-OB{attempt}`: an opening journal
 * - `PD-{entityId}-AJ{yyyymmdd}.{kind}`: an adjusting journal; kinds count from 1
 *
 * Then `/{attempt}` from the second attempt on, and `R` for the reversal.
 */
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
}

/** Which adjusting journal of an entity it is. */
export interface AdjustingOf {
  readonly date: CalendarDate;
  readonly kind: JournalKind;
  readonly isReversal: boolean;
  /** Counts from 1. */
  readonly attempt: number;
}

/** A reference in its parts. `ownerId` is the schedule's id, the entity's for an adjusting journal. */
export type DocumentReference =
  | ({ readonly of: 'payment'; readonly ownerId: string; readonly number: number } & Required<DocumentOf>)
  | ({ readonly of: 'event'; readonly ownerId: string; readonly number: number } & Required<DocumentOf>)
  | { readonly of: 'opening'; readonly ownerId: string; readonly attempt: number }
  | ({ readonly of: 'adjusting'; readonly ownerId: string } & AdjustingOf);

export const paymentReference = (scheduleId: string, number: number, of: DocumentOf): string =>
  `PD-${scheduleId}-${number}${suffixOf(of)}`;

export const eventReference = (scheduleId: string, number: number, of: DocumentOf): string =>
  `PD-${scheduleId}-E${number}${suffixOf(of)}`;

export const openingReference = (scheduleId: string, attempt: number): string =>
  `PD-${scheduleId}-OB${attempt}`;

export const adjustingReference = (
  entityId: string,
  { date, kind, isReversal, attempt }: AdjustingOf,
): string =>
  `PD-${entityId}-AJ${date.replaceAll('-', '')}.${JOURNAL_KINDS.indexOf(kind) + 1}` +
  suffixOf({ attempt, isReversal });

/**
 * Returns the text of Xero's field Reference: the contract number first, so that the document reads like the bank line.
 * Its length leaves room for the reference.
 */
export const referenceField = (contractNumber: string, reference: string): string =>
  contractNumber === '' ? reference : `${contractNumber} ${reference}`;

const suffixOf = ({ part = 0, attempt, isReversal = false }: DocumentOf): string =>
  `${part > 0 ? `.${part}` : ''}${attempt > 1 ? `/${attempt}` : ''}${isReversal ? 'R' : ''}`;

const IN_TEXT = /PD-[0-9a-f-]{36}-(?:E|OB|AJ)?\d+(?:\.\d+)?(?:\/\d+)?R?(?![\w/.]*\w)/gi;

/** Returns the last reference in a text of Xero's, as it is written there; null for documents of others. */
export const referenceIn = (text: string): string | null => text.match(IN_TEXT)?.at(-1) ?? null;

const PARTS =
  /^PD-(?<ownerId>[0-9a-f-]{36})-(?<of>E|OB|AJ)?(?<number>\d+)(?:\.(?<part>\d+))?(?:\/(?<attempt>\d+))?(?<reversal>R)?$/i;

/** Returns the parts of a reference; null if it is none. */
export function parseReference(reference: string): DocumentReference | null {
  const groups = PARTS.exec(reference)?.groups;
  if (!groups) return null;
  const { ownerId = '', of = '', number = '', part = '0' } = groups;
  const attempt = Number(groups['attempt'] ?? 1);
  const isReversal = groups['reversal'] !== undefined;
  const rest = { number: Number(number), part: Number(part), attempt, isReversal };
  switch (of.toUpperCase()) {
    case '':
      return { of: 'payment', ownerId, ...rest };
    case 'E':
      return { of: 'event', ownerId, ...rest };
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
