import type { Item, Write } from '../../functions/store/table.ts';

type Update = Extract<Write, { update: unknown }>;
type Members = Record<string, unknown>;

/** @throws Error for an update that DynamoDB rejects in any case: no change, overlapping paths, a changed key. */
export function checkUpdate(update: Update): void {
  const added = Object.keys(update.add ?? {});
  const sets = [...setChanges(update.include), ...setChanges(update.exclude)].map(([name]) => name);
  const paths = [...assignments(update).map(([path]) => path), ...added, ...(update.remove ?? []), ...sets];
  if (paths.length === 0) throw new Error('The update changes nothing');
  for (const [position, path] of paths.entries()) {
    if (path === 'pk' || path === 'sk') throw new Error(`Cannot update ${path}: it is part of the key`);
    const overlaps = paths.some((other, index) => index !== position && `${path}.`.startsWith(`${other}.`));
    if (overlaps) throw new Error(`Cannot update ${path}: it overlaps with another path`);
  }
}

/**
 * Returns the item after `update`.
 * @throws Error for a path into a value that is not a map, adding to a value that is not a number, or changing one that is not a set
 */
export function updatedItem(item: Item | undefined, update: Update): Item {
  const { pk, sk } = update.update;
  const after: Item = item === undefined ? { pk, sk } : { ...item };
  for (const [path, value] of assignments(update)) {
    const { map, name } = memberAt(after, path);
    map[name] = value;
  }
  for (const [path, amount] of Object.entries(update.add ?? {})) {
    const { map, name } = memberAt(after, path);
    map[name] = countOf(map[name]) + amount;
  }
  for (const path of update.remove ?? []) {
    const { map, name } = memberAt(after, path);
    delete map[name];
  }
  for (const [name, numbers] of setChanges(update.include)) {
    memberAt(after, name).map[name] = setOf(after, name).union(new Set(numbers));
  }
  for (const [name, numbers] of setChanges(update.exclude)) {
    const rest = setOf(after, name).difference(new Set(numbers));
    const { map } = memberAt(after, name);
    if (rest.size > 0) map[name] = rest;
    else delete map[name];
  }
  return after;
}

/** Returns the value at a dotted path; undefined if there is none. */
export function attributeAt(item: Item | undefined, path: string): unknown {
  return path.split('.').reduce<unknown>(memberOf, item);
}

/** Returns the map that contains the last name of a dotted path, copied with the maps it is in. */
function memberAt(item: Item, path: string): { map: Members; name: string } {
  const names = path.split('.');
  const name = names.pop() ?? path;
  let map: Members = item;
  for (const outer of names) {
    const member = memberOf(map, outer);
    if (!isMap(member)) throw new Error(`Cannot update ${path}: there is no map it is in`);
    map[outer] = { ...member };
    map = map[outer] as Members;
  }
  return { map, name };
}

function memberOf(value: unknown, name: string): unknown {
  return isMap(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function countOf(value: unknown): number {
  if (value === undefined) return 0;
  if (typeof value !== 'number') throw new Error(`Cannot add to a ${typeof value}`);
  return value;
}

function setOf(item: Item, name: string): ReadonlySet<number> {
  const value = item[name] ?? new Set<number>();
  if (!(value instanceof Set)) throw new Error(`${name} is not a set`);
  return value as ReadonlySet<number>;
}

/** Returns the changes of sets that are not empty. */
function setChanges(sets: Update['include']): [name: string, numbers: readonly number[]][] {
  return Object.entries(sets ?? {}).filter(([, numbers]) => numbers.length > 0);
}

function assignments(update: Update): [path: string, value: unknown][] {
  return Object.entries(update.set ?? {}).filter(([, value]) => value !== undefined);
}

function isMap(value: unknown): value is Members {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array) &&
    !(value instanceof Set)
  );
}
