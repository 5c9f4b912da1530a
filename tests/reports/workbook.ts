/** A workbook as the product's reader opens it, and its formulas worked out once more: each must give the stored result. */
import { columnLetters } from '../../domain/text.ts';
import { SUBTOTAL } from '@formulajs/formulajs';
import { strFromU8, unzipSync } from 'fflate';
import readWorkbook from 'read-excel-file/universal';

export interface OpenedSheet {
  /** A cell's value; a formula's is worked out. */
  value(address: string): unknown;
  /** Addresses of the cells that hold formulas, with their texts. */
  readonly formulas: ReadonlyMap<string, string>;
  /** The row, from 1, of the first cell in column A with that text. */
  rowOf(text: string): number;
}

export async function openWorkbook(bytes: Uint8Array): Promise<ReadonlyMap<string, OpenedSheet>> {
  const sheets = await readWorkbook(new Blob([new Uint8Array(bytes)]));
  const files = unzipSync(bytes);
  return new Map(
    sheets.map(({ sheet, data }, index) => {
      const xml = files[`xl/worksheets/sheet${index + 1}.xml`] ?? new Uint8Array();
      return [sheet, opened(data, formulasIn(strFromU8(xml)))];
    }),
  );
}

/** The library reads the results of formulas and not their texts. */
const formulasIn = (xml: string): ReadonlyMap<string, string> =>
  new Map(
    [...xml.matchAll(/<c r="([A-Z]+\d+)"[^>]*><f>([^<]*)<\/f>/g)].map(([, at = '', text = '']) => [at, text]),
  );

/** Returns row and column, from 0. */
function placeOf(address: string): readonly [row: number, column: number] {
  const [, letters = '', row] = /^([A-Z]+)(\d+)$/.exec(address) ?? [];
  const column = letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
  return [Number(row) - 1, column - 1];
}

const addressOf = (row: number, column: number): string => `${columnLetters(column)}${row + 1}`;

function opened(data: readonly (readonly unknown[])[], formulas: ReadonlyMap<string, string>): OpenedSheet {
  const value = (address: string): unknown => {
    const formula = formulas.get(address);
    const [row, column] = placeOf(address);
    const stored = data[row]?.[column] ?? undefined;
    if (formula === undefined) return stored;
    const result = evaluate(formula);
    if (typeof stored !== 'number' || Math.abs(stored - result) > 0.001) {
      throw new Error(`${address} holds ${JSON.stringify(stored)}, but ${formula} is ${result}`);
    }
    return result;
  };
  const numbersIn = (range: string, skipsSubtotals: boolean): number[] => {
    const [[top, left] = [0, 0], [bottom, right] = [0, 0]] = range.split(':').map(placeOf);
    const found: number[] = [];
    for (let row = top; row <= bottom; row++) {
      for (let column = left; column <= right; column++) {
        const address = addressOf(row, column);
        const isSubtotal = formulas.get(address)?.startsWith('SUBTOTAL(') === true;
        const held = isSubtotal && skipsSubtotals ? null : value(address);
        if (typeof held === 'number') found.push(held);
      }
    }
    return found;
  };
  const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
  const evaluate = (formula: string): number => {
    const [, code, range] = /^SUBTOTAL\((9|109),([A-Z]+\d+:[A-Z]+\d+)\)$/.exec(formula) ?? [];
    if (code !== undefined && range !== undefined) return SUBTOTAL(Number(code), numbersIn(range, true));
    const [, summed] = /^SUM\(([A-Z]+\d+:[A-Z]+\d+)\)$/.exec(formula) ?? [];
    if (summed !== undefined) return sum(numbersIn(summed, false));
    const [, rounded] = /^ROUND\((.+),2\)$/.exec(formula) ?? [];
    if (rounded !== undefined) return Math.round(evaluate(rounded) * 100) / 100;
    const terms = [...formula.matchAll(/([+-]?)([A-Z]+\d+)/g)];
    if (terms.map(([term]) => term).join('') !== formula) throw new Error(`Unknown formula: ${formula}`);
    return sum(
      terms.map(([, sign, address = '']) => {
        const held = value(address);
        return (typeof held === 'number' ? held : 0) * (sign === '-' ? -1 : 1);
      }),
    );
  };
  return { value, formulas, rowOf: (text) => data.findIndex(([first]) => first === text) + 1 };
}
