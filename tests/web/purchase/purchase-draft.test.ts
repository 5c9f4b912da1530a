import { describe, expect, it } from 'vitest';
import {
  purchaseFactsOf,
  figureLabel,
  isInDraft,
  type PurchaseDraft,
  withFigure,
} from '../../../web/purchase/purchase-draft.ts';

const DRAFT: PurchaseDraft = {
  kind: 'vehicle',
  price: '',
  gst: true,
  firstUse: '2026-04-20',
  businessUse: '100',
  accountId: 'a1',
  limit: '',
  limitSource: '',
  charges: [],
  tradeIn: '',
  tradeInTaxable: true,
  tradeInAccountId: '',
  payout: '',
  payoutAccountId: '',
  payoutScheduleId: '',
  deposit: '',
  depositAccountId: 'a2',
  registered: true,
};

const usual = (kind: string) => ({ accountId: `usual ${kind}`, taxType: '' });

const filled = (draft: PurchaseDraft, figure: Parameters<typeof withFigure>[1]['figure'], amount: string) =>
  withFigure(draft, { figure, amount }, usual);

describe('the figures of a document', () => {
  it('fill the form’s own fields', () => {
    const draft = (['price', 'tradeIn', 'payout', 'deposit'] as const).reduce(
      (typed, figure, index) => filled(typed, figure, `${index + 1}000.00`),
      DRAFT,
    );
    expect(purchaseFactsOf(draft)).toMatchObject({
      asset: { price: 1000 },
      tradeIn: { amount: 2000, payout: { amount: 3000 } },
      deposit: { amount: 4000, accountId: 'a2' },
    });
  });

  it('are charges of their kind with the usual account, once', () => {
    const once = filled(DRAFT, 'stampDuty', '1980.00');
    expect(once.charges).toMatchObject([
      { kind: 'stamp-duty', amount: '1980.00', accountId: 'usual stamp-duty', text: '' },
    ]);
    const other = {
      ...once,
      charges: once.charges.map((charge) => ({ ...charge, text: 'Duty', amount: '5' })),
    };
    expect(isInDraft(other, { figure: 'stampDuty', amount: '1980.00' })).toBe(false);
    const twice = filled(other, 'stampDuty', '1980.00');
    expect(twice.charges).toMatchObject([{ text: 'Duty', amount: '1980.00' }]);
    expect(isInDraft(twice, { figure: 'stampDuty', amount: '1980.00' })).toBe(true);
    expect(isInDraft(twice, { figure: 'registration', amount: '1980.00' })).toBe(false);
  });

  it('are in the form however their amount is typed', () => {
    expect(isInDraft({ ...DRAFT, price: '94,490' }, { figure: 'price', amount: '94490.00' })).toBe(true);
    expect(isInDraft(DRAFT, { figure: 'price', amount: '94490.00' })).toBe(false);
  });

  it('are named as the form names them', () => {
    expect((['tradeIn', 'luxuryCarTax', 'insurance'] as const).map(figureLabel)).toEqual([
      'Trade-in',
      'Luxury car tax',
      'Compulsory insurance',
    ]);
  });
});
