import { assert, integer, pre, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument } from '../../../web/extraction/read-document.ts';
import type { TextItem } from '../../../web/extraction/document-text.ts';
import { renderedTable } from '../../support/rendered-table.ts';

const read = (pages: readonly (readonly TextItem[])[]) => readDocument({ kind: 'pdf', pages });

describe('a table in a random layout', () => {
  it('is read back identical in 95 % of the layouts, and never differs without a finding', () => {
    const seeds = Array.from({ length: 400 }, (_each, index) => index);
    let identical = 0;
    const silent: string[] = [];
    for (const seed of seeds) {
      const { pages, loan, rows, layout } = renderedTable(seed);
      const { tables, findings } = read(pages);
      const [table] = tables;
      const found = table?.rows.map(({ place: _place, difference: _difference, lent: _lent, ...row }) => row);
      const isSame = JSON.stringify([table?.loan, found]) === JSON.stringify([loan, rows]);
      if (isSame) identical += 1;
      else if (tables.length > 0 && findings.length === 0) silent.push(layout);
    }
    expect(silent).toEqual([]);
    expect(identical).toBeGreaterThanOrEqual(0.95 * seeds.length);
  });

  it('names the row of a wrong figure', () => {
    assert(
      property(integer({ min: 0, max: 10_000 }), integer({ min: 1, max: 5 }), (seed, dollars) => {
        const known = renderedTable(seed, { column: 'balance', row: 3, dollars });
        pre(known.rows.length >= 8);
        const { findings } = read(known.pages);
        expect({ layout: known.layout, rows: findings.map(({ row }) => row) }).toMatchObject({
          rows: expect.arrayContaining([4]) as unknown,
        });
      }),
      { numRuns: 60, seed: 7 },
    );
  });

  it('is read to the same rows after its pages are moved', () => {
    const { pages } = renderedTable(5);
    const moved = pages.map((items, index) =>
      items.map((item) => ({ ...item, x: item.x + 17 * index, y: item.y + 40 })),
    );
    const rowsOf = (all: readonly (readonly TextItem[])[]) =>
      read(all).tables.map(({ rows }) => rows.map(({ place: _place, ...row }) => row));
    expect(rowsOf(moved)).toEqual(rowsOf(pages));
  });
});
