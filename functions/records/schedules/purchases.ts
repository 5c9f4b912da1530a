/** The facts of a schedule's purchase, as on the dealer's invoice: an item of its own, which few schedules have. */
import * as z from 'zod';
import { CHARGE_KINDS, type PurchaseFacts } from '../../../domain/purchase/purchase-facts.ts';
import { conflict } from '../../../domain/refusal.ts';
import { digest } from '../../lib/digest.ts';
import { StoredCents, StoredDate } from '../../store/fields.ts';
import { keys } from '../../store/keys.ts';
import type { TableReader, Write } from '../../store/table.ts';

const accountId = z.string().nullable();

const Facts = z.object({
  asset: z.object({
    kind: z.enum(['car', 'vehicle', 'other']),
    price: StoredCents,
    gst: z.boolean(),
    firstUse: StoredDate,
    businessUse: z.number(),
    accountId,
    carLimit: z.object({ amount: StoredCents, source: z.string() }).optional(),
  }),
  charges: z.array(
    z.object({
      kind: z.enum(CHARGE_KINDS),
      text: z.string(),
      amount: StoredCents,
      accountId,
      taxType: z.string().optional(),
    }),
  ),
  tradeIn: z
    .object({
      amount: StoredCents,
      taxable: z.boolean(),
      accountId,
      payout: z.object({ amount: StoredCents, accountId, scheduleId: z.string().nullable() }).nullable(),
    })
    .nullable(),
  deposit: z.object({ amount: StoredCents, accountId }).nullable(),
  registered: z.boolean(),
});

const PurchaseItem = z.object({ facts: Facts });

/** Returns the facts; null for a schedule without a purchase. */
export async function readPurchase(table: TableReader, scheduleId: string): Promise<PurchaseFacts | null> {
  const item = await table.get(keys.purchase(scheduleId));
  return item ? PurchaseItem.parse(item).facts : null;
}

export function purchaseWrite(scheduleId: string, facts: PurchaseFacts): Write {
  return { put: { ...keys.purchase(scheduleId), facts: Facts.parse(facts) } };
}

/** Identifies the facts as they are; '' for a schedule without a purchase. */
export const purchaseRevision = (facts: PurchaseFacts | null): string =>
  facts === null ? '' : digest(JSON.stringify(Facts.parse(facts)));

/**
 * @param revision that of the facts that were shown; undefined is not checked
 * @throws Refusal `conflict` where the stored facts are others
 */
export function refuseOtherPurchase(facts: PurchaseFacts | null, revision: string | undefined): void {
  if (revision === undefined || revision === purchaseRevision(facts)) return;
  const message = 'The purchase was changed since this page was opened. Please check its lines again.';
  throw conflict('purchase/changed', message);
}

/** Whether both are the same facts; what is omitted equals its usual value. */
export const areSameFacts = (one: PurchaseFacts, other: PurchaseFacts | null): boolean =>
  purchaseRevision(one) === purchaseRevision(other);
