import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { stageOf } from '../../infra/stages.ts';
import { synthesised } from '../infra/synthesised.ts';
import { costsOf, measureCosts, SIZES } from '../support/costs.ts';

it('the documented costs are those that the product’s own figures give', async () => {
  const measured = await measureCosts(await synthesised(stageOf('prod')));
  const page = readFileSync(path.join(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const [, total = ''] = /\*\*USD a month\*\*(.*)/.exec(page) ?? [];
  const stated = [...total.matchAll(/\d+/g)].map(([number]) => Number(number));
  expect(stated).toHaveLength(SIZES.length);
  for (const [index, size] of SIZES.entries()) {
    const computed = Object.values(costsOf(size, measured)).reduce((sum, one) => sum + one, 0);
    expect(Math.abs((stated[index] ?? 0) / computed - 1)).toBeLessThan(0.15);
  }
});
