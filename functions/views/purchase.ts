/** A purchase as the wire takes and shows it. */
import { inDollars, toCents, toDollars } from '../../domain/money.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { PurchaseFacts } from '../../domain/purchase/purchase-facts.ts';
import type { PurchaseFactsSent, PurchasePreviewView, PurchaseView } from '../api/purchase.ts';
import { purchaseRevision } from '../records/schedules/purchases.ts';

/** Returns the facts of a request, in cents. */
export function factsFrom({
  asset,
  charges,
  tradeIn,
  deposit,
  registered,
}: PurchaseFactsSent): PurchaseFacts {
  const { carLimit } = asset;
  return {
    asset: {
      ...asset,
      price: toCents(asset.price),
      carLimit: carLimit && { ...carLimit, amount: toCents(carLimit.amount) },
    },
    charges: charges.map((charge) => ({ ...charge, amount: toCents(charge.amount) })),
    tradeIn: tradeIn && {
      ...tradeIn,
      amount: toCents(tradeIn.amount),
      payout: tradeIn.payout && { ...tradeIn.payout, amount: toCents(tradeIn.payout.amount) },
    },
    deposit: deposit && { ...deposit, amount: toCents(deposit.amount) },
    registered,
  };
}

/** Returns facts as the wire shows them, in dollars. */
export function factsView({
  asset,
  charges,
  tradeIn,
  deposit,
  registered,
}: PurchaseFacts): PurchaseView['facts'] {
  const { carLimit } = asset;
  return {
    asset: {
      ...asset,
      price: toDollars(asset.price),
      carLimit: carLimit && { ...carLimit, amount: toDollars(carLimit.amount) },
    },
    charges: charges.map((charge) => ({ ...charge, amount: toDollars(charge.amount) })),
    tradeIn: tradeIn && {
      ...tradeIn,
      amount: toDollars(tradeIn.amount),
      payout: tradeIn.payout && { ...tradeIn.payout, amount: toDollars(tradeIn.payout.amount) },
    },
    deposit: deposit && { ...deposit, amount: toDollars(deposit.amount) },
    registered,
  };
}

export const previewView = ({
  lines,
  gst,
  bas,
  costOfAsset,
  financed,
  difference,
  causes,
  warnings,
}: Purchase): PurchasePreviewView => ({
  lines: linesView(lines),
  gst: { credit: toDollars(gst.credit), payable: toDollars(gst.payable), limitedBy: gst.limitedBy },
  bas: inDollars(bas),
  ...inDollars({ costOfAsset, financed, difference }),
  causes: [...causes],
  warnings: [...warnings],
});

export const linesView = (lines: Purchase['lines']): PurchasePreviewView['lines'] =>
  lines.map((line) => ({ ...line, amount: toDollars(line.amount) }));

export const purchaseView = (facts: PurchaseFacts, purchase: Purchase): PurchaseView => ({
  facts: factsView(facts),
  revision: purchaseRevision(facts),
  ...previewView(purchase),
});
