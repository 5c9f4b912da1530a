/** The pack of random contracts with events in every format, and their exports, against a second computation. */
import { beforeAll, expect, it } from 'vitest';
import { calendarDate } from '../../domain/calendar.ts';
import { columnLetters } from '../../domain/text.ts';
import { XLSX_TYPE } from '../../functions/lib/workbook.ts';
import { oracleYearEnd } from '../support/year-end-oracle.ts';
import {
  centsOf,
  createOraclePractice,
  DATES,
  type Expected,
  expectedOf,
  inCents,
  type OraclePractice,
} from './oracle-practice.ts';
import { pdfPages } from './pdf-text.ts';
import { type OpenedSheet, openWorkbook } from './workbook.ts';

/** The sheets and sections, and the columns that the PDF shows with the opposite sign. */
const SECTIONS = [
  ['movement', 'Movement', 'Movement', [3, 4, 5]],
  ['split', 'Current and non-current', 'Current and non-current', []],
  ['maturity', 'Maturity', 'Maturity', []],
  ['comparatives', 'Comparatives', 'Comparatives', []],
  ['gst', 'GST', 'GST on hire-purchase charges', [2]],
] as const satisfies readonly (readonly [keyof Expected, string, string, readonly number[]])[];

const YEARS = [
  ['interest', 'Interest by year', 'Interest by financial year'],
  ['fees', 'Fees by year', 'Fees by financial year'],
] as const;

const EXPORT = 'GET /v1/entities/{entityId}/schedules/{scheduleId}/Export';
const HEAD = 5;
let practice: OraclePractice;

beforeAll(async () => {
  practice = await createOraclePractice();
});

/** The amounts in the row of a loan, or in the total: empty where the sheet has no such row. */
function amountsIn(sheet: OpenedSheet | undefined, name: string): [label: string, cents: number][] {
  const isNamed = (row: number): boolean => sheet?.value((name === 'Total' ? 'A' : 'B') + row) === name;
  const row = Array.from({ length: 40 }, (_each, index) => HEAD + 1 + index).find(isNamed);
  const columns = [...Array(120).keys()].slice(2).map(columnLetters);
  return columns.flatMap((column) => {
    const amount = row && sheet?.value(column + row);
    return typeof amount === 'number' ? [[String(sheet?.value(column + HEAD)), inCents(amount)]] : [];
  });
}

/** The figures after a name in a section of the PDF. */
function printed(texts: readonly string[], title: string, name: string): number[] {
  const from = texts.findIndex((text) => text.startsWith(title));
  const isFigure = (text = ''): boolean => /^(–|\(?[\d,]+\.\d\d\)?)$/.test(text);
  const at = texts.findIndex((text, each) => each > from && text === name && isFigure(texts[each + 1]));
  const own = texts.slice(at + 1);
  return own
    .slice(
      0,
      own.findIndex((text) => !isFigure(text)),
    )
    .map(centsOf);
}

/** The figures of a loan under the years above them; a section of many years takes several tables. */
function printedYears(texts: readonly string[], title: string, name: string): Map<number, number> {
  const found = new Map<number, number>();
  let years: number[] = [];
  const from = texts.indexOf(title);
  const until = texts.findIndex(
    (text, at) => at > from && /^(Fees by financial year|Accrued interest)$/.test(text),
  );
  for (let at = from; at < until; at++) {
    const year = /^FY(\d{4})$/.exec(texts[at] ?? '')?.[1];
    if (year !== undefined)
      years = texts[at - 1]?.startsWith('FY') ? [...years, Number(year)] : [Number(year)];
    if (texts[at] !== name) continue;
    for (const [index, each] of years.entries()) found.set(each, centsOf(texts[at + 1 + index] ?? ''));
  }
  return withoutNil(found);
}

const withoutNil = (years: Iterable<readonly [number, number]>): Map<number, number> =>
  new Map([...years].filter(([, amount]) => amount !== 0));

const yearsOf = (years: readonly { readonly year: number; readonly amount: number }[]) =>
  withoutNil(years.map(({ year, amount }) => [year, inCents(amount)]));

it.each(DATES)('has the figures of the oracle at %s as JSON, as formulas and as PDF', async (date) => {
  const expected = new Map<string, Expected>();
  for (const loan of practice.loans) {
    const own = expectedOf(loan, date);
    if (own) expected.set(loan.name, own);
  }
  const { body } = await practice.report({ date });
  const file = (type: string) => practice.download('GET /v1/reports/loans', type, { date });
  const sheets = await openWorkbook((await file(XLSX_TYPE)).body);
  const texts = pdfPages((await file('application/pdf')).body).flat();
  const papers = new Map(body.workingPapers.map((paper) => [paper.id, paper.rows]));
  expect(body.loans.map(({ description }) => description)).toEqual([...expected.keys()]);
  expect(expected.size).toBeGreaterThan(10);
  for (const { description: name, movement, split, maturity, carrying, ...loan } of body.loans) {
    const own = expected.get(name);
    if (!own) continue;
    const paper = (id: string) => {
      const {
        entity: _entity,
        entityId: _id,
        loan: _loan,
        ...amounts
      } = papers.get(id)?.find((row) => row['loan'] === name) ?? {};
      return Object.values(amounts).map(inCents);
    };
    expect(Object.values(movement).map(inCents)).toEqual(own.movement.slice(0, -1));
    const parts = [split.current, split.nonCurrent].flatMap(({ gross, unexpired, net }) => [
      gross,
      unexpired,
      net,
    ]);
    expect(parts.map(inCents)).toEqual(own.split.slice(0, -1));
    const gross = Object.values(maturity);
    const buckets = gross.flatMap((amount, at) => [amount, Object.values(carrying)[at]]);
    expect(buckets.map(inCents)).toEqual(own.maturity.slice(1, -2));
    expect([paper('comparatives'), paper('gst')]).toEqual([own.comparatives, own.gst]);
    expect([yearsOf(loan.interestByYear), yearsOf(loan.feesByYear)]).toEqual([own.interest, own.fees]);
    for (const [id, sheet, title, negative] of SECTIONS) {
      expect(
        amountsIn(sheets.get(sheet), name).map(([, amount]) => amount),
        `${sheet} of ${name}`,
      ).toEqual(own[id]);
      const signed = own[id].map((amount, at) =>
        (negative as readonly number[]).includes(at) ? 0 - amount : amount,
      );
      const shown = printed(texts, title, name).slice(0, signed.length);
      expect(shown, `${title} of ${name}`).toEqual(signed);
    }
    for (const [id, sheet, title] of YEARS) {
      const { Total: total, ...byYear } = Object.fromEntries(amountsIn(sheets.get(sheet), name));
      const years = Object.entries(byYear).map(
        ([label, amount]) => [Number(label.slice(2)), amount] as const,
      );
      expect(withoutNil(years)).toEqual(own[id]);
      expect(total).toBe([...own[id].values()].reduce((all, each) => all + each, 0));
      expect(printedYears(texts, title, name)).toEqual(own[id]);
    }
  }
  for (const [id, sheet, title] of SECTIONS) {
    const rows = [...expected.values()].flatMap((own) => (own[id].length > 0 ? [own[id]] : []));
    const sums = rows[0]?.map((_each, at) => rows.reduce((sum, row) => sum + (row[at] ?? 0), 0));
    expect(amountsIn(sheets.get(sheet), 'Total').map(([, amount]) => amount)).toEqual(sums);
    expect(printed(texts, title, 'Total').map(Math.abs)).toEqual(sums?.map(Math.abs));
  }
});

it('has the figures of the oracle in the years of each export', async () => {
  const { app, owner, entityId, loans } = practice;
  for (const { name, scheduleId, contract } of loans) {
    const request = { as: owner.token, params: { entityId, scheduleId } };
    const sheet = (await openWorkbook((await app.call(EXPORT, request)).body)).get('Payments');
    const csv = (await app.call(EXPORT, { ...request, headers: { accept: 'text/csv' } })).body.toString();
    const rows = csv.split('\r\n').map((line) => line.split(','));
    const first = Number(contract.terms.startDate.slice(0, 4));
    for (let year = first; year <= Number(contract.endDate.slice(0, 4)) + 1; year++) {
      const row = sheet?.rowOf(`FY${year}`) ?? 0;
      if (row === 0) continue;
      const oracle = oracleYearEnd(contract, calendarDate(`${year}-06-30`));
      const paid = oracle.payments + oracle.extraRepayments + oracle.payouts;
      const shown = ['C', 'E', 'G', 'I', 'J'].map((column) => inCents(sheet?.value(column + row)));
      const expected = [paid, oracle.interest, oracle.closing, oracle.current, oracle.nonCurrent];
      expect(shown, `FY${year} of ${name}`).toEqual(expected);
      const own = rows.filter(
        ({ length, 1: date = '' }) => length === 8 && date > `${year - 1}-06-30` && date <= `${year}-06-30`,
      );
      const sums = [2, 4].map((at) => own.reduce((sum, cells) => sum + inCents(cells[at]), 0));
      expect(sums, `FY${year} of ${name} as CSV`).toEqual([paid, oracle.interest]);
    }
    expect(sheet?.rowOf(`FY${first + 1}`)).toBeGreaterThan(0);
  }
});
