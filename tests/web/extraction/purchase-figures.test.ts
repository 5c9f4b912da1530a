import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { textCells } from '../../../web/extraction/cell.ts';
import { printedCells } from '../../../web/extraction/document-text.ts';
import { readDocument } from '../../../web/extraction/read-document.ts';
import { readBytes } from '../../../web/reading/read-bytes.ts';

const FOLDER = path.join(import.meta.dirname, '../../fixtures/reading');

/** A document whose lines are cells, as a PDF prints them. */
const printed = (...lines: readonly string[]) =>
  readDocument({ kind: 'pdf', pages: [printedCells(textCells(lines.map((line) => line.split('|'))))] });

/** The figures of a contract with these lines. */
const figuresIn = (...lines: readonly string[]): string[] =>
  printed('Lender: Redgum Finance Limited', ...lines).purchase.map(
    ({ figure, amount }) => `${figure} ${amount}`,
  );

/** By the file of a sample; the others state no figure of a purchase. */
const SAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  'd07-hire-purchase-terms-only.pdf': [
    { figure: 'price', amount: '94490.00', text: 'Cash price (incl. GST) $94,490.00' },
    { figure: 'deposit', amount: '4500.00', text: 'Deposit $4,500.00' },
  ],
};

const files = readdirSync(FOLDER).filter((name) => !name.endsWith('.json'));

describe('the figures of a purchase', () => {
  it.each(files)('are read as the sample states them: %s', async (file) => {
    const { password } = JSON.parse(
      readFileSync(path.join(FOLDER, `${path.parse(file).name}.json`), 'utf8'),
    ) as { password?: string };
    const { purchase } = await readBytes(new Uint8Array(readFileSync(path.join(FOLDER, file))), { password });
    expect(purchase.map(({ place, ...figure }) => ({ ...figure, page: place.page }))).toEqual(
      (SAMPLES[file] ?? []).map((figure) => ({ ...(figure as object), page: 1 })),
    );
  });

  it('are those of the dealer’s invoice', () => {
    expect(
      figuresIn(
        'Purchase price (including GST)|$66,000.00',
        'Dealer delivery charge|$1,980.00',
        'Stamp duty|$1,980.00',
        'Luxury car tax (LCT)|$5,529.90',
        'Registration fees|$880.00',
        'Compulsory third party (CTP) insurance|$550.00',
        'Less: Trade-in allowance|$22,000.00',
        'Add: Payout of trade-in|$9,500.00',
        'Less: Deposit paid|$5,000.00',
      ),
    ).toEqual([
      'price 66000.00',
      'deposit 5000.00',
      'tradeIn 22000.00',
      'payout 9500.00',
      'delivery 1980.00',
      'stampDuty 1980.00',
      'luxuryCarTax 5529.90',
      'registration 880.00',
      'insurance 550.00',
    ]);
  });

  it('stand right of their label, below one that stands alone, or right after it in a sentence', () => {
    expect(figuresIn('Cash price|Deposit|Trade-in', '$60,000.00|$2,000.00|$11,000.00')).toEqual([
      'price 60000.00',
      'deposit 2000.00',
      'tradeIn 11000.00',
    ]);
    expect(figuresIn('You have paid a deposit of $2,000.00 to the dealer.')).toEqual(['deposit 2000.00']);
  });

  it.each([
    ['an amount of 0.00', 'Deposit|$0.00'],
    ['an amount further on in a sentence', 'Stamp duty, where payable, is $90.00 at most.'],
    ['another deposit', 'Security deposit|$500.00'],
    ['what is left of a trade-in', 'Net trade-in|$12,500.00'],
    ['a label without an amount', 'Deposit|nil'],
  ])('leave out %s', (_what, line) => {
    expect(figuresIn(line)).toEqual([]);
  });

  it('stand beside their own table in a document of several contracts', () => {
    const rows = [
      'Date|Payment|Interest|Balance',
      '01/02/2026|1,010.00|30.00|2,020.00',
      '01/03/2026|1,010.00|20.20|1,030.20',
      '01/04/2026|1,040.50|10.30|0.00',
    ];
    const [first, second] = [['Cash price|$3,000.00'], ['Cash price|$3,500.00', 'Deposit|$500.00']];
    const { tables, purchase } = printed(...first, ...rows, ...second, ...rows);
    const amounts = tables.map((table) => table.purchase.map(({ amount }) => amount));
    expect(amounts).toEqual([['3000.00'], ['3500.00', '500.00']]);
    expect(purchase.map(({ amount }) => amount)).toEqual(['3000.00']);
  });

  it('are no terms of the contract', () => {
    const { terms } = printed('Cash price|$60,000.00', 'Amount financed|$58,000.00');
    expect(terms.map(({ field, value }) => [field, value])).toEqual([['amountFinanced', '58000.00']]);
  });
});
