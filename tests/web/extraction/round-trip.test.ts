import { assert, asyncProperty } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amortise } from '../../../domain/amortisation/amortise.ts';
import type { Terms } from '../../../domain/amortisation/terms.ts';
import type { Contract } from '../../../domain/contract/contract.ts';
import { contractsOf } from '../../../domain/reports/contract.ts';
import { LATEST } from '../../../domain/years.ts';
import { contractsWithEvents } from '../../support/arbitrary-events.ts';
import { calendarDate, type CalendarDate } from '../../../domain/calendar.ts';
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

const usualEvents = contractsWithEvents.filter(
  ({ terms, payments }) =>
    terms.rows.length > 0 &&
    terms.loanAmount > 10_000 &&
    terms.startDate < '2060-01-01' &&
    payments.length > 2 &&
    amortise(terms).rate.annualPercent < 60,
);

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

  it('is never silently another contract where events changed it', async () => {
    let unflagged = 0;
    const check = async (contract: Contract): Promise<void> => {
      const csv = asCsv(contract);
      const readings = [
        await readBytes(csv, {}),
        await readBytes(await asWorkbook(contract), {}),
        asPrinted(csv),
      ];
      for (const { findings, tables } of readings) {
        const rows = tables[0]?.rows ?? [];
        if (findings.length > 0 || rows.length === 0 || rows.some(({ difference }) => difference !== 0))
          continue;
        unflagged += 1;
        expect(byDate(rows)).toEqual(byDate(reported(contract)));
      }
    };
    await assert(asyncProperty(usualEvents, check), { numRuns: 40, seed: 7, endOnFailure: true });
    expect(unflagged).toBeGreaterThan(20);
  });
});

interface Repaid {
  readonly date: CalendarDate | null;
  readonly amount: number;
  readonly interest: number;
  readonly balance: number;
}

/** Payments and events in the order of their dates, as the export lists them. */
function reported(contract: Contract): Repaid[] {
  const { rows, changes } = contractsOf(contract)(LATEST);
  return [...rows, ...changes]
    .map(({ date, amount, interest, owed }) => ({ date, amount, interest, balance: owed }))
    .toSorted((one, other) => one.date.localeCompare(other.date));
}

/** What is paid on each date, and the balance after it; days without a figure are left out. */
function byDate(rows: readonly Repaid[]) {
  return [...Map.groupBy(rows, ({ date }) => date)]
    .map(([date, own]) => ({
      date,
      amount: own.reduce((sum, { amount }) => sum + amount, 0),
      interest: own.reduce((sum, { interest }) => sum + interest, 0),
      balance: own.at(-1)?.balance,
    }))
    .filter(({ amount, interest }) => amount !== 0 || interest !== 0);
}
