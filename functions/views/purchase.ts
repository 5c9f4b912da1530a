/** A purchase as the wire takes and shows it. */
import { inDollars, toCents, toDollars } from '../../domain/money.ts';
import type { Purchase } from '../../domain/purchase/purchase.ts';
import type { PurchaseFacts } from '../../domain/purchase/purchase-facts.ts';
import type { PurchaseFactsSent, PurchasePreviewView, PurchaseView } from '../api/purchase.ts';
import { purchaseRevision } from '../records/schedules/purchases.ts';

/** Returns the facts of a request, in cents. */
export const factsFrom = (sent: PurchaseFactsSent): PurchaseFacts => withAmounts(sent, toCents);

/** Returns facts as the wire shows them, in dollars. */
export const factsView = (facts: PurchaseFacts): PurchaseView['facts'] => withAmounts(facts, toDollars);

/** Returns the facts with each of their amounts converted. */
function withAmounts<From, To>(
  { asset, charges, tradeIn, deposit, registered }: PurchaseFacts<From>,
  convert: (amount: From) => To,
) {
  const { carLimit } = asset;
  return {
    asset: {
      ...asset,
      price: convert(asset.price),
      carLimit: carLimit && { ...carLimit, amount: convert(carLimit.amount) },
    },
    charges: charges.map((charge) => ({ ...charge, amount: convert(charge.amount) })),
    tradeIn: tradeIn && {
      ...tradeIn,
      amount: convert(tradeIn.amount),
      payout: tradeIn.payout && { ...tradeIn.payout, amount: convert(tradeIn.payout.amount) },
    },
    deposit: deposit && { ...deposit, amount: convert(deposit.amount) },
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
