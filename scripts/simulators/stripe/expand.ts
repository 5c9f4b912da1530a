import { badRequest } from './api-error.ts';
import type { TableName, Transaction } from './state.ts';

const MAXIMUM_LEVELS = 4;

/** Tables by the prefix of their ids. */
const tables: Readonly<Record<string, TableName>> = {
  cus: 'customers',
  prod: 'products',
  price: 'prices',
  sub: 'subscriptions',
  in: 'invoices',
  bpc: 'portalConfigurations',
  txr: 'taxRates',
};

/** Replaces the ids at the given paths by their objects. */
export function expand(tx: Transaction, answer: object, paths: readonly string[]): unknown {
  let expanded: unknown = answer;
  for (const path of paths) {
    const names = path.split('.');
    if (names.length > MAXIMUM_LEVELS) {
      throw badRequest(
        `You cannot expand more than ${MAXIMUM_LEVELS} levels of a property. Property: ${path}`,
        {
          code: 'property_expansion_max_depth',
        },
      );
    }
    expanded = expandPath(tx, expanded, names, path);
  }
  return expanded;
}

function expandPath(tx: Transaction, value: unknown, names: readonly string[], path: string): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((one: unknown) => expandPath(tx, one, names, path));

  const target = typeof value === 'string' ? lookUp(tx, value, path) : value;
  const [name, ...rest] = names;
  if (name === undefined) return target;
  if (!isRecord(target) || !(name in target)) throw notExpandable(path);
  return { ...target, [name]: expandPath(tx, target[name], rest, path) };
}

function lookUp(tx: Transaction, id: string, path: string): object {
  const table = tables[id.split('_')[0] ?? ''];
  const found = table && tx.get(table, id);
  if (!found) throw notExpandable(path);
  return found;
}

function notExpandable(path: string): Error {
  return badRequest(`This property cannot be expanded (${path}).`, {
    code: 'property_expansion_not_allowed',
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
