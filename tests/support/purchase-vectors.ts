/** The facts of a purchase by the words of the vectors. */
import { calendarDate } from '../../domain/calendar.ts';
import type { ChargeKind } from '../../domain/purchase/purchase-facts.ts';

/** Amounts in dollars. */
export interface PurchaseInput {
  readonly price: string;
  readonly use?: string;
  readonly car_year?: number;
  readonly on_road?: readonly (readonly string[])[];
  readonly trade_in?: string;
  readonly trade_in_payout?: string;
  readonly deposit?: string;
  readonly registered?: boolean;
  readonly financed: string;
  readonly unexpired?: string;
}

const KINDS: Readonly<Record<string, ChargeKind>> = {
  'Dealer delivery': 'delivery',
  'Stamp duty': 'stamp-duty',
  'Luxury car tax': 'luxury-car-tax',
  Registration: 'registration',
  'Compulsory insurance': 'insurance',
};

interface Reading<Amount> {
  readonly amountOf: (dollars: string) => Amount;
  /** The id of an account by its name in the vectors. */
  readonly idOf: (name: 'asset' | 'expense' | 'proceeds' | 'clearing' | 'deposit') => string;
}

export function factsOfVector<Amount>(input: PurchaseInput, { amountOf, idOf }: Reading<Amount>) {
  const { price, use = '100', car_year: year, on_road: charges = [], trade_in: tradeIn, deposit } = input;
  const { trade_in_payout: payout, registered = true } = input;
  return {
    asset: {
      kind: year === undefined ? ('vehicle' as const) : ('car' as const),
      price: amountOf(price),
      firstUse: calendarDate(`${year ?? 2026}-06-30`),
      businessUse: Number(use),
      accountId: idOf('asset'),
    },
    charges: charges.map(([text = '', amount = '']) => {
      const kind = KINDS[text] ?? 'other';
      const isExpense = kind === 'registration' || kind === 'insurance';
      return { kind, text, amount: amountOf(amount), accountId: idOf(isExpense ? 'expense' : 'asset') };
    }),
    tradeIn:
      tradeIn === undefined
        ? null
        : {
            amount: amountOf(tradeIn),
            taxable: true,
            accountId: idOf('proceeds'),
            payout:
              payout === undefined
                ? null
                : { amount: amountOf(payout), accountId: idOf('clearing'), scheduleId: null },
          },
    deposit: deposit === undefined ? null : { amount: amountOf(deposit), accountId: idOf('deposit') },
    registered,
  };
}
