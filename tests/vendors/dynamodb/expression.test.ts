import { describe, expect, it } from 'vitest';
import {
  conditionExpression,
  keyConditionExpression,
  Placeholders,
  updateExpression,
} from '../../../functions/vendors/dynamodb/expression.ts';
import type { Condition, Query, Write } from '../../../functions/store/table.ts';

/** Returns an expression with its placeholders replaced by their names and values. */
function resolved(expression: string, placeholders: Placeholders): string {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } =
    placeholders.parameters();
  return expression.replace(/#\d+|:\d+/g, (placeholder) =>
    placeholder.startsWith('#') ? (names[placeholder] ?? '?') : JSON.stringify(listed(values[placeholder])),
  );
}

const listed = (value: unknown): unknown => (value instanceof Set ? [...value] : value);

function condition(of: Condition): string {
  const placeholders = new Placeholders();
  return resolved(conditionExpression(of, placeholders), placeholders);
}

function update(of: Omit<Extract<Write, { update: unknown }>, 'update'>): string {
  const placeholders = new Placeholders();
  return resolved(updateExpression({ update: { pk: 'P', sk: 'a' }, ...of }, placeholders), placeholders);
}

function keyCondition(of: Omit<Query, 'pk'>): string {
  const placeholders = new Placeholders();
  return resolved(keyConditionExpression({ pk: 'P', ...of }, placeholders), placeholders);
}

describe('an expression', () => {
  it('holds only placeholders, one for each distinct name', () => {
    const placeholders = new Placeholders();
    const of: Condition = {
      all: [
        ['a', '=', 'x'],
        ['b.a', '>', 1],
        ['a', '<>', 'x OR a = x'],
      ],
    };
    expect(conditionExpression(of, placeholders)).toBe(
      '(#0 = :0 AND #1.#0 > :1 AND (attribute_exists(#0) AND #0 <> :2))',
    );
    expect(placeholders.parameters()).toStrictEqual({
      ExpressionAttributeNames: { '#0': 'a', '#1': 'b' },
      ExpressionAttributeValues: { ':0': 'x', ':1': 1, ':2': 'x OR a = x' },
    });
  });

  it('omits parameters that are empty', () => {
    const placeholders = new Placeholders();
    conditionExpression('present', placeholders);
    expect(placeholders.parameters()).toStrictEqual({
      ExpressionAttributeNames: { '#0': 'pk' },
      ExpressionAttributeValues: undefined,
    });
  });
});

describe('a condition expression', () => {
  it.each<[Condition, string]>([
    ['absent', 'attribute_not_exists(pk)'],
    ['present', 'attribute_exists(pk)'],
    [['lease', 'absent'], 'attribute_not_exists(lease)'],
    [['figures.x', 'present'], 'attribute_exists(figures.x)'],
    [['version', '=', 3], 'version = 3'],
    [['version', '<>', 3], '(attribute_exists(version) AND version <> 3)'],
    [
      ['used', '<', { attribute: 'maximum' }],
      '(attribute_exists(used) AND attribute_exists(maximum) AND used < maximum)',
    ],
    [
      {
        any: [
          'absent',
          {
            all: [
              ['a', '=', 1],
              ['b', '=', 2],
            ],
          },
        ],
      },
      '(attribute_not_exists(pk) OR (a = 1 AND b = 2))',
    ],
    [{ all: [{ any: [['a', '=', 1]] }] }, 'a = 1'],
    [{ all: [] }, '(attribute_exists(pk) OR attribute_not_exists(pk))'],
    [{ any: [] }, '(attribute_exists(pk) AND attribute_not_exists(pk))'],
  ])('expresses %j', (of, expected) => {
    expect(condition(of)).toBe(expected);
  });
});

describe('an update expression', () => {
  it('sets attributes, counts from zero and removes', () => {
    expect(
      update({
        set: { a: [1], 'map.x': 'y', none: undefined },
        add: { 'map.n': -2 },
        remove: ['b', 'map.z'],
      }),
    ).toBe('SET a = [1], map.x = "y", map.n = if_not_exists(map.n, 0) + -2 REMOVE b, map.z');
  });

  it('adds numbers to sets and deletes them from sets', () => {
    expect(update({ include: { a: [1, 2], none: [] }, exclude: { b: [3] } })).toBe(
      'ADD a [1,2] DELETE b [3]',
    );
  });

  it('has no clause for an empty list of changes', () => {
    expect(update({ add: { n: 1 } })).toBe('SET n = if_not_exists(n, 0) + 1');
    expect(update({ remove: ['n'] })).toBe('REMOVE n');
    expect(update({})).toBe('');
  });
});

describe('a key condition', () => {
  it.each<[Omit<Query, 'pk'>, string]>([
    [{}, 'pk = "P"'],
    [{ sk: {} }, 'pk = "P"'],
    [{ sk: { prefix: 'E#' } }, 'pk = "P" AND begins_with(sk, "E#")'],
    [{ sk: { from: 'a' } }, 'pk = "P" AND sk >= "a"'],
    [{ sk: { to: 'b' } }, 'pk = "P" AND sk <= "b"'],
    [{ sk: { from: 'a', to: 'b' }, index: 'gsi2' }, 'gsi2pk = "P" AND gsi2sk BETWEEN "a" AND "b"'],
  ])('expresses the range %j', (of, expected) => {
    expect(keyCondition(of)).toBe(expected);
  });
});
