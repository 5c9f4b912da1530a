/** The state of payments in Xero. Amounts and dates are computed from the terms; only the state is stored. */
import { v5 } from 'uuid';
import * as z from 'zod';
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

/** Returns a payment's id: UUID version 5 (RFC 9562) of its number in the namespace of its schedule. */
export function paymentId(scheduleId: string, number: number): string {
  return v5(String(number), scheduleId);
}
