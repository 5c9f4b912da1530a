/** A purchase worked out: the asset's side of the opening journal, its GST and the amount financed. */
import { lineTax } from '../gst/tax.ts';
import { NO_GST } from '../gst/tax-types.ts';
import { cents, type Cents, formatMoney, halfUp, negated, sumCents, ZERO } from '../money.ts';
import { MAX_TEXT_LENGTH } from '../text.ts';
import { carLimitOf } from '../gst/car-limit.ts';
import {
  CHARGE_LABELS,
  checkPurchase,
  type ChargeKind,
  limitOf,
  type PurchaseCharge,
  type PurchaseFacts,
} from './purchase-facts.ts';
import { type ActiveRate, hasCredit, type PurchaseTaxes, purchaseTaxes } from './tax-types.ts';

/** A line of the journal, GST included; a positive amount debits the account. */
export interface PurchaseLine {
  readonly description: string;
  readonly accountId: string | null;
  readonly taxType: string;
  readonly amount: Cents;
}

/** The cause that has cut a GST credit. */
export type LimitedBy = 'car-limit' | 'business-use' | 'both' | null;

export interface Purchase {
  /** Asset, charges, trade-in, payout, deposit; a part with credit before the part without. */
  readonly lines: readonly PurchaseLine[];
  /** `credit` belongs to label 1B, `payable` to label 1A. */
  readonly gst: { readonly credit: Cents; readonly payable: Cents; readonly limitedBy: LimitedBy };
  /** The sums of the lines with OUTPUT, CAPEXINPUT and INPUT, GST included. */
  readonly bas: { readonly g1: Cents; readonly g10: Cents; readonly g11: Cents };
  /** The lines of the asset and of charges on its account, without their GST. */
  readonly costOfAsset: Cents;
  /** The sum of the lines. */
  readonly financed: Cents;
  /** `financed` less the loan amount. */
  readonly difference: Cents;
  /** Sentences that name the amounts as large as the difference. */
  readonly causes: readonly string[];
  readonly warnings: readonly string[];
  readonly isRegistered: boolean;
}

/** The price or a charge, before it is split. */
interface Item {
  readonly description: string;
  readonly isAsset: boolean;
  readonly accountId: string | null;
  readonly amount: Cents;
  readonly taxType: string;
  /** Whether the car limit covers it. */
  readonly isLimited: boolean;
  /** Whether it is part of the asset's cost. */
  readonly isCost: boolean;
}

/** An item in the part with credit and the rest. */
interface SplitItem extends Item {
  /** The part of it within the car limit. */
  readonly creditable: Cents;
  /** The creditable part × business use. */
  readonly claimed: Cents;
}

/** The kinds that belong to the asset, so that they go to its account unless they name another. */
const ON_ASSET: ReadonlySet<ChargeKind> = new Set(['accessory', 'delivery', 'stamp-duty', 'luxury-car-tax']);

/** The charges for supplies of the dealer with the car. */
const LIMITED: ReadonlySet<ChargeKind> = new Set(['accessory', 'delivery']);

/** The text of a charge, or else the label of its kind. */
const nameOf = ({ kind, text }: Pick<PurchaseCharge, 'kind' | 'text'>): string =>
  text === '' ? CHARGE_LABELS[kind] : text;

/**
 * Works out a purchase. The GST of a line is a part of its amount, half-up to the cent, as Xero computes it.
 * @param rates the active rates of the linked organisation; null while the entity isn't linked.
 * @throws Refusal invalid, naming the field of the facts to correct.
 */
export function workOutPurchase(
  facts: PurchaseFacts,
  loanAmount: Cents,
  rates: readonly ActiveRate[] | null,
): Purchase {
  checkPurchase(facts);
  const taxes = purchaseTaxes(rates);
  const items = split(facts, itemsOf(facts, taxes));
  const ofItems = items.map((item) => ({ item, lines: linesOf(item) }));
  const lines = [...ofItems.flatMap((each) => each.lines), ...settlementLines(facts)];
  const taxOf = ({ amount, taxType }: PurchaseLine): Cents =>
    lineTax(amount, taxes.rateOf(taxType), 'Inclusive');
  const taxIn = (some: readonly PurchaseLine[]): Cents => sumCents(some.map(taxOf));
  const sumOf = (taxType: string): Cents => sumIn(lines.filter((line) => line.taxType === taxType));
  const costLines = ofItems.flatMap((each) => (each.item.isCost ? each.lines : []));
  const financed = sumIn(lines);
  const difference = cents(financed - loanAmount);
  const limitedBy = limitsOf(items);
  return {
    lines,
    gst: {
      credit: taxIn(lines.filter(({ taxType }) => taxType !== 'OUTPUT')),
      payable: negated(taxIn(lines.filter(({ taxType }) => taxType === 'OUTPUT'))),
      limitedBy,
    },
    bas: { g1: negated(sumOf('OUTPUT')), g10: sumOf('CAPEXINPUT'), g11: sumOf('INPUT') },
    costOfAsset: cents(sumIn(costLines) - taxIn(costLines)),
    financed,
    difference,
    causes: causesOf(facts, difference),
    warnings: warningsOf(facts, taxes, limitedBy),
    isRegistered: facts.registered,
  };
}

function itemsOf({ asset, charges, registered }: PurchaseFacts, taxes: PurchaseTaxes): Item[] {
  const typeOf = (taxType: string): string => (registered ? taxes.activeType(taxType) : NO_GST);
  const price: Item = {
    description: 'Asset',
    isAsset: true,
    accountId: asset.accountId,
    amount: asset.price,
    taxType: typeOf(asset.gst === false ? NO_GST : taxes.capitalType),
    isLimited: true,
    isCost: true,
  };
  return [
    price,
    ...charges.map(({ kind, text, amount, accountId, taxType }): Item => {
      const isOnAsset = ON_ASSET.has(kind) && accountId === null;
      return {
        description: nameOf({ kind, text }),
        isAsset: false,
        accountId: isOnAsset ? asset.accountId : accountId,
        amount,
        taxType: typeOf(taxType ?? taxes.defaultOf(kind)),
        isLimited: LIMITED.has(kind),
        isCost: isOnAsset || (accountId !== null && accountId === asset.accountId),
      };
    }),
  ];
}

/** The price takes of the car limit first, then the charges in their order; business use comes after the limit. */
function split(facts: PurchaseFacts, items: readonly Item[]): SplitItem[] {
  const limit = limitOf(facts);
  let left: number = limit ?? 0;
  const use = BigInt(Math.round(facts.asset.businessUse * 100));
  return items.map((item) => {
    const amount = hasCredit(item.taxType) ? item.amount : ZERO;
    const isLimited = limit !== null && item.isLimited;
    const creditable = isLimited ? cents(Math.min(amount, left)) : amount;
    if (isLimited) left -= creditable;
    return { ...item, creditable, claimed: halfUp(BigInt(creditable) * use, 10_000n) };
  });
}

function linesOf(item: SplitItem): PurchaseLine[] {
  const { description, isAsset, accountId, amount, taxType, claimed } = item;
  if (!hasCredit(taxType) && !isAsset) return [{ description, accountId, taxType, amount }];
  const rest = cents(amount - claimed);
  const isWhole = !isAsset && (claimed === 0 || rest === 0);
  const parts = [
    { description: endingIn(description, ', with GST credit'), accountId, taxType, amount: claimed },
    { description: endingIn(description, ', without GST credit'), accountId, taxType: NO_GST, amount: rest },
  ];
  return parts.filter((part) => part.amount !== 0).map((part) => (isWhole ? { ...part, description } : part));
}

/** Returns the text with an ending, cut to the length of a line's text and at no half of a character. */
const endingIn = (text: string, ending: string): string =>
  `${text.slice(0, MAX_TEXT_LENGTH - ending.length).replace(/\p{Cs}$/u, '')}${ending}`;

/** Trade-in, payout of its finance, deposit. */
function settlementLines({ tradeIn, deposit, registered }: PurchaseFacts): PurchaseLine[] {
  const lines: PurchaseLine[] = [];
  if (tradeIn) {
    const { amount, accountId, taxable, payout } = tradeIn;
    const taxType = registered && taxable ? 'OUTPUT' : NO_GST;
    lines.push({ description: 'Trade-in', accountId, taxType, amount: negated(amount) });
    if (payout) {
      const description = "Payout of the trade-in's finance";
      lines.push({ description, accountId: payout.accountId, taxType: NO_GST, amount: payout.amount });
    }
  }
  if (deposit) {
    const { accountId, amount } = deposit;
    lines.push({ description: 'Deposit paid', accountId, taxType: NO_GST, amount: negated(amount) });
  }
  return lines;
}

function limitsOf(items: readonly SplitItem[]): LimitedBy {
  const isCutByLimit = items.some(
    ({ taxType, amount, creditable }) => hasCredit(taxType) && creditable < amount,
  );
  const isCutByUse = items.some(({ claimed, creditable }) => claimed < creditable);
  if (isCutByLimit) return isCutByUse ? 'both' : 'car-limit';
  return isCutByUse ? 'business-use' : null;
}

function causesOf({ asset, charges, tradeIn, deposit }: PurchaseFacts, difference: Cents): string[] {
  const amounts: readonly (readonly [name: string, amount: Cents | undefined])[] = [
    ['The price', asset.price],
    ...charges.map((charge) => [`“${nameOf(charge)}”`, charge.amount] as const),
    ['The trade-in', tradeIn?.amount],
    ["The payout of the trade-in's finance", tradeIn?.payout?.amount],
    ['The deposit', deposit?.amount],
  ];
  const size = cents(Math.abs(difference));
  return amounts.flatMap(([name, amount]) =>
    amount === size ? [`${name} is ${formatMoney(size)}, as large as the difference.`] : [],
  );
}

function warningsOf(
  { asset, charges, tradeIn, registered }: PurchaseFacts,
  taxes: PurchaseTaxes,
  limitedBy: LimitedBy,
): string[] {
  const warnings: string[] = [];
  const shipped = carLimitOf(asset.firstUse);
  if (asset.kind === 'car' && asset.carLimit && shipped !== undefined) {
    warnings.push(
      `The car limit of that year is ${formatMoney(shipped)}. The limit that was entered isn't used.`,
    );
  }
  if (!registered) return warnings;
  for (const type of new Set(charges.flatMap(({ taxType }) => taxType ?? []))) {
    const used = taxes.activeType(type);
    if (used !== type) warnings.push(`The tax rate ${type} isn't active in Xero. Its lines use ${used}.`);
  }
  if (limitedBy === 'business-use' || limitedBy === 'both') {
    warnings.push('If the business use changes later, the GST credit may need an adjustment (Division 129).');
  }
  if (tradeIn?.taxable) {
    // How it was used isn't in the facts: the business use is that of the new asset.
    warnings.push(
      'GST is payable on the whole trade-in. If it was used only partly in the business, the BAS agent works out the decreasing adjustment (Division 132).',
    );
  }
  return warnings;
}

const sumIn = (lines: readonly PurchaseLine[]): Cents => sumCents(lines.map(({ amount }) => amount));
