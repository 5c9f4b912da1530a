import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { synthesised } from '../infra/synthesised.ts';
import { costTable, measureCosts } from '../support/costs.ts';

/** The rows of a table below its heading: the name, then the amounts. */
const rowsOf = (lines: readonly string[]): (readonly [name: string, amounts: number[]])[] =>
  lines.slice(2).map((line) => {
    const [name = '', ...cells] = line.replaceAll('*', '').split('|').slice(1, -1);
    return [name.trim(), cells.map(Number)];
  });

it('the documented costs are those that the product’s own figures give, row by row', async () => {
  const computed = costTable(await measureCosts(await synthesised(stageOf('prod'))));
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8').split('\n');
  const begin = page.findIndex((line) => line.startsWith('| organisations '));
  const stated = rowsOf(page.slice(begin, begin + computed.length));
  expect(stated.map(([name]) => name)).toEqual(rowsOf(computed).map(([name]) => name));
  for (const [index, [name, amounts]] of rowsOf(computed).entries()) {
    for (const [column, amount] of amounts.entries()) {
      // Each alarm and each byte of an item moves a figure.
      const off = Math.abs(amount - (stated[index]?.[1][column] ?? NaN));
      expect([name, off <= Math.max(0.2, 0.05 * amount)]).toEqual([name, true]);
    }
  }
});
