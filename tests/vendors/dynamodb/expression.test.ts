/** What an expression must not contain. The conformance tests of the DynamoDB table prove what expressions mean. */
import { expect, it } from 'vitest';
import { conditionExpression, Placeholders } from '../../../functions/vendors/dynamodb/expression.ts';
import type { Condition } from '../../../functions/store/table.ts';

it('an expression holds only placeholders, one for each distinct name', () => {
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
