import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { queryAll, WriteRefused } from '../../functions/store/table.ts';
import type { Condition, Key, Query, Table, Test, Write } from '../../functions/store/table.ts';
import { startEmbeddedTable } from '../support/embedded-table.ts';
import { createMemoryTable } from '../support/memory-table.ts';

type Put = Extract<Write, { put: unknown }>;
type Update = Extract<Write, { update: unknown }>;
type Delete = Extract<Write, { delete: unknown }>;
type Check = Extract<Write, { check: unknown }>;

type Call =
  | { readonly write: Put | Update | Delete }
  | { readonly transact: readonly Write[] }
  | { readonly query: Query };

const key: fc.Arbitrary<Key> = fc.record({
  pk: fc.constantFrom('P', 'Q'),
  sk: fc.constantFrom('a', 'ab', 'b'),
});
const number = fc.integer({ min: -2, max: 3 });
const text = fc.constantFrom('', 'x', 'y');
const any = fc.oneof(
  number,
  text,
  fc.constantFrom(true, null, undefined),
  fc.record({ x: number }),
  fc.array(number, { maxLength: 2 }),
);
const numbers = fc.uniqueArray(number, { minLength: 1, maxLength: 3 });
const set = numbers.map((members) => new Set(members));
const attributes = fc.record({ number, text, any, set }, { requiredKeys: [] });
const path = fc.constantFrom('number', 'text', 'any', 'any.x', 'any.y', 'any.x.z');

/** Unique index keys: DynamoDB defines no order of items that share them. */
const indexKeysOf = ({ pk, sk }: Key) =>
  fc.constantFrom({}, { gsi1pk: 'X', gsi1sk: `1${pk}${sk}` }, { gsi1pk: 'X', gsi1sk: `2${pk}${sk}` });

/** Tests that compare no attribute with itself, since DynamoDB rejects these. */
const test: fc.Arbitrary<Test> = fc.oneof(
  fc.tuple(path, fc.constantFrom('absent', 'present')),
  fc
    .tuple(
      path,
      fc.constantFrom('=', '<>', '<', '<=', '>', '>='),
      fc.oneof(number, text, fc.record({ attribute: fc.constantFrom('number', 'text') })),
    )
    .filter(([name, , operand]) => typeof operand !== 'object' || operand.attribute !== name),
);
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom('absent', 'present'),
    test,
    fc.record({ all: fc.array(tie('condition'), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 2 }) }),
  ),
}));
const perhaps = fc.option(condition, { nil: undefined, freq: 1 });

const put: fc.Arbitrary<Put> = key.chain((of) =>
  fc.record({
    put: fc.tuple(attributes, indexKeysOf(of)).map(([values, keys]) => ({ ...of, ...values, ...keys })),
    if: perhaps,
  }),
);
const update: fc.Arbitrary<Update> = key.chain((of) =>
  fc.record({
    update: fc.constant(of),
    set: fc.oneof(
      fc.tuple(attributes, indexKeysOf(of)).map(([values, keys]) => ({ ...values, ...keys })),
      fc.dictionary(path, number, { maxKeys: 2 }),
    ),
    add: fc.dictionary(path, number, { maxKeys: 1 }),
    remove: fc.uniqueArray(fc.oneof(path, fc.constant('gsi1sk')), { maxLength: 2 }),
    include: fc.dictionary(fc.constantFrom('set', 'number'), numbers, { maxKeys: 1 }),
    exclude: fc.dictionary(fc.constantFrom('set', 'any'), numbers, { maxKeys: 1 }),
    if: perhaps,
  }),
);
const remove: fc.Arbitrary<Delete> = fc.record({ delete: key, if: perhaps });
const check: fc.Arbitrary<Check> = fc.record({ check: key, if: condition });

const query: fc.Arbitrary<Query> = fc.record({
  pk: fc.constantFrom('P', 'Q', 'X'),
  index: fc.constantFrom(undefined, 'gsi1'),
  sk: fc.oneof(
    fc.constant(undefined),
    fc.record({ prefix: fc.constantFrom('a', 'ab', '1', '2P') }),
    fc.record(
      { from: fc.constantFrom('1Q', 'ab'), to: fc.constantFrom('2P', 'ab', 'b') },
      { requiredKeys: [] },
    ),
  ),
  limit: fc.constantFrom(undefined, 1, 2),
  descending: fc.boolean(),
  consistent: fc.boolean(),
});

const call: fc.Arbitrary<Call> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ write: fc.oneof(put, update, remove) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      transact: fc.array(fc.oneof(put, update, remove, check), { minLength: 1, maxLength: 4 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ query }) },
);

/** Returns the result of a call: an answer, a refusal with its reasons, or a failure without its message. */
async function outcomeOf(one: Call, table: Table): Promise<unknown> {
  try {
    if ('write' in one) return { answer: await table.write(one.write) };
    if ('transact' in one) return { answer: await table.transact(one.transact) };
    return { answer: await queryAll(table, one.query) };
  } catch (error) {
    return error instanceof WriteRefused ? { refused: error.failures } : 'failed';
  }
}

it('gives the same results in memory and in DynamoDB for random calls', async () => {
  const same = fc.asyncProperty(fc.array(call, { minLength: 5, maxLength: 25 }), async (calls) => {
    const embedded = await startEmbeddedTable();
    try {
      const memory = createMemoryTable();
      for (const one of calls) {
        expect(await outcomeOf(one, embedded.table)).toStrictEqual(await outcomeOf(one, memory));
      }
      const partitions = ['P', 'Q'].map((pk) => queryAll(embedded.table, { pk }));
      expect((await Promise.all(partitions)).flat()).toStrictEqual(memory.items());
      expect(await queryAll(embedded.table, { pk: 'X', index: 'gsi1' })).toStrictEqual(
        await queryAll(memory, { pk: 'X', index: 'gsi1' }),
      );
    } finally {
      await embedded.close();
    }
  });
  await fc.assert(same, { numRuns: 60, seed: 20_250_601 });
});
