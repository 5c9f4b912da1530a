/** The draft of a purchase: the dealer's invoice as typed. */
import { isCalendarDate } from '../../domain/calendar.ts';
import { parseMoneyInput } from '../../domain/money-input.ts';
import { toDollars } from '../../domain/money.ts';
import { CHARGE_LABELS, type ChargeKind } from '../../domain/purchase/purchase-facts.ts';
import type { Answer, Body } from '../data/api.ts';
import type { Entity, Schedule } from '../data/answers.ts';
import type { PurchaseField } from '../extraction/term-labels.ts';
import type { ReadFigure } from '../reading/read-figures.ts';
import type { LedgerAccount } from '../xero/account-fields.ts';

export type Purchase = Answer<'GET /v1/entities/{entityId}/schedules/{scheduleId}/purchase'>;
export type PurchasePreview = Answer<'POST /v1/entities/{entityId}/schedules/{scheduleId}/purchase/preview'>;
export type PurchaseFacts = Body<'POST /v1/entities/{entityId}/schedules/{scheduleId}/purchase/preview'>;

export interface DraftCharge {
  readonly key: string;
  readonly kind: ChargeKind;
  readonly text: string;
  readonly amount: string;
  readonly accountId: string;
  /** Empty: by the kind. */
  readonly taxType: string;
}

/** Amounts as typed; an empty one is not on the invoice. Account ids are empty while they are not chosen. */
export interface PurchaseDraft {
  readonly kind: PurchaseFacts['asset']['kind'] | '';
  readonly price: string;
  readonly gst: boolean;
  readonly firstUse: string;
  /** Percent. */
  readonly businessUse: string;
  readonly accountId: string;
  readonly limit: string;
  readonly limitSource: string;
  readonly charges: readonly DraftCharge[];
  readonly tradeIn: string;
  readonly tradeInTaxable: boolean;
  readonly tradeInAccountId: string;
  readonly payout: string;
  readonly payoutAccountId: string;
  readonly payoutScheduleId: string;
  readonly deposit: string;
  readonly depositAccountId: string;
  readonly registered: boolean;
}

export type AccountFor = (kind: string) => { readonly accountId: string; readonly taxType: string };

/** Returns the account and tax type of the entity's last purchase, by kind; empty where it is gone or unknown. */
export function rememberedAccounts(
  { purchaseAccounts }: Entity,
  accounts: readonly LedgerAccount[],
): AccountFor {
  return (kind) => {
    const known = purchaseAccounts?.[kind];
    const isThere = accounts.some(({ id }) => id === known?.accountId);
    return known && isThere
      ? { accountId: known.accountId, taxType: known.taxType ?? '' }
      : { accountId: '', taxType: '' };
  };
}

export const emptyCharge = (kind: ChargeKind, usual: AccountFor): DraftCharge => ({
  key: crypto.randomUUID(),
  kind,
  text: '',
  amount: '',
  ...usual(kind),
});

/** Returns the draft to begin with: the stored purchase, else an empty invoice with the usual accounts. */
export function purchaseDraft(
  purchase: Purchase | null,
  { startDate }: Schedule,
  usual: AccountFor,
): PurchaseDraft {
  if (purchase === null) {
    return {
      kind: '',
      price: '',
      gst: true,
      firstUse: startDate,
      businessUse: '100',
      accountId: usual('asset').accountId,
      limit: '',
      limitSource: '',
      charges: [],
      tradeIn: '',
      tradeInTaxable: true,
      tradeInAccountId: usual('trade-in').accountId,
      payout: '',
      payoutAccountId: usual('payout').accountId,
      payoutScheduleId: '',
      deposit: '',
      depositAccountId: usual('deposit').accountId,
      registered: true,
    };
  }
  const { asset, charges, tradeIn, deposit, registered } = purchase.facts;
  return {
    kind: asset.kind,
    price: typed(asset.price),
    gst: asset.gst ?? true,
    firstUse: asset.firstUse,
    businessUse: String(asset.businessUse),
    accountId: asset.accountId ?? '',
    limit: typed(asset.carLimit?.amount),
    limitSource: asset.carLimit?.source ?? '',
    charges: charges.map(({ kind, text, amount, accountId, taxType = '' }) => ({
      key: crypto.randomUUID(),
      kind,
      text,
      amount: typed(amount),
      accountId: accountId ?? '',
      taxType,
    })),
    tradeIn: typed(tradeIn?.amount),
    tradeInTaxable: tradeIn?.taxable ?? true,
    tradeInAccountId: tradeIn?.accountId ?? '',
    payout: typed(tradeIn?.payout?.amount),
    payoutAccountId: tradeIn?.payout?.accountId ?? '',
    payoutScheduleId: tradeIn?.payout?.scheduleId ?? '',
    deposit: typed(deposit?.amount),
    depositAccountId: deposit?.accountId ?? '',
    registered,
  };
}

/** The figures of a document that are charges. */
const CHARGE_OF = {
  delivery: 'delivery',
  stampDuty: 'stamp-duty',
  luxuryCarTax: 'luxury-car-tax',
  registration: 'registration',
  insurance: 'insurance',
} as const satisfies Partial<Record<PurchaseField, ChargeKind>>;

const isCharge = (figure: PurchaseField): figure is keyof typeof CHARGE_OF => figure in CHARGE_OF;

const FIGURE_LABELS = {
  price: 'Price',
  deposit: 'Deposit',
  tradeIn: 'Trade-in',
  payout: 'Payout of its finance',
} as const;

export const figureLabel = (figure: PurchaseField): string =>
  isCharge(figure) ? CHARGE_LABELS[CHARGE_OF[figure]] : FIGURE_LABELS[figure];

/** Returns the draft with a figure of a document, in place of what is typed. */
export function withFigure(
  draft: PurchaseDraft,
  { figure, amount }: Pick<ReadFigure, 'figure' | 'amount'>,
  usual: AccountFor,
): PurchaseDraft {
  if (!isCharge(figure)) return { ...draft, [figure]: amount };
  const kind = CHARGE_OF[figure];
  const index = draft.charges.findIndex((charge) => charge.kind === kind);
  const charge = { ...(draft.charges[index] ?? emptyCharge(kind, usual)), amount };
  return { ...draft, charges: index < 0 ? [...draft.charges, charge] : draft.charges.with(index, charge) };
}

/** Whether the draft has the figure as the document states it. */
export function isInDraft(
  { charges, ...draft }: PurchaseDraft,
  { figure, amount }: Pick<ReadFigure, 'figure' | 'amount'>,
): boolean {
  const texts = isCharge(figure)
    ? charges.flatMap((charge) => (charge.kind === CHARGE_OF[figure] ? [charge.amount] : []))
    : [draft[figure]];
  return texts.some((text) => dollars(text) === dollars(amount));
}

/** Returns the facts of the draft; null while some are missing. */
export function purchaseFactsOf(draft: PurchaseDraft): PurchaseFacts | null {
  const { kind, gst, firstUse, registered } = draft;
  const price = dollars(draft.price);
  const businessUse = percent(draft.businessUse);
  if (kind === '' || price === null || businessUse === null || missingInPurchase(draft).length > 0)
    return null;
  const limit = dollars(draft.limit);
  const tradeIn = dollars(draft.tradeIn);
  const payout = dollars(draft.payout);
  const deposit = dollars(draft.deposit);
  return {
    asset: {
      kind,
      price,
      gst,
      firstUse,
      businessUse,
      accountId: idOf(draft.accountId),
      ...(limit !== null && { carLimit: { amount: limit, source: draft.limitSource.trim() } }),
    },
    charges: draft.charges.map((charge) => ({
      kind: charge.kind,
      text: charge.text.trim(),
      amount: dollars(charge.amount) ?? 0,
      accountId: idOf(charge.accountId),
      ...(charge.taxType !== '' && { taxType: charge.taxType }),
    })),
    tradeIn:
      tradeIn === null
        ? null
        : {
            amount: tradeIn,
            taxable: draft.tradeInTaxable,
            accountId: idOf(draft.tradeInAccountId),
            payout:
              payout === null
                ? null
                : {
                    amount: payout,
                    accountId: idOf(draft.payoutAccountId),
                    scheduleId: idOf(draft.payoutScheduleId),
                  },
          },
    deposit: deposit === null ? null : { amount: deposit, accountId: idOf(draft.depositAccountId) },
    registered,
  };
}

/** The labels of the facts that are still needed. Accounts may be chosen later. */
export function missingInPurchase({
  kind,
  price,
  firstUse,
  businessUse,
  charges,
  limit,
  limitSource,
}: PurchaseDraft): string[] {
  const ofCharges = charges.map(({ amount }, index) => !dollars(amount) && `amount of charge ${index + 1}`);
  return [
    kind === '' && 'kind of asset',
    !dollars(price) && 'price',
    !isCalendarDate(firstUse) && 'first use',
    percent(businessUse) === null && 'business use',
    dollars(limit) !== null && limitSource.trim() === '' && 'source of the car limit',
    ...ofCharges,
  ].filter((label) => label !== false);
}

const typed = (amount: number | undefined): string => (amount === undefined ? '' : amount.toFixed(2));

function dollars(text: string): number | null {
  const amount = parseMoneyInput(text);
  return amount === undefined ? null : toDollars(amount);
}

function percent(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() !== '' && value >= 0 && value <= 100 ? value : null;
}

const idOf = (id: string): string | null => (id === '' ? null : id);
