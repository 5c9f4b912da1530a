/**
 * The part of Xero's filter language that the product and the smoke test use: comparisons of a field with a literal and
 * `Contains`, joined by `AND`. Everything else is refused.
 */
import type { Json } from './render.ts';

/** A parsed filter. */
interface Where {
  /** The fields that it reads, without those after a dot. */
  readonly fields: readonly string[];
  readonly matches: (element: Json) => boolean;
}

/** A filter that can't be parsed. The message is Xero's. */
export class WhereError extends Error {}

type Value = string | number | boolean | null;

const TEXT = String.raw`"(?:[^"\\]|\\.)*"`;
const LITERAL = String.raw`${TEXT}|guid\(${TEXT}\)|DateTime\([\d, ]+\)|-?\d+(?:\.\d+)?|true|false|null`;
const CONDITION = new RegExp(
  String.raw`\s*(?<path>\w+(?:\.\w+)?)\s*` +
    String.raw`(?:\.Contains\((?<part>${TEXT})\)|(?<operator>[=!<>]=|[=<>])\s*(?<literal>${LITERAL}))` +
    String.raw`\s*(?<more>AND\b|&&|$)`,
  'iy',
);

/**
 * Parses a filter over elements of a type with these fields. A condition on one of the `blind` fields matches no
 * element.
 */
export function parseWhere(
  where: string,
  type: string,
  known: ReadonlySet<string>,
  blind: ReadonlySet<string> = new Set(),
): Where {
  const fields: string[] = [];
  const conditions: Where['matches'][] = [];
  for (let position = 0, more = where; more !== ''; position = CONDITION.lastIndex) {
    CONDITION.lastIndex = position;
    const groups = CONDITION.exec(where)?.groups;
    if (!groups) throw new WhereError(`Syntax error at position ${position}`);
    const path = (groups['path'] ?? '').split('.');
    const [field = ''] = path;
    if (!known.has(field)) throw new WhereError(`No property or field '${field}' exists in type '${type}'`);
    fields.push(field);
    conditions.push(blind.has(field) ? () => false : conditionOf(path, groups));
    more = groups['more'] ?? '';
  }
  return { fields, matches: (element) => conditions.every((matches) => matches(element)) };
}

function conditionOf(path: readonly string[], groups: Readonly<Record<string, string>>): Where['matches'] {
  const { part, operator = '', literal = '' } = groups;
  if (part !== undefined) return (element) => String(valueAt(element, path) ?? '').includes(unquoted(part));
  const right = literalValue(literal);
  if (/^[=!]/.test(operator)) {
    return (element) => (valueAt(element, path) === right) === operator.startsWith('=');
  }
  return (element) => {
    const left = valueAt(element, path);
    if (left === null || right === null) return false;
    return (
      (left === right && operator.endsWith('=')) || (operator.startsWith('<') ? left < right : left > right)
    );
  };
}

function literalValue(literal: string): Value {
  if (literal.startsWith('"')) return unquoted(literal);
  const [, name = '', given = ''] = /^(\w+)\((.*)\)$/.exec(literal) ?? [];
  if (name.toLowerCase() === 'guid') return unquoted(given).toLowerCase();
  if (name !== '') {
    const [year = 1, month = 1, day = 1] = given.split(',').map(Number);
    return Date.UTC(year, month - 1, day);
  }
  return JSON.parse(literal) as Value;
}

const unquoted = (text: string): string => text.slice(1, -1).replace(/\\(.)/g, '$1');

/** Returns a field's value, dates as instants; null if it is absent. */
function valueAt(element: Json, path: readonly string[]): Value {
  let value: unknown = element;
  for (const name of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value;
  if (typeof value !== 'string') return null;
  const date = /^\/Date\((-?\d+)/.exec(value);
  return date ? Number(date[1]) : value;
}
