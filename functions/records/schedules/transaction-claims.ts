/**
 * Bank transactions without a reference of ours that stand for a payment. Each answers one payment of all customers that
 * use the Xero organisation. The only reader and writer of these items.
 */
import * as z from 'zod';
import { conflict, type Refusal } from '../../../domain/refusal.ts';
import { keys } from '../../store/keys.ts';
import type { Condition, TableReader, Write } from '../../store/table.ts';

const ClaimItem = z.object({
  transactionId: z.string(),
  scheduleId: z.string(),
  /** The sort key of the payment's document. */
  target: z.string(),
});

/** A transaction with the payment's document that it stands for. */
type Claim = z.output<typeof ClaimItem>;

/** @throws Refusal `conflict` when it answers another payment */
export const claimWrite = (
  xeroTenantId: string,
  claim: Claim,
): Extract<Write, { readonly put: unknown }> => ({
  put: { ...keys.claimedTransaction(xeroTenantId, claim.transactionId), ...claim },
  if: isFreeFor(claim),
  otherwise: transactionTaken,
});

/** The transaction may answer another payment again. */
export const releaseWrite = (xeroTenantId: string, claim: Claim): Write => ({
  delete: keys.claimedTransaction(xeroTenantId, claim.transactionId),
  if: isFreeFor(claim),
});

const isFreeFor = ({ scheduleId, target }: Claim): Condition => ({
  any: [
    'absent',
    {
      all: [
        ['scheduleId', '=', scheduleId],
        ['target', '=', target],
      ],
    },
  ],
});

/** Returns those of the transactions that answer a payment already. */
export async function claimedAmong(
  table: TableReader,
  xeroTenantId: string,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const items = await table.getMany(transactionIds.map((id) => keys.claimedTransaction(xeroTenantId, id)));
  return new Set(items.flatMap((item) => (item ? [ClaimItem.parse(item).transactionId] : [])));
}

export const transactionTaken = (): Refusal =>
  conflict(
    'payment/transaction-taken',
    'This transaction answers another payment already. Please check the payment again.',
  );
