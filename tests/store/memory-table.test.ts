import { describe, expect, it } from 'vitest';
import { createMemoryTable } from '../support/memory-table.ts';

const key = { pk: 'P', sk: 'a' };

describe('the memory table', () => {
  it('returns expired items until it is swept', async () => {
    let clock = 1_000_000;
    const table = createMemoryTable({ now: () => clock });
    const items = [
      { pk: 'P', sk: 'a', ttl: 1_010 },
      { pk: 'P', sk: 'b', ttl: 1_100 },
      { pk: 'P', sk: 'c' },
    ];
    await table.transact(items.map((put) => ({ put })));
    clock += 20_000;
    expect(await table.get(key)).toStrictEqual(items[0]);
    table.sweep();
    expect(table.items()).toStrictEqual(items.slice(1));
  });

  it('forgets a token after ten minutes', async () => {
    let clock = 0;
    const table = createMemoryTable({ now: () => clock });
    const count = () => table.transact([{ update: key, add: { n: 1 } }], 'token');
    await count();
    clock += 599_999;
    await count();
    expect(table.items()).toStrictEqual([{ ...key, n: 1 }]);
    clock += 1;
    await count();
    expect(table.items()).toStrictEqual([{ ...key, n: 2 }]);
  });
});
