/** Reversals of payments: documents that take back what a payment's document posted. */
import * as z from 'zod';
import { keys, prefixes } from '../../store/keys.ts';
import { listUnder, type TableReader } from '../../store/table.ts';
import { PaymentItem } from './payments.ts';
import { SentDocument } from './sent-document.ts';

const ReversalItem = z.object({
  number: z.number(),
  part: z.number(),
  attempt: z.number(),
  state: z.enum(['posting', 'synced']),
  xeroTenantId: z.string(),
  documentId: z.string().nullable(),
  /** Absent until it is in Xero. */
  document: SentDocument.optional(),
  payment: PaymentItem,
});

export type StoredReversal = Readonly<z.output<typeof ReversalItem>>;

export const reversalOf = (item: Readonly<Record<string, unknown>>): StoredReversal =>
  ReversalItem.parse(item);

/** A reversal that is in Xero, with its sort key. */
export interface PostedReversal {
  readonly sk: string;
  readonly xeroTenantId: string;
  readonly documentId: string;
  readonly document: SentDocument;
}

export async function readPostedReversals(table: TableReader, scheduleId: string): Promise<PostedReversal[]> {
  const items = await listUnder(table, keys.scheduleParent(scheduleId), prefixes.reversals);
  return items.flatMap((item) => {
    const { xeroTenantId, documentId, document } = reversalOf(item);
    return documentId !== null && document ? [{ sk: item.sk, xeroTenantId, documentId, document }] : [];
  });
}
