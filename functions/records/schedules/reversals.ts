/** Reversals of payments: documents that take back what a payment's document posted, and the fees of dishonours. */
import * as z from 'zod';
import { keys, prefixes } from '../../store/keys.ts';
import { listUnder, type TableReader } from '../../store/table.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
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
  /** Null where the payment was not dishonoured. */
  dishonour: z.object({ on: StoredDate, presentedOn: StoredDate.nullable() }).nullable(),
});

export type StoredReversal = Readonly<z.output<typeof ReversalItem>>;

export const reversalOf = (item: Readonly<Record<string, unknown>>): StoredReversal =>
  ReversalItem.parse(item);

const DishonourFeeItem = z.object({
  number: z.number(),
  /** Of the payment's document that was dishonoured. */
  attempt: z.number(),
  state: z.enum(['posting', 'synced']),
  xeroTenantId: z.string(),
  documentId: z.string().nullable(),
  /** Absent until it is in Xero. */
  document: SentDocument.optional(),
  date: StoredDate,
  amount: StoredCents,
  accountId: z.string(),
  taxType: z.string(),
});

/** The fee that the bank or the lender charged for a dishonour: a bank transaction of its own. */
export type StoredDishonourFee = Readonly<z.output<typeof DishonourFeeItem>>;

export const dishonourFeeOf = (item: Readonly<Record<string, unknown>>): StoredDishonourFee =>
  DishonourFeeItem.parse(item);

/** The fee of an attempt's dishonour; null for none. */
export async function readDishonourFee(
  table: TableReader,
  scheduleId: string,
  number: number,
  attempt: number,
): Promise<StoredDishonourFee | null> {
  const item = await table.get(keys.dishonourFee(scheduleId, number, attempt));
  return item ? dishonourFeeOf(item) : null;
}

/** Returns the documents of the fees that are in Xero. */
export async function readPostedFees(
  table: TableReader,
  scheduleId: string,
): Promise<readonly Pick<PostedReversal, 'xeroTenantId' | 'document'>[]> {
  const items = await listUnder(table, keys.scheduleParent(scheduleId), prefixes.dishonourFees);
  return items.flatMap((item) => {
    const { state, xeroTenantId, document } = dishonourFeeOf(item);
    return state === 'synced' && document ? [{ xeroTenantId, document }] : [];
  });
}

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
