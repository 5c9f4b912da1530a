/** What happened to payments. Amounts and dates are computed from the terms; only this is stored. */
import * as z from 'zod';
import { uuidV5 } from '../lib/uuid.ts';
import { keys, prefixes } from '../store/keys.ts';
import { queryAll, type TableReader } from '../store/table.ts';

const PaymentItem = z.object({
  number: z.number(),
  /** `posting`: an intent is open, and Xero may or may not have it. */
  state: z.enum(['posting', 'synced']),
  xeroTenantId: z.string(),
  shortCode: z.string(),
  /** The document's id in Xero, once it is known. */
  documentId: z.string().nullable(),
});

export type PaymentState = Readonly<z.output<typeof PaymentItem>>;

/** The payments that are in Xero or on their way there, by number. */
export async function readPaymentStates(
  table: TableReader,
  scheduleId: string,
): Promise<ReadonlyMap<number, PaymentState>> {
  const items = await queryAll(table, {
    pk: keys.scheduleParent(scheduleId).pk,
    sk: { prefix: prefixes.payments },
  });
  return new Map(
    items.map((item) => {
      const state = PaymentItem.parse(item);
      return [state.number, state];
    }),
  );
}

/** A payment's id: fixed by its schedule and number. */
export const paymentId = (scheduleId: string, number: number): string => uuidV5(scheduleId, String(number));
