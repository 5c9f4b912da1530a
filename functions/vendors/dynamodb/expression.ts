import { keyNames, primaryKey } from '../../store/table-schema.ts';
import type { Condition, Query, Test, Write } from '../../store/table.ts';

type Update = Extract<Write, { update: unknown }>;

/**
 * The names and values of one request. Expressions hold only placeholders, so that no attribute name or value
 * can change their meaning.
 */
export class Placeholders {
  readonly #names = new Map<string, string>();
  readonly #values = new Map<string, unknown>();

  /** Returns the placeholders of a dotted path: `intent.batchId` → `#0.#1`. */
  path(dotted: string): string {
    return dotted
      .split('.')
      .map((segment) => this.#name(segment))
      .join('.');
  }

  value(value: unknown): string {
    const placeholder = `:${this.#values.size}`;
    this.#values.set(placeholder, value);
    return placeholder;
  }

  /** Returns names and values as parameters of the request, without the empty maps that DynamoDB rejects. */
  parameters() {
    return {
      ExpressionAttributeNames: this.#names.size === 0 ? undefined : this.#namesByPlaceholder(),
      ExpressionAttributeValues: this.#values.size === 0 ? undefined : Object.fromEntries(this.#values),
    };
  }

  #namesByPlaceholder(): Record<string, string> {
    return Object.fromEntries([...this.#names].map(([name, placeholder]) => [placeholder, name]));
  }

  #name(segment: string): string {
    const placeholder = this.#names.get(segment) ?? `#${this.#names.size}`;
    this.#names.set(segment, placeholder);
    return placeholder;
  }
}

/** Returns `condition` as a ConditionExpression: `(attribute_exists(#0) AND #1 = :0)`. */
export function conditionExpression(condition: Condition, placeholders: Placeholders): string {
  if (condition === 'absent') return `attribute_not_exists(${placeholders.path(primaryKey.partition)})`;
  if (condition === 'present') return `attribute_exists(${placeholders.path(primaryKey.partition)})`;
  if ('all' in condition) return combined(condition.all, 'AND', placeholders);
  if ('any' in condition) return combined(condition.any, 'OR', placeholders);
  return testExpression(condition, placeholders);
}

/** Returns `update` as an UpdateExpression: `SET #0 = :0, #1 = if_not_exists(#1, :1) + :2 REMOVE #2 ADD #3 :3`. */
export function updateExpression(update: Update, placeholders: Placeholders): string {
  const assignments = Object.entries(update.set ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${placeholders.path(name)} = ${placeholders.value(value)}`);
  const additions = Object.entries(update.add ?? {}).map(([name, amount]) => {
    const path = placeholders.path(name);
    return `${path} = if_not_exists(${path}, ${placeholders.value(0)}) + ${placeholders.value(amount)}`;
  });
  const removals = (update.remove ?? []).map((name) => placeholders.path(name));
  return [
    ...clause('SET', [...assignments, ...additions]),
    ...clause('REMOVE', removals),
    ...clause('ADD', setOperands(update.include, placeholders)),
    ...clause('DELETE', setOperands(update.exclude, placeholders)),
  ].join(' ');
}

/** DynamoDB rejects empty sets, which change nothing. */
function setOperands(sets: Update['include'], placeholders: Placeholders): string[] {
  return Object.entries(sets ?? {})
    .filter(([, numbers]) => numbers.length > 0)
    .map(([name, numbers]) => `${placeholders.path(name)} ${placeholders.value(new Set(numbers))}`);
}

/** Returns the keys of `query` as a KeyConditionExpression: `#0 = :0 AND begins_with(#1, :1)`. */
export function keyConditionExpression(query: Query, placeholders: Placeholders): string {
  const { partition, sort } = keyNames(query.index);
  const inPartition = `${placeholders.path(partition)} = ${placeholders.value(query.pk)}`;
  const range = rangeExpression(query.sk, sort, placeholders);
  return range === undefined ? inPartition : `${inPartition} AND ${range}`;
}

function rangeExpression(range: Query['sk'], sort: string, placeholders: Placeholders): string | undefined {
  if (range === undefined) return undefined;
  if (!('prefix' in range) && range.from === undefined && range.to === undefined) return undefined;
  const name = placeholders.path(sort);
  if ('prefix' in range) return `begins_with(${name}, ${placeholders.value(range.prefix)})`;
  const { from, to } = range;
  if (to === undefined) return `${name} >= ${placeholders.value(from)}`;
  if (from === undefined) return `${name} <= ${placeholders.value(to)}`;
  return `${name} BETWEEN ${placeholders.value(from)} AND ${placeholders.value(to)}`;
}

/** Without conditions `AND` is true and `OR` is false; expressions have no constants, hence `present` and `absent`. */
function combined(
  conditions: readonly Condition[],
  operator: 'AND' | 'OR',
  placeholders: Placeholders,
): string {
  const [first, ...rest] = conditions;
  if (first === undefined) {
    return operator === 'AND'
      ? combined(['present', 'absent'], 'OR', placeholders)
      : combined(['present', 'absent'], 'AND', placeholders);
  }
  // DynamoDB rejects double parentheses.
  if (rest.length === 0) return conditionExpression(first, placeholders);
  const parts = conditions.map((condition) => conditionExpression(condition, placeholders));
  return `(${parts.join(` ${operator} `)})`;
}

/** In DynamoDB `<>` with a missing attribute is true, hence the `attribute_exists`. */
function testExpression(test: Test, placeholders: Placeholders): string {
  const name = placeholders.path(test[0]);
  if (test[1] === 'absent') return `attribute_not_exists(${name})`;
  if (test[1] === 'present') return `attribute_exists(${name})`;
  const [, comparison, operand] = test;
  if (typeof operand !== 'object') {
    const compared = `${name} ${comparison} ${placeholders.value(operand)}`;
    return comparison === '<>' ? `(attribute_exists(${name}) AND ${compared})` : compared;
  }
  const other = placeholders.path(operand.attribute);
  return `(attribute_exists(${name}) AND attribute_exists(${other}) AND ${name} ${comparison} ${other})`;
}

function clause(keyword: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${keyword} ${parts.join(', ')}`];
}
