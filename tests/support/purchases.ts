/** Purchases of schedules, and their journals in Xero. */
import type { Input } from '../../functions/client/route-client.ts';
import { factsOfVector, type PurchaseInput } from './purchase-vectors.ts';
import { asOwner, schedulePath } from './syncing.ts';
import { accountIn, type Prepared, prepareSchedule, type Terms, xeroAccess } from './xero.ts';

export const SAVE_PURCHASE = `PUT ${schedulePath}/purchase` as const;
export const READ_PURCHASE = `GET ${schedulePath}/purchase` as const;
export const DELETE_PURCHASE = `DELETE ${schedulePath}/purchase` as const;
export const PREVIEW_PURCHASE = `POST ${schedulePath}/purchase/preview` as const;
export const OPENING_TEMPLATE = `GET ${schedulePath}/templates/openingbalancejournal` as const;
export const POST_OPENING = `PUT ${schedulePath}/sync/xero/openingbalancejournal` as const;
export const START = '2025-01-15';

export type PurchaseFacts = Input<typeof PREVIEW_PURCHASE>['body'];

/** The codes of the accounts by their names in the vectors. */
export const PURCHASE_CODES = {
  asset: '730',
  expense: '449',
  proceeds: '260',
  clearing: '900',
  deposit: '850',
} as const;

export const purchaseOf = (prepared: Prepared, input: PurchaseInput): PurchaseFacts =>
  factsOfVector(input, { amountOf: Number, idOf: (name) => accountIn(prepared, PURCHASE_CODES[name]) });

/** Terms of an amount that is repaid with interest by 60 payments. */
export function termsOf({ financed, unexpired = '6000' }: PurchaseInput): Partial<Terms> {
  const total = Math.round((Number(financed) + Number(unexpired)) * 100);
  const usual = Math.floor(total / 60);
  return {
    loanAmount: Number(financed),
    schedulePaymentPlans: [
      { number: 1, qty: 59, amount: usual / 100 },
      { number: 2, qty: 1, amount: (total - 59 * usual) / 100 },
    ],
  };
}

export const savePurchase = (prepared: Prepared, body: Input<typeof SAVE_PURCHASE>['body']) =>
  prepared.app.call(SAVE_PURCHASE, { ...asOwner(prepared), body });

export const templateAt = async (prepared: Prepared, date = START) =>
  (await prepared.app.call(OPENING_TEMPLATE, { ...asOwner(prepared), query: { date } })).body;

/** Returns what the page posts: the fixed lines and those of the purchase, with its revision. */
export async function pageOf(prepared: Prepared): Promise<Input<typeof POST_OPENING>['body']> {
  const { lineItems, purchaseLines, ...template } = await templateAt(prepared);
  const { description, date, includesDate, purchaseRevision } = template;
  const own = (purchaseLines ?? []).map((line) => ({ ...line, accountId: line.accountId ?? '' }));
  const fixed = lineItems.filter(({ amount }) => amount !== 0);
  return {
    date,
    includesDate,
    description,
    lineAmountTypes: 'Inclusive',
    lineItems: [...fixed, ...own],
    purchaseRevision,
  };
}

/** Posts the journal as the page does. */
export const postWithPurchase = async (prepared: Prepared, body?: Input<typeof POST_OPENING>['body']) =>
  prepared.app.call(POST_OPENING, { ...asOwner(prepared), body: body ?? (await pageOf(prepared)) });

/** Returns the trial balance at the start of the loan, in cents by account. */
export const balancesAt = async ({ app }: Prepared): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await app.xero.trialBalance(await xeroAccess(app), START)).map(({ accountId, cents }) => [
      accountId,
      cents,
    ]),
  );

/** Returns the change of an account by its code, in cents. */
export const movementSince =
  (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, prepared: Prepared) =>
  (code: string): number => {
    const id = accountIn(prepared, code);
    return (after.get(id) ?? 0) - (before.get(id) ?? 0);
  };

export const CAR: PurchaseInput = { price: '50000', financed: '50000' };

export async function withPurchase(input: PurchaseInput = CAR) {
  const prepared = await prepareSchedule();
  const facts = purchaseOf(prepared, input);
  const saved = await savePurchase(prepared, facts);
  if (saved.status !== 200) throw new Error(JSON.stringify(saved.body));
  return { ...prepared, facts };
}

export type Bought = Awaited<ReturnType<typeof withPurchase>>;
