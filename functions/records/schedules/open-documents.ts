/** The documents of a schedule on their way to Xero, and the counts of those that are there. */
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { keys } from '../../store/keys.ts';
import type { Write } from '../../store/table.ts';
import { type OwnedSchedule, scheduleChanged, type StoredSchedule } from './schedule.ts';

type PostingChanges = Partial<
  Pick<StoredSchedule, 'opening' | 'openJournal' | 'openingAttempts' | 'eventNumber'>
>;

/** Counts documents that are about to be posted, if the schedule is as it was read; it keeps its terms from then on. */
export function postingOpened(
  { entityId, scheduleId, version }: OwnedSchedule,
  documents: number,
  changes: PostingChanges,
): Write {
  return {
    update: keys.schedule(entityId, scheduleId),
    set: changes,
    add: { openIntents: documents, version: 1 },
    if: ['version', '=', version],
    otherwise: scheduleChanged,
  };
}

/** The payments whose documents came into Xero or left it. */
export interface PaymentsMoved {
  /** Numbers of the payments that came into Xero at once. */
  readonly synced: readonly number[];
  /** Numbers of the payments made at once that left Xero. */
  readonly unsynced?: readonly number[];
  /** Other documents that came into Xero, such as those of parts, less those that left it. */
  readonly otherDocuments?: number;
}

/** Records outcomes: how many documents are closed, and the payments that they moved. */
export function postingNoted(
  { entityId, scheduleId }: Pick<OwnedSchedule, 'entityId' | 'scheduleId'>,
  {
    closed,
    synced,
    unsynced = [],
    otherDocuments = 0,
    changes,
  }: PaymentsMoved & { readonly closed: number; readonly changes: PostingChanges },
): Write {
  const left = unsynced.length + Math.max(0, -otherDocuments);
  return {
    update: keys.schedule(entityId, scheduleId),
    set: changes,
    add: {
      openIntents: -closed,
      syncedCount: synced.length - unsynced.length + otherDocuments,
      version: 1,
      ...(left > 0 && { paymentChanges: left }),
    },
    include: { syncedNumbers: synced },
    exclude: { syncedNumbers: unsynced },
    if: 'present',
  };
}

/**
 * Nothing about a schedule moves while Xero may still be taking what was sent.
 * @throws Refusal `conflict`
 */
export function refuseWhilePosting({ openIntents }: Pick<StoredSchedule, 'openIntents'>): void {
  if (openIntents > 0) throw postingInProgress();
}

export const postingInProgress = (): Refusal =>
  conflict(
    'schedule/posting',
    'Payments of this schedule are being posted to Xero. Please try again in a few minutes.',
  );
