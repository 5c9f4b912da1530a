/** Working at a Xero organisation as the only one who posts there. */
import { Refusal } from '../../domain/refusal.ts';
import type { OwnedEntity, XeroLink } from '../entities/entity-store.ts';
import { type OwnedSchedule, ownSchedule } from '../schedules/schedule-store.ts';
import { XeroError } from '../services/xero/port.ts';
import { WriteRefused } from '../store/table.ts';
import type { XeroServices } from '../lib/context.ts';
import { openBooks } from './xero-calls.ts';
import type { PostingContext } from './protocol.ts';
import { readJournals } from './journal-intent-store.ts';
import { giveLeaseBack, LeaseLost, leaseTaken, takeLease } from './lease.ts';
import { settleJournal } from './post-journal.ts';
import { settlePosting } from './post-payments.ts';
import { readPostings } from './payment-intent-store.ts';

/** Until when what may happen; milliseconds since the epoch. */
export interface Time {
  /** Waiting for the lease. */
  readonly leaseBy: number;
  /** Beginning anything more. */
  readonly until: number;
  /** Calls under way. */
  readonly end: number;
}

const SECOND = 1000;

/** The time that a page's request has; `deadline` is when its answer must be under way. */
export function requestTime(now: number, deadline: number): Time {
  return { leaseBy: now + 10 * SECOND, until: now + 20 * SECOND, end: deadline - SECOND };
}

/**
 * Runs with the lease of a Xero organisation.
 * @throws Refusal `conflict` when somebody else has it, or got it meanwhile.
 */
export async function atXero<Result>(
  services: XeroServices,
  link: Pick<XeroLink, 'tenantId' | 'authorisationId'>,
  time: Time,
  run: (context: PostingContext) => Promise<Result>,
): Promise<Result> {
  const lease = await takeLease(services, link.tenantId, time.leaseBy);
  try {
    return await run({ services, lease, books: openBooks(services, link, time) });
  } catch (error) {
    throw error instanceof LeaseLost || error instanceof WriteRefused ? leaseTaken() : error;
  } finally {
    await giveLeaseBack(services.table, lease);
  }
}

/** Finds out, as far as it can be known by now, what became of a schedule's postings that were left behind. */
export async function settleSchedule(context: PostingContext, scheduleId: string): Promise<void> {
  const { services, books } = context;
  for (const posting of await readPostings(services.table, scheduleId)) {
    if (posting.xeroTenantId === books.tenantId) await settlePosting(context, posting);
  }
  for (const journal of await readJournals(services.table, scheduleId)) {
    const isOpen = journal.state !== 'posted' && journal.xeroTenantId === books.tenantId;
    if (isOpen) await settleJournal(context, journal);
  }
}

/**
 * A schedule as it stands once its open postings have been asked after; for who may go on only without any.
 * Whatever keeps them from being known leaves them open.
 */
export async function reconciled(
  services: XeroServices,
  entity: OwnedEntity,
  schedule: OwnedSchedule,
  time: Time,
): Promise<OwnedSchedule> {
  if (schedule.openIntents === 0 || entity.xero === null) return schedule;
  try {
    await atXero(services, entity.xero, time, (context) => settleSchedule(context, schedule.scheduleId));
  } catch (error) {
    if (!(error instanceof XeroError || error instanceof Refusal)) throw error;
  }
  return ownSchedule(services.table, entity, schedule.scheduleId);
}
