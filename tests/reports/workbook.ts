/** A workbook as another library reads it, and its formulas worked out once more: each must give the stored result. */
import { SUBTOTAL } from '@formulajs/formulajs';
import { read, utils, type WorkSheet } from 'xlsx';

export interface OpenedSheet {
  /** A cell's value; a formula's is worked out. */
  value(address: string): unknown;
  /** Addresses of the cells that hold formulas, with their texts. */
  readonly formulas: ReadonlyMap<string, string>;
  /** The row, from 1, of the first cell in column A with that text. */
  rowOf(text: string): number;
}

export function openWorkbook(bytes: Uint8Array): ReadonlyMap<string, OpenedSheet> {
  const workbook = read(bytes, { cellFormula: true, cellDates: true });
  return new Map(workbook.SheetNames.map((name) => [name, opened(workbook.Sheets[name] ?? {})]));
}

function opened(sheet: WorkSheet): OpenedSheet {
  const addresses = Object.keys(sheet).filter((address) => !address.startsWith('!'));
  const formulas = new Map(
    addresses.flatMap((address) => {
      const formula: unknown = sheet[address]?.f;
      return typeof formula === 'string' ? [[address, formula] as const] : [];
    }),
  );
  const value = (address: string): unknown => {
    const formula = formulas.get(address);
    const stored: unknown = sheet[address]?.v;
    if (formula === undefined) return stored;
    const result = evaluate(formula);
    if (typeof stored !== 'number' || Math.abs(stored - result) > 0.001) {
      throw new Error(`${address} holds ${String(stored)}, but ${formula} is ${result}`);
    }
    return result;
  };
  const numbersIn = (range: string, skipsSubtotals: boolean): number[] => {
    const { s, e } = utils.decode_range(range);
    const found: number[] = [];
    for (let r = s.r; r <= e.r; r++) {
      for (let c = s.c; c <= e.c; c++) {
        const address = utils.encode_cell({ r, c });
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
  return {
    value,
    formulas,
    rowOf: (text) => {
      const row = addresses.find((address) => /^A\d+$/.test(address) && sheet[address]?.v === text);
      return Number(row?.slice(1));
    },
  };
}
