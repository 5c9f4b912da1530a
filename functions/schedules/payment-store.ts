/** What happened to payments. Amounts and dates are computed from the terms; only this is stored. */
import { createHash } from 'node:crypto';
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

/**
 * A payment's id, fixed by its schedule and number: UUID version 5 (RFC 9562) of `number` in the
 * schedule's own namespace.
 */
export function paymentId(scheduleId: string, number: number): string {
  const namespace = Buffer.from(scheduleId.replaceAll('-', ''), 'hex');
  const hash = createHash('sha1').update(namespace).update(String(number)).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
