/** Payments that the restored table lacks, recorded with the documents that Xero has. */
import { paymentCame, paymentKey, type StoredPayment } from '../../records/schedules/payments.ts';
import type { OwnedSchedule } from '../../records/schedules/schedule.ts';
import { claimWrite } from '../../records/schedules/transaction-claims.ts';
import { commitAll, type Write } from '../../store/table.ts';
import { linkOf } from '../../xero/session.ts';
import type { PostingContext } from './recorded-call.ts';
import { postingNoted } from '../../records/schedules/open-documents.ts';

export interface FirstDocument {
  readonly payment: StoredPayment;
  /** In Xero. */
  readonly id: string;
  /** Further attributes of its item; for a correction, with the claim of its transaction. */
  readonly more?: Partial<StoredPayment>;
}

/** Records payments with the documents that Xero has, many in a transaction. */
export async function recordPosted(
  { services: { table }, session: { xeroTenantId }, entity }: PostingContext,
  schedule: OwnedSchedule,
  all: readonly FirstDocument[],
): Promise<void> {
  const { shortCode } = linkOf(entity);
  await commitAll(table, all, (some) => {
    const moved = some.map(({ payment }) => paymentCame(payment));
    const synced = moved.flatMap((one) => one.synced);
    const otherDocuments = some.length - synced.length;
    return [
      postingNoted(schedule, { closed: 0, synced, otherDocuments, changes: {} }),
      ...some.flatMap(({ payment: { number, part }, id: documentId, more = {} }): Write[] => {
        const key = paymentKey(schedule.scheduleId, number, part);
        const set = { number, part, state: 'synced', xeroTenantId, shortCode, documentId, ...more };
        const { transactionId } = more.corrected ?? {};
        return [
          { update: key, set, if: { any: ['absent', ['state', '=', 'unsynced']] } },
          ...(transactionId === undefined
            ? []
            : [claimWrite(xeroTenantId, { transactionId, scheduleId: schedule.scheduleId, target: key.sk })]),
        ];
      }),
    ];
  });
}
