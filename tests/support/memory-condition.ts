import { isDeepStrictEqual } from 'node:util';
import { compareKeys } from '../../functions/store/cursor.ts';
import { attributeAt } from './memory-update.ts';
import type { Condition, Item, Test } from '../../functions/store/table.ts';

/** Returns whether `condition` holds for the stored `item`, by DynamoDB's rules. */
export function conditionHolds(condition: Condition, item: Item | undefined): boolean {
  if (condition === 'absent') return item === undefined;
  if (condition === 'present') return item !== undefined;
  if ('all' in condition) return condition.all.every((part) => conditionHolds(part, item));
  if ('any' in condition) return condition.any.some((part) => conditionHolds(part, item));
  return testHolds(condition, item);
}

function testHolds(test: Test, item: Item | undefined): boolean {
  const value = attributeAt(item, test[0]);
  if (test[1] === 'absent') return value === undefined;
  if (test[1] === 'present') return value !== undefined;
  const [, comparison, operand] = test;
  const other = typeof operand === 'object' ? attributeAt(item, operand.attribute) : operand;
  if (value === undefined || other === undefined) return false;
  if (comparison === '=') return isDeepStrictEqual(value, other);
  if (comparison === '<>') return !isDeepStrictEqual(value, other);
  return isOrdered(value, comparison, other);
}

function isOrdered(value: unknown, comparison: '<' | '<=' | '>' | '>=', other: unknown): boolean {
  const order = orderOf(value, other);
  return { '<': order < 0, '<=': order <= 0, '>': order > 0, '>=': order >= 0 }[comparison];
}

/** Returns a number below, at or above zero; NaN for values without a common order. */
function orderOf(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareKeys(a, b);
  return Number.NaN;
}
