import { assert, asyncProperty } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import { calendarDate } from '../../../domain/calendar.ts';
import { cents } from '../../../domain/money.ts';
import { textCells } from '../../../web/extraction/cell.ts';
import { printedCells } from '../../../web/extraction/document-text.ts';
import { readDocument, type Reading } from '../../../web/extraction/read-document.ts';
import { checkedRows } from '../../../web/reading/checked-rows.ts';
import { readBytes } from '../../../web/reading/read-bytes.ts';
import { draftFrom } from '../../../web/reading/used-reading.ts';
import { acceptedTerms } from '../../support/arbitrary-terms.ts';
import { asCsv, asWorkbook } from '../../support/exported.ts';

/** The form as a reading fills it, where every term is confirmed. */
function filled({ tables: [table], terms }: Reading) {
  const confirmed = new Map(terms.map(({ field, value }) => [field, value]));
  const used = table && {
    table,
    loan: table.loan,
    startDate: table.startDate?.date ?? null,
    hasInterest: true,
    rows: checkedRows(table, new Map(), []),
    fee: String((table.rows[0]?.fee ?? 0) / 100),
  };
  const draft = draftFrom(confirmed, used ?? null);
  return {
    loan: Math.round(Number(draft.loanAmount) * 100),
    fee: Math.round(Number(draft.administrationFee) * 100),
    startDate: draft.startDate,
    rows:
      used?.rows.map(({ texts }) => [texts.date, texts.amount, texts.interest, texts.balance].join(' ')) ??
      [],
    problems: used?.rows.flatMap(({ problem }) => problem ?? []) ?? [],
  };
}

const dollars = (amount: number): string => (amount / 100).toFixed(2);

function known(terms: Terms) {
  return {
    loan: terms.loanAmount,
    fee: terms.administrationFee,
    startDate: terms.startDate,
    rows: amortise(terms).payments.map(({ date, amount, interest, balance }) =>
      [date, dollars(amount), dollars(interest), dollars(balance)].join(' '),
    ),
    problems: [],
  };
}

/** The same table as a PDF prints it. */
const asPrinted = (bytes: Uint8Array): Reading => {
  const lines = new TextDecoder().decode(bytes).replace('\ufeff', '').split('\r\n');
  const cells = lines.map((line) => line.split(',').map((text) => text.replaceAll('"', '')));
  return readDocument({
    kind: 'pdf',
    pages: [printedCells(textCells(cells)).map(({ cell: _c, column: _n, ...item }) => item)],
  });
};

const TERMS: Terms = {
  loanAmount: cents(5_000_000),
  frequency: 'monthly',
  startDate: calendarDate('2025-01-31'),
  firstPaymentOnStartDate: false,
  administrationFee: cents(0),
  rows: [{ qty: 60, amount: cents(100_000) }],
};

/** Contracts that a lender could have: two payments or more, at a rate below 60 % a year. */
const usualTerms = acceptedTerms
  .filter(
    ({ rows, startDate, loanAmount, administrationFee }) =>
      rows.reduce((sum, { qty }) => sum + qty, 0) >= 2 &&
      rows.reduce((sum, { qty }) => sum + qty, 0) <= 400 &&
      startDate < '2060-01-01' &&
      loanAmount > 10_000 &&
      rows.every(({ amount }) => amount > administrationFee),
  )
  .filter((terms) => {
    const { rate, endDate } = amortise(terms);
    return rate.annualPercent < 60 && endDate < '2100-01-01';
  });

describe('our own export, read as a document', () => {
  it.each([
    [
      'in advance',
      { loanAmount: 1_800_000, rows: [{ qty: 24, amount: 80_000 }], firstPaymentOnStartDate: true },
    ],
    ['with a fee of whole dollars', { administrationFee: 500 }],
    ['of a free loan', { loanAmount: 120_000, rows: [{ qty: 12, amount: 10_000 }] }],
  ])('gives back a contract %s', async (_what, changes) => {
    const terms = { ...TERMS, ...changes } as Terms;
    expect(filled(await readBytes(await asWorkbook(terms), {}))).toEqual(known(terms));
    expect(filled(await readBytes(asCsv(terms), {}))).toEqual(known(terms));
    expect(filled(asPrinted(asCsv(terms)))).toEqual(known(terms));
  });

  it('gives back random contracts', async () => {
    const check = async (terms: Terms): Promise<void> => {
      const csv = asCsv(terms);
      const readings = [
        await readBytes(await asWorkbook(terms), {}),
        await readBytes(csv, {}),
        asPrinted(csv),
      ];
      expect(readings.map(filled)).toEqual(readings.map(() => known(terms)));
    };
    await assert(asyncProperty(usualTerms, check), { numRuns: 40, seed: 7, endOnFailure: true });
  });
});
