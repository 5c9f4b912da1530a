/**
 * The documented part of Xero's filter language: comparisons of fields with literals, `AND`, `OR`, `Contains`,
 * `StartsWith`, `EndsWith`, `Guid("…")`, `DateTime(2025, 01, 31)`.
 */
import type { Json } from './render.ts';

export type Filter = (element: Json) => boolean;

/** A filter that can't be parsed. The message is Xero's. */
export class WhereError extends Error {}

type Value = string | number | boolean | null | undefined;
type Evaluate = (element: Json) => Value;

const TOKEN =
  /\s*(?:(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?)|(?<name>[A-Za-z_]\w*)|(?<mark>==|!=|<=|>=|&&|\|\||[=<>!().,]))/y;

const ALIASES: Readonly<Record<string, string>> = { '&&': 'AND', '||': 'OR', '=': '==' };

type Comparison = (left: string | number | boolean, right: string | number | boolean) => boolean;

const ORDERED: Readonly<Record<string, Comparison>> = {
  '<': (left, right) => left < right,
  '<=': (left, right) => left <= right,
  '>': (left, right) => left > right,
  '>=': (left, right) => left >= right,
};

const METHODS: Readonly<Record<string, (text: string, part: string) => boolean>> = {
  Contains: (text, part) => text.includes(part),
  StartsWith: (text, part) => text.startsWith(part),
  EndsWith: (text, part) => text.endsWith(part),
};

/**
 * Parses a filter over elements of a type with these fields. A comparison with one of the `blind` fields matches no
 * element.
 */
export function parseWhere(
  where: string,
  type: string,
  fields: ReadonlySet<string>,
  blind: ReadonlySet<string> = new Set(),
): Filter {
  let readsBlindField = false;
  const tokens = tokenise(where);
  let position = 0;

  const peek = () => tokens[position];
  const take = () => tokens[position++];
  const takeIf = (token: string) => {
    const hit = peek() === token;
    if (hit) position += 1;
    return hit;
  };
  const expect = (token: string) => {
    if (!takeIf(token)) throw new WhereError(`'${token}' expected`);
  };

  function disjunction(): Filter {
    let left = conjunction();
    while (takeIf('OR')) left = either(left, conjunction());
    return left;
  }

  function conjunction(): Filter {
    let left = comparison();
    while (takeIf('AND')) left = both(left, comparison());
    return left;
  }

  function comparison(): Filter {
    if (takeIf('(')) {
      const inner = disjunction();
      expect(')');
      return inner;
    }
    readsBlindField = false;
    const matches = comparisonOf(operand());
    return readsBlindField ? () => false : matches;
  }

  function comparisonOf(left: Evaluate): Filter {
    const operator = peek();
    if (operator === '==' || operator === '!=') {
      take();
      const right = operand();
      const wanted = operator === '==';
      return (element) => isSame(left(element), right(element)) === wanted;
    }
    const ordered = operator === undefined ? undefined : ORDERED[operator];
    if (ordered !== undefined) {
      take();
      return inOrder(left, operand(), ordered);
    }
    return (element) => left(element) === true;
  }

  function operand(): Evaluate {
    const token = take();
    if (token === undefined) throw new WhereError('Expression expected');
    if (token.startsWith('"')) {
      const text = unquoted(token);
      return () => text;
    }
    if (/^-?\d/.test(token)) return () => Number(token);
    if (token === 'true' || token === 'false') return () => token === 'true';
    if (token === 'null') return () => null;
    if (token.toLowerCase() === 'guid') return constant(unquoted(argumentsOf()[0] ?? '').toLowerCase());
    if (token === 'DateTime') return constant(instantOf(argumentsOf().map(Number)));
    return field(token);
  }

  function argumentsOf(): string[] {
    const given: string[] = [];
    expect('(');
    while (!takeIf(')')) {
      given.push(take() ?? '');
      if (position > tokens.length) throw new WhereError("')' expected");
      takeIf(',');
    }
    return given;
  }

  function field(first: string): Evaluate {
    if (!fields.has(first)) throw new WhereError(`No property or field '${first}' exists in type '${type}'`);
    if (blind.has(first)) readsBlindField = true;
    const path = [first];
    while (takeIf('.')) {
      const name = take() ?? '';
      const method = METHODS[name];
      if (method !== undefined) {
        const part = unquoted(argumentsOf()[0] ?? '');
        return (element) => {
          const value = valueAt(element, path);
          return typeof value === 'string' && method(value, part);
        };
      }
      path.push(name);
    }
    return (element) => valueAt(element, path);
  }

  const filter = disjunction();
  if (position < tokens.length) throw new WhereError('Syntax error');
  return filter;
}

/** Returns the fields that a filter reads, without those after a dot. */
export function fieldsIn(where: string, fields: ReadonlySet<string>): string[] {
  const tokens = tokenise(where);
  return tokens.filter((token, index) => fields.has(token) && tokens[index - 1] !== '.');
}

function tokenise(where: string): string[] {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const end = where.trimEnd().length;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const [token] = TOKEN.exec(where) ?? [];
    if (token === undefined) throw new WhereError(`Syntax error at position ${from}`);
    const bare = token.trim();
    const upper = bare.toUpperCase();
    tokens.push(ALIASES[bare] ?? (upper === 'AND' || upper === 'OR' ? upper : bare));
  }
  return tokens;
}

function unquoted(token: string): string {
  if (!token.startsWith('"')) throw new WhereError('String expected');
  return token.slice(1, -1).replace(/\\(.)/g, '$1');
}

function constant(value: Value): Evaluate {
  return () => value;
}

function instantOf(parts: readonly number[]): number {
  const [year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const either =
  (left: Filter, right: Filter): Filter =>
  (element) =>
    left(element) || right(element);

const both =
  (left: Filter, right: Filter): Filter =>
  (element) =>
    left(element) && right(element);

function inOrder(left: Evaluate, right: Evaluate, ordered: Comparison): Filter {
  return (element) => {
    const [one, other] = [left(element), right(element)];
    return one !== null && one !== undefined && other !== null && other !== undefined && ordered(one, other);
  };
}

/** Compares two values; absent equals null. */
function isSame(left: Value, right: Value): boolean {
  if (left === undefined || left === null) return right === undefined || right === null;
  return left === right;
}

/** Returns a field's value, dates as instants. */
function valueAt(element: Json, path: readonly string[]): Value {
  let value: unknown = element;
  for (const name of path) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  if (typeof value === 'string') {
    const date = /^\/Date\((-?\d+)/.exec(value);
    return date ? Number(date[1]) : value;
  }
  return typeof value === 'number' || typeof value === 'boolean' ? value : null;
}
