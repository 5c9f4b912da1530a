/** Documents that were posted, and taking them back. */
import { refreshAfter } from '../data/change.ts';
import type { ScheduleParams } from '../data/answers.ts';
import { numberList } from '../../domain/ledger/review.ts';
import { counted } from '../data/counted.ts';
import { messageOf } from '../data/problem.ts';
import { reauthenticatingCall } from '../data/reauthenticating-call.ts';
import { today } from '../ui/dates.ts';

const ENTITY = '/v1/entities/{entityId}';
const SYNC = `PUT ${ENTITY}/schedules/{scheduleId}/sync/xero/payments` as const;
const REVERSE = `POST ${ENTITY}/schedules/{scheduleId}/payments/{paymentId}/reversal` as const;
const SYNC_ENTRIES = `POST ${ENTITY}/registers/{registerId}/sync` as const;
const REVERSE_ENTRY = `POST ${ENTITY}/registers/{registerId}/entries/{number}/reversal` as const;

/** A payment of a schedule that was posted. */
export interface PostedPayment {
  readonly params: ScheduleParams;
  readonly id: string;
  readonly number: number;
}

/** The path of a register. */
export interface RegisterParams {
  readonly entityId: string;
  readonly registerId: string;
}

/** An entry of a register that was posted. */
export interface PostedEntry {
  readonly params: RegisterParams;
  /** The register's id and the number. */
  readonly id: string;
  readonly number: number;
}

export type PostedDocument = PostedPayment | PostedEntry;

/** A document that wasn't posted, or not taken back, with the reason. */
export type DocumentFailure = PostedDocument & { readonly message: string };

/** The kind of item that a posting posts. */
export type PostedWhat = 'payment' | 'entry';

/** `1 entry`, `12 payments`. */
export const countedDocuments = (count: number, what: PostedWhat): string =>
  what === 'entry' ? counted(count, 'entry', 'entries') : counted(count, 'payment');

const NAMES = {
  payment: { one: 'Payment', many: 'Payments' },
  entry: { one: 'Entry', many: 'Entries' },
} as const;

/** `Payment 3`, `Entries 2, 5 and 7 to 9`. */
export const namedDocuments = (numbers: readonly number[], what: PostedWhat): string =>
  `${NAMES[what][numbers.length === 1 ? 'one' : 'many']} ${numberList(numbers)}`;

/** The outcome of an undo. */
export const outOfXero = (count: number, what: PostedWhat): string =>
  `Undone: ${countedDocuments(count, what)} ${count === 1 ? 'is' : 'are'} out of Xero again`;

/** The outcome of an undo, with what Xero keeps. */
export function undoneText(count: number, kept: number, what: PostedWhat): string {
  const undone = `${outOfXero(count, what)}.`;
  return kept === 0 ? undone : `${undone} ${countedDocuments(kept, what)} kept:`;
}

/** Returns a line for each reason, with the documents that it concerns. */
export const failureLines = (failures: readonly DocumentFailure[], what: PostedWhat): string[] =>
  [...Map.groupBy(failures, ({ message }) => message)].map(([message, failed]) => {
    const numbers = failed.map(({ number }) => number);
    return `${namedDocuments(numbers, what)}: ${message}`;
  });

/**
 * Deletes the transactions of payments and voids the journals of entries in Xero, the newest first. Returns those that
 * stay, with reasons.
 * @param onProgress called with how many have been tried
 */
export async function takeBack(
  posted: readonly PostedDocument[],
  onProgress: (done: number) => void,
): Promise<readonly DocumentFailure[]> {
  const kept: DocumentFailure[] = [];
  for (const [index, document] of posted.toReversed().entries()) {
    try {
      await reverse(document);
    } catch (error) {
      kept.push({ ...document, message: messageOf(error, 'It could not be taken out of Xero.') });
    }
    onProgress(index + 1);
  }
  await refreshPosted(posted);
  return kept;
}

async function reverse(document: PostedDocument): Promise<void> {
  if (isPayment(document)) {
    const params = { ...document.params, paymentId: document.id };
    await reauthenticatingCall(REVERSE, { params, body: { date: today(), mode: 'delete' } });
  } else {
    const params = { ...document.params, number: String(document.number) };
    await reauthenticatingCall(REVERSE_ENTRY, { params, body: { mode: 'void' } });
  }
}

/** Repeats the reads of the entities that documents were posted for. */
async function refreshPosted(posted: readonly PostedDocument[]): Promise<void> {
  const entities = new Map(posted.map((document) => [document.params.entityId, document]));
  await Promise.all(
    [...entities.values()].map((document) =>
      isPayment(document)
        ? refreshAfter(SYNC, { params: document.params })
        : refreshAfter(SYNC_ENTRIES, { params: document.params }),
    ),
  );
}

const isPayment = (document: PostedDocument): document is PostedPayment => 'scheduleId' in document.params;
