import { expect, it } from 'vitest';
import { calendarDate } from '../../../domain/calendar.ts';
import { AU_TAX_RATES } from '../../../domain/gst/tax-types.ts';
import { taxWarnings, withDefaultTaxes } from '../../../domain/journal/default-taxes.ts';
import { type DocumentLine, documentOf, type LineRole } from '../../../domain/journal/document.ts';
import { toCents } from '../../../domain/money.ts';

const line = (role: LineRole, account: string, dollars: number, taxType: DocumentLine['taxType']) => ({
  role,
  account,
  description: role,
  amount: toCents(dollars),
  taxType,
});

const account = (id: string, taxType: string) => ({ id, name: id, class: 'EXPENSE' as const, taxType });

it('posts a line as BAS Excluded where its account has a rate of another kind, and says so', () => {
  const lines = [
    line('hirePurchaseCurrent', 'fees', 90, 'BASEXCLUDED'),
    line('administrationFee', 'fees', 10, 'BASEXCLUDED'),
  ];
  const document = documentOf(calendarDate('2026-07-01'), lines);
  const chart = (taxType: string) => ({
    chart: [account('fees', taxType)],
    rates: AU_TAX_RATES.filter((rate) => rate.taxType !== 'EXEMPTEXPENSES'),
    noTax: false,
  });
  const posted = (taxType: string) => {
    const taxed = document && withDefaultTaxes(document, chart(taxType));
    const types = taxed?.lines.map((each) => each.taxType);
    return [
      taxed?.lineAmountTypes,
      ...(types ?? []),
      taxWarnings(taxed ? [taxed] : [], chart(taxType)).length,
    ];
  };
  expect(posted('INPUT')).toEqual(['Inclusive', 'BASEXCLUDED', 'INPUT', 0]);
  // A rate that the organisation does not use, one that people added, one that expenses can't carry, and no rate at all.
  expect(posted('EXEMPTEXPENSES')).toEqual(['NoTax', 'BASEXCLUDED', 'BASEXCLUDED', 1]);
  expect(posted('TAX001')).toEqual(['NoTax', 'BASEXCLUDED', 'BASEXCLUDED', 1]);
  expect(posted('OUTPUT')).toEqual(['NoTax', 'BASEXCLUDED', 'BASEXCLUDED', 1]);
  expect(posted('')).toEqual(['NoTax', 'BASEXCLUDED', 'BASEXCLUDED', 0]);
});
