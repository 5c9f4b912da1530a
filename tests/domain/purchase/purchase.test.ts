import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { LedgerAccount } from '../../../domain/accounts/ledger-account.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { lineTax } from '../../../domain/gst/tax.ts';
import { AU_TAX_RATES } from '../../../domain/gst/tax-types.ts';
import { cents, type Cents, sumCents, toCents, ZERO } from '../../../domain/money.ts';
import { type Purchase, workOutPurchase } from '../../../domain/purchase/purchase.ts';
import {
  type ChargeKind,
  checkPurchaseAccounts,
  type PurchaseCharge,
  type PurchasedAsset,
  type PurchaseFacts,
} from '../../../domain/purchase/purchase-facts.ts';
import { factsOfVector, type PurchaseInput } from '../../support/purchase-vectors.ts';
import { fieldsOf } from '../../support/refusals.ts';
import json from './purchase.json' with { type: 'json' };

const day = calendarDate;
const centsOf = (dollars: string): Cents => toCents(Number(dollars));

/** Organisations with Simpler BAS have neither GST on Capital nor Input Taxed. */
const SIMPLER = AU_TAX_RATES;
const FULL = [...SIMPLER, { taxType: 'CAPEXINPUT', rate: 10 }, { taxType: 'INPUTTAXED', rate: 0 }];

const ASSET: PurchasedAsset = {
  kind: 'car',
  price: toCents(88_000),
  firstUse: day('2025-07-01'),
  businessUse: 100,
  accountId: 'asset',
};

const CAR: PurchaseFacts = { asset: ASSET, charges: [], tradeIn: null, deposit: null, registered: true };

function charge(kind: ChargeKind, dollars: number, others: Partial<PurchaseCharge> = {}): PurchaseCharge {
  return { kind, text: '', amount: toCents(dollars), accountId: 'expense', ...others };
}

const factsOf = (input: PurchaseInput): PurchaseFacts =>
  factsOfVector(input, { amountOf: centsOf, idOf: String });

const worked = (facts: PurchaseFacts, rates: Parameters<typeof workOutPurchase>[2] = FULL): Purchase =>
  workOutPurchase(facts, ZERO, rates);

const taxesIn = ({ lines }: Purchase): string[] =>
  lines.map(({ taxType, amount }) => `${taxType} ${(amount / 100).toFixed(2)}`);

describe.each(json.vectors)('$name', ({ input, lines, ...expected }) => {
  const facts = factsOf(input);
  const purchase = workOutPurchase(facts, centsOf(expected.financed), FULL);
  // The file includes the lines that the contract gives.
  const own = lines.filter(({ account }) => account !== 'hirePurchase' && account !== 'unexpired');

  test('gives every line to the cent', () => {
    expect(purchase.lines).toEqual(
      own.map(({ line, account, amount, taxType }) => ({
        description: line,
        accountId: account,
        taxType,
        amount: centsOf(amount),
      })),
    );
  });

  test('gives the GST of each line as Xero computes it', () => {
    const taxes = purchase.lines.map(({ amount, taxType }) => {
      return lineTax(amount, FULL.find((rate) => rate.taxType === taxType)?.rate ?? 0, 'Inclusive');
    });
    expect(taxes).toEqual(own.map(({ gst }) => centsOf(gst)));
  });

  test('gives the figures to check', () => {
    expect(purchase).toMatchObject({
      gst: { credit: centsOf(expected.gstCredit), payable: centsOf(expected.gstPayable) },
      bas: { g10: centsOf(expected.basG10), g11: centsOf(expected.basG11) },
      costOfAsset: centsOf(expected.costOfAsset),
      financed: centsOf(expected.financed),
      difference: 0,
      causes: [],
    });
  });
});

test.each([
  ['car-limit', ASSET],
  ['business-use', { ...ASSET, kind: 'vehicle', businessUse: 80 }],
  ['both', { ...ASSET, businessUse: 80 }],
  [null, { ...ASSET, kind: 'vehicle' }],
  [null, { ...ASSET, gst: false, businessUse: 80 }],
] satisfies [Purchase['gst']['limitedBy'], PurchasedAsset][])(
  'says that %s has cut the credit',
  (by, asset) => {
    expect(worked({ ...CAR, asset }).gst.limitedBy).toBe(by);
  },
);

test('gives the price the car limit first, then the charges in their order', () => {
  const asset = { ...ASSET, price: toCents(60_000) };
  const charges = [
    charge('delivery', 1000),
    charge('other', 500, { taxType: 'CAPEXINPUT' }),
    charge('accessory', 9000, { accountId: null }),
    charge('accessory', 100),
  ];
  const purchase = worked({ ...CAR, asset, charges });
  expect(taxesIn(purchase)).toEqual([
    'CAPEXINPUT 60000.00',
    'CAPEXINPUT 1000.00',
    'CAPEXINPUT 500.00',
    'CAPEXINPUT 8674.00',
    'BASEXCLUDED 326.00',
    'BASEXCLUDED 100.00',
  ]);
  expect(purchase.lines.map(({ description, accountId }) => [description, accountId])).toEqual([
    ['Asset, with GST credit', 'asset'],
    ['Dealer delivery', 'expense'],
    ['Other charge', 'expense'],
    ['Accessory, with GST credit', 'asset'],
    ['Accessory, without GST credit', 'asset'],
    ['Accessory', 'expense'],
  ]);
  expect(purchase.gst).toEqual({ credit: 637_946, payable: 0, limitedBy: 'car-limit' });
});

test('splits lines with a credit by business use and leaves the others whole', () => {
  const charges = [charge('insurance', 550.01), charge('registration', 900), charge('stamp-duty', 100)];
  expect(
    taxesIn(worked({ ...CAR, asset: { ...ASSET, kind: 'other', businessUse: 33.33 }, charges })),
  ).toEqual([
    'CAPEXINPUT 29330.40',
    'BASEXCLUDED 58669.60',
    'INPUT 183.32',
    'BASEXCLUDED 366.69',
    'EXEMPTEXPENSES 900.00',
    'BASEXCLUDED 100.00',
  ]);
  expect(taxesIn(worked({ ...CAR, asset: { ...ASSET, businessUse: 0 } }))).toEqual(['BASEXCLUDED 88000.00']);
});

test('uses INPUT where GST on Capital is archived', () => {
  const charges = [charge('accessory', 10, { taxType: 'CAPEXINPUT' })];
  const asset = { ...ASSET, kind: 'vehicle' } as const;
  const simpler = worked({ ...CAR, asset, charges }, SIMPLER);
  expect(taxesIn(simpler)).toEqual(['INPUT 88000.00', 'INPUT 10.00']);
  expect(simpler.gst).toEqual(worked({ ...CAR, asset, charges }).gst);
  expect(simpler.bas).toEqual({ g1: 0, g10: 0, g11: 8_801_000 });
  expect(simpler.warnings).toEqual(["The tax rate CAPEXINPUT isn't active in Xero. Its lines use INPUT."]);
  expect(taxesIn(worked({ ...CAR, asset, charges }, null))).toEqual([
    'CAPEXINPUT 88000.00',
    'CAPEXINPUT 10.00',
  ]);
});

test('claims no credit for an archived type without GST', () => {
  const charges = [charge('registration', 900), charge('other', 10, { taxType: 'INPUTTAXED' })];
  const rates = SIMPLER.filter(({ taxType }) => taxType !== 'EXEMPTEXPENSES');
  const { lines } = worked({ ...CAR, charges }, rates);
  expect(lines.slice(-2).map(({ taxType }) => taxType)).toEqual(['BASEXCLUDED', 'BASEXCLUDED']);
});

test('pays GST on all of a taxable trade-in, whatever its business use was', () => {
  const tradeIn = { amount: toCents(22_000), taxable: true, accountId: 'proceeds', payout: null };
  const asset = { ...ASSET, kind: 'vehicle', businessUse: 50 } as const;
  const purchase = worked({ ...CAR, asset, tradeIn });
  expect(purchase.gst.payable).toBe(200_000);
  expect(purchase.bas.g1).toBe(2_200_000);
  expect(purchase.warnings.map((text) => /Division \d+/.exec(text)?.[0])).toEqual([
    'Division 129',
    'Division 132',
  ]);
  const inFull = worked({ ...CAR, asset: { ...asset, businessUse: 100 }, tradeIn });
  expect(inFull.warnings).toEqual([expect.stringContaining('Division 132')]);
  const own = worked({ ...CAR, asset, tradeIn: { ...tradeIn, taxable: false } });
  expect(own.gst.payable).toBe(0);
  expect(own.warnings).toEqual([expect.stringContaining('Division 129')]);
  expect(own.lines.at(-1)).toEqual({
    description: 'Trade-in',
    accountId: 'proceeds',
    taxType: 'BASEXCLUDED',
    amount: -2_200_000,
  });
});

test('counts the asset and what is on its account as its cost', () => {
  const charges = [
    charge('stamp-duty', 100, { accountId: null }),
    charge('registration', 10, { accountId: null }),
    charge('other', 20, { accountId: 'asset', taxType: 'CAPEXINPUT' }),
    charge('other', 40),
  ];
  const asset = { ...ASSET, kind: 'vehicle', price: toCents(1100) } as const;
  expect(worked({ ...CAR, asset, charges }).costOfAsset).toBe(toCents(1000 + 100 + 18.18));
  const unchosen = worked({ ...CAR, asset: { ...asset, accountId: null }, charges: charges.slice(0, 2) });
  expect(unchosen.costOfAsset).toBe(toCents(1100));
});

test('names the amounts of the invoice that are as large as the difference', () => {
  const charges = [charge('stamp-duty', 4400, { text: 'Duty' }), charge('registration', 900)];
  const purchase = workOutPurchase({ ...CAR, charges }, toCents(88_900), FULL);
  expect(purchase.financed).toBe(toCents(93_300));
  expect(purchase.difference).toBe(toCents(4400));
  expect(purchase.causes).toEqual(['“Duty” is $4,400.00, as large as the difference.']);
  const less = workOutPurchase({ ...CAR, charges }, toCents(94_200), FULL);
  expect(less.causes).toEqual(['“Registration” is $900.00, as large as the difference.']);
});

test('takes the limit of the year of first use, and an entered one for years without', () => {
  const limited = (firstUse: string, limit?: number) =>
    worked({
      ...CAR,
      asset: {
        ...ASSET,
        firstUse: day(firstUse),
        ...(limit !== undefined && { carLimit: { amount: toCents(limit), source: 'ATO' } }),
      },
    });
  expect(limited('2021-06-30').lines[0]?.amount).toBe(toCents(59_136));
  expect(limited('2021-07-01').lines[0]?.amount).toBe(toCents(60_733));
  expect(limited('2027-06-30').gst.credit).toBe(toCents(6353));
  expect(limited('2027-07-01', 71_000).lines[0]?.amount).toBe(toCents(71_000));
  expect(limited('2017-06-30', 57_466).warnings).toEqual([]);
  const ignored = limited('2026-06-30', 71_000);
  expect(ignored.lines[0]?.amount).toBe(toCents(69_674));
  expect(ignored.warnings).toEqual([
    "The car limit of that year is $69,674.00. The limit that was entered isn't used.",
  ]);
});

test.each([
  ['asset.price', { ...CAR, asset: { ...ASSET, price: ZERO } }],
  ['asset.carLimit', { ...CAR, asset: { ...ASSET, firstUse: day('2017-06-30') } }],
  ['asset.carLimit', { ...CAR, asset: { ...ASSET, firstUse: day('2027-07-01') } }],
  ['asset.carLimit', { ...CAR, asset: { ...ASSET, carLimit: { amount: ZERO, source: '' } } }],
  ['asset.businessUse', { ...CAR, asset: { ...ASSET, businessUse: 100.01 } }],
  ['asset.businessUse', { ...CAR, asset: { ...ASSET, businessUse: -1 } }],
  ['asset.businessUse', { ...CAR, asset: { ...ASSET, businessUse: 33.333 } }],
  ['charges', { ...CAR, charges: Array.from({ length: 51 }, () => charge('other', 1)) }],
  ['charges.1.amount', { ...CAR, charges: [charge('other', 1), charge('other', 0)] }],
  ['deposit.amount', { ...CAR, deposit: { amount: cents(-1), accountId: null } }],
  ['tradeIn.amount', { ...CAR, tradeIn: { amount: ZERO, taxable: true, accountId: null, payout: null } }],
  [
    'tradeIn.payout.amount',
    {
      ...CAR,
      tradeIn: {
        amount: cents(1),
        taxable: true,
        accountId: null,
        payout: { amount: ZERO, accountId: null, scheduleId: null },
      },
    },
  ],
] satisfies [string, PurchaseFacts][])('names %s where the facts are refused', (field, facts) => {
  expect(fieldsOf(() => worked(facts))).toEqual([field]);
});

test('needs no car limit where nothing is claimed', () => {
  const asset = { ...ASSET, firstUse: day('2016-01-01') };
  expect(taxesIn(worked({ ...CAR, asset, registered: false }))).toEqual(['BASEXCLUDED 88000.00']);
  expect(() => worked({ ...CAR, asset: { ...asset, kind: 'vehicle' } })).not.toThrow();
});

describe('accounts', () => {
  const account = (id: string, type: string): LedgerAccount => ({
    id,
    type,
    code: '',
    name: id,
    class: 'ASSET',
    taxType: 'BASEXCLUDED',
    systemAccount: type === 'SYSTEM' ? 'CREDITORS' : null,
  });
  const accounts = [account('asset', 'FIXED'), account('bank', 'BANK'), account('payable', 'SYSTEM')];
  const payout = { amount: cents(1), accountId: 'asset', scheduleId: null };
  const facts: PurchaseFacts = {
    ...CAR,
    charges: [charge('other', 1, { accountId: 'asset' })],
    tradeIn: { amount: cents(1), taxable: true, accountId: 'asset', payout },
    deposit: { amount: cents(1), accountId: null },
  };

  test('may be ordinary ones, or not chosen yet', () => {
    expect(() => checkPurchaseAccounts(facts, accounts)).not.toThrow();
  });

  test.each(['bank', 'payable', 'unknown'])('may not be %s', (accountId) => {
    const wrong: readonly (readonly [string, PurchaseFacts])[] = [
      ['asset.accountId', { ...facts, asset: { ...ASSET, accountId } }],
      ['charges.0.accountId', { ...facts, charges: [charge('other', 1, { accountId })] }],
      ['tradeIn.accountId', { ...facts, tradeIn: { amount: cents(1), taxable: true, accountId, payout } }],
      [
        'tradeIn.payout.accountId',
        {
          ...facts,
          tradeIn: { amount: cents(1), taxable: true, accountId: null, payout: { ...payout, accountId } },
        },
      ],
      ['deposit.accountId', { ...facts, deposit: { amount: cents(1), accountId } }],
    ];
    for (const [field, refused] of wrong) {
      expect(fieldsOf(() => checkPurchaseAccounts(refused, accounts))).toEqual([field]);
    }
  });
});

test('gives the sum of the invoice whatever limits apply', () => {
  const charges = [charge('accessory', 1234.56), charge('insurance', 550), charge('delivery', 0.07)];
  for (const businessUse of [0, 0.01, 33.33, 99.99, 100]) {
    const { lines, financed } = worked({ ...CAR, asset: { ...ASSET, businessUse }, charges });
    expect(financed).toBe(toCents(88_000 + 1234.56 + 550 + 0.07));
    expect(sumCents(lines.map(({ amount }) => amount))).toBe(financed);
  }
});

test('claims at most an eleventh of the limit × business use, and a cent of rounding a line', () => {
  const amounts = fc.integer({ min: 1, max: 9_000_000 }).map(cents);
  const charges = fc.array(fc.tuple(fc.constantFrom('accessory', 'delivery', 'stamp-duty'), amounts), {
    maxLength: 4,
  });
  const property = fc.property(amounts, charges, fc.integer({ min: 0, max: 10_000 }), (price, extra, use) => {
    const asset = { ...ASSET, price, businessUse: use / 100 };
    const own = extra.map(([kind, amount]) => charge(kind, 0, { amount }));
    const { lines, gst, financed, costOfAsset, bas } = worked({ ...CAR, asset, charges: own });
    expect(financed).toBe(sumCents([price, ...own.map(({ amount }) => amount)]));
    expect(lines.every(({ amount }) => amount > 0)).toBe(true);
    const limited = own.filter(({ kind }) => kind !== 'stamp-duty').map(({ amount }) => amount);
    const creditable = Math.min(toCents(69_674), sumCents([price, ...limited]));
    expect(Math.abs(bas.g10 * 10_000 - creditable * use)).toBeLessThanOrEqual(5000 * (limited.length + 1));
    expect(Math.abs(gst.credit * 11 - bas.g10)).toBeLessThanOrEqual(5.5 * (limited.length + 1));
    const onAsset = sumCents(
      lines.filter(({ accountId }) => accountId === 'asset').map(({ amount }) => amount),
    );
    expect(onAsset - costOfAsset).toBeLessThanOrEqual(gst.credit);
  });
  expect(() => fc.assert(property, { numRuns: 500, seed: 69_674 })).not.toThrow();
});
